#include "source/readers.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

using namespace gpuplan;
using source::Node;
using source::ScalarForm;

namespace {

std::string yaml_faults(const std::string& yaml) {
  core::DiagnosticSink sink;
  const auto document = read_yaml(test::source_text(yaml, "t.yaml"), source::k_yaml_limits, sink);
  CHECK(document.has_value() == !sink.failed());
  return test::rendered(sink);
}

Node read_yaml_text(const std::string& yaml) {
  core::DiagnosticSink sink;
  auto document = read_yaml(test::source_text(yaml, "t.yaml"), source::k_yaml_limits, sink);
  INFO(test::rendered(sink));
  REQUIRE(document.has_value());
  return document->root;
}

} // namespace

TEST_CASE("YAML scalars stay text", "[source][yaml]") {
  const Node root =
      read_yaml_text("a: 010\nb: yes\nc: \"12\"\nd: .inf\ne: 1_000\nf: 1e3\ng: ~\nh:\ni: 'x: y'");
  CHECK(root.find("a")->text == "010");
  CHECK(root.find("a")->form == ScalarForm::plain);
  CHECK(root.find("b")->text == "yes");
  CHECK(root.find("c")->text == "12");
  CHECK(root.find("c")->form == ScalarForm::quoted);
  CHECK(root.find("d")->text == ".inf");
  CHECK(root.find("e")->text == "1_000");
  CHECK(root.find("f")->text == "1e3");
  CHECK(root.find("g")->is_null());
  CHECK(root.find("g")->text == "~");
  CHECK(root.find("h")->is_null());
  CHECK(root.find("h")->text.empty());
  CHECK(root.find("h")->at.line == 8);
  CHECK(root.find("i")->text == "x: y");
}

TEST_CASE("YAML values know their place in characters", "[source][yaml]") {
  const Node root =
      read_yaml_text("\xEF\xBB\xBF\"\xC3\xA9\": {b: 'it''s', c: two words} # x\r\nd:\r\n  - 5\r\n");
  const auto& [key, inner] = root.entries[0];
  CHECK(key.at.column == 1);
  CHECK(key.at.length == 3);
  CHECK(inner.at.column == 6);
  CHECK(inner.find("b")->at.column == 10);
  CHECK(inner.find("b")->at.length == 7);
  CHECK(inner.find("c")->at.column == 22);
  CHECK(inner.find("c")->at.length == 9);
  const Node& item = root.find("d")->items.at(0);
  CHECK(item.text == "5");
  CHECK(item.at.line == 3);
  CHECK(item.at.column == 5);
}

TEST_CASE("an alias repeats a value at its own place", "[source][yaml]") {
  const Node root = read_yaml_text("base: &b {x: 1}\nother: *b\n");
  CHECK(root.find("other")->find("x")->text == "1");
  CHECK(root.find("other")->at.line == 2);
}

TEST_CASE("a repeated key is a fault that names both places", "[source][yaml]") {
  CHECK(yaml_faults("tokens: 1\nsize: 2\n'tokens': 3\n") ==
        "t.yaml:3:1: error[SRC012]: met the key tokens a second time\n"
        "  3 | 'tokens': 3\n"
        "    | ^^^^^^^^\n"
        "  t.yaml:1:1: first here\n"
        "  1 | tokens: 1\n"
        "    | ^^^^^^\n"
        "  help: keep one of the two\n");
}

TEST_CASE("YAML reads one document", "[source][yaml]") {
  CHECK(yaml_faults("---\na: 1\n...\n").empty());
  CHECK(yaml_faults("a: 1\n---\nb: 2\n") ==
        "t.yaml:2:1: error[SRC014]: met a second document, expected one in a file\n"
        "  2 | ---\n"
        "    | ^\n"
        "  help: split the file, or take out the line with ---\n");
}

