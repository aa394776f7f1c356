#include "source/readers.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

using namespace gpuplan;
using source::Node;
using source::ScalarForm;

namespace {

std::string faults_of(const std::string& yaml) {
  core::DiagnosticSink sink;
  const auto document = read_yaml(test::source_text(yaml, "t.yaml"), source::k_yaml_limits, sink);
  CHECK(document.has_value() == !sink.failed());
  return test::rendered(sink);
}

Node read(const std::string& yaml) {
  core::DiagnosticSink sink;
  auto document = read_yaml(test::source_text(yaml, "t.yaml"), source::k_yaml_limits, sink);
  INFO(test::rendered(sink));
  REQUIRE(document.has_value());
  return document->root;
}

} // namespace

TEST_CASE("YAML scalars stay text", "[source][yaml]") {
  const Node root =
      read("a: 010\nb: yes\nc: \"12\"\nd: .inf\ne: 1_000\nf: 1e3\ng: ~\nh:\ni: 'x: y'");
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
      read("\xEF\xBB\xBF\"\xC3\xA9\": {b: 'it''s', c: two words} # x\r\nd:\r\n  - 5\r\n");
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
  const Node root = read("base: &b {x: 1}\nother: *b\n");
  CHECK(root.find("other")->find("x")->text == "1");
  CHECK(root.find("other")->at.line == 2);
}

TEST_CASE("a repeated key is a fault that names both places", "[source][yaml]") {
  CHECK(faults_of("tokens: 1\nsize: 2\n'tokens': 3\n") ==
        "t.yaml:3:1: error[SRC012]: met the key tokens a second time\n"
        "  3 | 'tokens': 3\n"
        "    | ^^^^^^^^\n"
        "  t.yaml:1:1: first here\n"
        "  1 | tokens: 1\n"
        "    | ^^^^^^\n"
        "  help: keep one of the two\n");
}

TEST_CASE("YAML reads one document", "[source][yaml]") {
  CHECK(faults_of("---\na: 1\n...\n").empty());
  CHECK(faults_of("a: 1\n---\nb: 2\n") ==
        "t.yaml:2:1: error[SRC014]: met a second document, expected one in a file\n"
        "  2 | ---\n"
        "    | ^\n"
        "  help: split the file, or take out the line with ---\n");
}