TEST_CASE("faults of YAML point at their place", "[source][yaml]") {
  const auto [yaml, expected] = GENERATE(table<std::string, std::string>({
      {"a: 1\n\tb: 2\n",
       "t.yaml:2:1: error[SRC010]: met a tab in the indentation, expected spaces\n"
       "  2 | \tb: 2\n"
       "    | ^\n"
       "  help: replace the tab by spaces\n"},
      {"a: b: c\n",
       "t.yaml:1:5: error[SRC010]: met a second ': ' on one line, expected one key and its value\n"
       "  1 | a: b: c\n"
       "    |     ^\n"
       "  help: a text with ': ' needs quotes\n"},
      {"a: [1, 2\nb: 3\n",
       "t.yaml:1:4: error[SRC010]: met [ without its ]\n"
       "  1 | a: [1, 2\n"
       "    |    ^\n"
       "  help: or a comma is missing between two of its items\n"},
      {"a: {b: 1\n",
       "t.yaml:1:4: error[SRC010]: met { without its }\n"
       "  1 | a: {b: 1\n"
       "    |    ^\n"
       "  help: or a comma is missing between two of its keys\n"},
      {"a: \"text\n",
       "t.yaml:1:4: error[SRC010]: met the end inside a quoted text\n"
       "  1 | a: \"text\n"
       "    |    ^\n"
       "  help: add the closing quote\n"},
      {"a: @x\n",
       "t.yaml:1:4: error[SRC010]: met a character that cannot begin a value\n"
       "  1 | a: @x\n"
       "    |    ^\n"
       "  help: a text that begins with @, ` or % needs quotes\n"},
      {"a: *b\n",
       "t.yaml:1:4: error[SRC010]: met an alias of an anchor that is not there\n"
       "  1 | a: *b\n"
       "    |    ^\n"},
      {"a: &x [*x]\n",
       "t.yaml:1:8: error[SRC015]: met an alias inside the value that it stands for\n"
       "  1 | a: &x [*x]\n"
       "    |        ^\n"},
      {"base: &b {x: 1}\nother:\n  <<: *b\n  y: 2\n",
       "t.yaml:3:3: error[SRC016]: met the merge key <<, expected a name\n"
       "  3 |   <<: *b\n"
       "    |   ^^\n"
       "  help: write the shared keys out in each mapping\n"},
      {"? [a, b]\n: 1\n",
       "t.yaml:1:3: error[SRC013]: met a list as a key, expected a name\n"
       "  1 | ? [a, b]\n"
       "    |   ^\n"},
      {"{{name}}: 1\n",
       "t.yaml:1:2: error[SRC013]: met a mapping as a key, expected a name\n"
       "  1 | {{name}}: 1\n"
       "    |  ^\n"
       "  help: a text with { } needs quotes\n"},
      {"~: 1\n",
       "t.yaml:1:1: error[SRC013]: met no value as a key, expected a name\n"
       "  1 | ~: 1\n"
       "    | ^\n"},
      {"a: !!binary aGk=\n",
       "t.yaml:1:4: error[SRC017]: met the tag tag:yaml.org,2002:binary, expected a plain value\n"
       "  1 | a: !!binary aGk=\n"
       "    |    ^^^^^^^^^^^^^\n"
       "  help: leave the tag out\n"},
      {"a: !b(c)\n",
       "t.yaml:1:4: error[SRC017]: met the tag !b(c), expected a plain value\n"
       "  1 | a: !b(c)\n"
       "    |    ^^^^^\n"
       "  help: put quotes around a value that begins with !; leave a tag out\n"},
      {"a: \"\\0\"\n",
       "t.yaml:1:4: error[SRC007]: met an escape that makes the control character U+0000\n"
       "  1 | a: \"\\0\"\n"
       "    |    ^^^^\n"},
      {"# nothing\n", "t.yaml: error[SRC005]: met nothing but comments, expected YAML\n"},
  }));
  CHECK(yaml_faults(yaml) == expected);
}

TEST_CASE("all faults of a document are reported, not only the first", "[source][yaml]") {
  const std::string faults = yaml_faults("a: 1\na: 2\nb: !!x 1\nc: {<<: 1, d: 1, d: 2}\n");
  CHECK_THAT(faults, ContainsSubstring("t.yaml:2:1: error[SRC012]"));
  CHECK_THAT(faults, ContainsSubstring("t.yaml:3:4: error[SRC017]"));
  CHECK_THAT(faults, ContainsSubstring("t.yaml:4:5: error[SRC016]"));
  CHECK_THAT(faults, ContainsSubstring("t.yaml:4:18: error[SRC012]"));
}

TEST_CASE("a tag of text makes a text of anything", "[source][yaml]") {
  CHECK(read_yaml_text("a: !!str 12").find("a")->form == ScalarForm::quoted);
}

TEST_CASE("YAML nests 64 levels and no more", "[source][yaml]") {
  const std::string fits = std::string(64, '[') + std::string(64, ']');
  CHECK(yaml_faults(fits).empty());
  CHECK_THAT(yaml_faults("[" + fits + "]"),
             ContainsSubstring("met more than 64 levels of nesting"));
  CHECK_THAT(yaml_faults(std::string(500'000, '[')), ContainsSubstring("more than 64 levels"));
}

TEST_CASE("aliases cannot nest deeper than the limit either", "[source][yaml]") {
  std::string chain = "- &a0 [x]\n";
  for (int i = 1; i < 70; ++i)
    chain += "- &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  CHECK_THAT(yaml_faults(chain), ContainsSubstring("met more than 64 levels of nesting"));
}

TEST_CASE("aliases cannot multiply a document", "[source][yaml]") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 9; ++j)
      bomb += before + ", ";
    bomb += before + "]\n";
  }
  CHECK_THAT(yaml_faults(bomb),
             ContainsSubstring("met aliases that multiply the document beyond 50000"));
  const std::string long_text = "a: &a " + std::string(100'000, 'x') + "\nb: [";
  std::string many = long_text;
  for (int i = 0; i < 100; ++i)
    many += "*a, ";
  CHECK_THAT(yaml_faults(many + "*a]\n"), ContainsSubstring("multiply the document"));
}

TEST_CASE("a value that is left out stands at its key", "[source][yaml]") {
  const Node root = read_yaml_text("first:\nsecond: 1\nthird:\n");
  CHECK(root.find("first")->is_null());
  CHECK(root.find("first")->at.line == 1);
  CHECK(root.find("third")->at.line == 3);
  CHECK(root.find("third")->at.length == 5);
}

TEST_CASE("a tab in the indentation is named as such whatever comes of it", "[source][yaml]") {
  const auto* yaml =
      GENERATE("data:\n\ttokens: 5\n", "data:\n  a: 1\n\ttokens: 5\n", "a:\tx\n\tb: y\n");
  CAPTURE(yaml);
  CHECK_THAT(yaml_faults(yaml), ContainsSubstring("met a tab in the indentation, expected spaces"));
}

TEST_CASE("a key too far in, and text after a list, are told from what they look like",
          "[source][yaml]") {
  CHECK_THAT(
      yaml_faults("a: b\n  c: d\n"),
      ContainsSubstring("t.yaml:2:4: error[SRC010]: met a key further in than the one above"));
  CHECK_THAT(yaml_faults("- a\nb: c\n"),
             ContainsSubstring("met more text after the end of the value"));
  CHECK_THAT(yaml_faults("a: b\n---\nc: d\n"), ContainsSubstring("met a second document"));
}

TEST_CASE("every fault of syntax is told in our words, with advice", "[source][yaml]") {
  const auto* yaml = GENERATE("a: &\n",
                              "a: *\n",
                              "%YAML\na: b\n",
                              "%YAML 3.0\n---\na: b\n",
                              "a: !<b\n",
                              "a: |0\n b\n",
                              "a: |x\n b\n",
                              "a: \"\\u12\"\n",
                              "a: \"\\U00110000\"\n",
                              "a: \"\\q\"\n",
                              "a: &b &c d\n",
                              "a: 'b'c\n",
                              "a: @b\n");
  CAPTURE(yaml);
  const auto faults = yaml_faults(yaml);
  CHECK_THAT(faults, ContainsSubstring("error[SRC010]: met "));
  CHECK_THAT(faults, ContainsSubstring("help: "));
  CHECK_THAT(faults, !ContainsSubstring("at this place"));
}
