#include "source/fields.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

using namespace gpuplan;
using source::Node;
using source::NodeKind;
using source::ScalarForm;

namespace {

std::string json_faults(const std::string& json) {
  core::DiagnosticSink sink;
  const auto document = read_json(test::source_text(json, "t.json"), source::k_json_limits, sink);
  CHECK(document.has_value() == !sink.failed());
  return test::rendered(sink);
}

Node read_json_text(const std::string& json) {
  core::DiagnosticSink sink;
  auto document = read_json(test::source_text(json, "t.json"), source::k_json_limits, sink);
  INFO(test::rendered(sink));
  REQUIRE(document.has_value());
  return document->root;
}

} // namespace

TEST_CASE("JSON keeps numbers as written and tells them from texts and words", "[source][json]") {
  const Node root =
      read_json_text(R"({"price": 98.320000000000001, "name": "x\u00e9\n", "spot": true,
 "zone": null, "big": 123456789012345678901234567890})");
  CHECK(root.find("price")->text == "98.320000000000001");
  CHECK(root.find("price")->form == ScalarForm::number);
  CHECK(root.find("name")->text == "x\xC3\xA9\n");
  CHECK(root.find("name")->form == ScalarForm::quoted);
  CHECK(root.find("spot")->form == ScalarForm::boolean);
  CHECK(root.find("spot")->text == "true");
  CHECK(root.find("zone")->is_null());
  CHECK(root.find("big")->text == "123456789012345678901234567890");
}

TEST_CASE("JSON values know their place", "[source][json]") {
  const Node root = read_json_text("{\r\n  \"a\": [1,\r\n   {\"\xC3\xA9\": \"wide\"}]\r\n}");
  const Node& list = *root.find("a");
  CHECK(list.at.line == 2);
  CHECK(list.at.column == 8);
  CHECK(list.items[0].at.column == 9);
  const auto& [key, value] = list.items[1].entries.front();
  CHECK(key.at.line == 3);
  CHECK(key.at.column == 5);
  CHECK(key.at.length == 3);
  CHECK(value.at.column == 10);
  CHECK(value.at.length == 6);
}

TEST_CASE("NaN and the infinities of Python are plain scalars in their place", "[source][json]") {
  const Node root = read_json_text(R"([NaN, -Infinity,Infinity , "NaN", 1])");
  REQUIRE(root.items.size() == 5);
  CHECK(root.items[0].text == "NaN");
  CHECK(root.items[0].form == ScalarForm::plain);
  CHECK(root.items[1].text == "-Infinity");
  CHECK(root.items[1].at.length == 9);
  CHECK(root.items[2].text == "Infinity");
  CHECK(root.items[3].form == ScalarForm::quoted);
  CHECK(root.items[4].at.column == 35);
  CHECK(read_json_text("NaN").text == "NaN");
}

TEST_CASE("a JSON document may be a single scalar", "[source][json]") {
  CHECK(read_json_text(" 12 ").text == "12");
  CHECK(read_json_text("\"a\"").text == "a");
  CHECK(read_json_text("null").is_null());
  CHECK(json_faults("12 13") != "");
  CHECK(json_faults("\"a\" \"b\"") != "");
  CHECK(json_faults("null,") != "");
}

TEST_CASE("text that is no JSON is refused", "[source][json]") {
  const auto* bad = GENERATE("{",
                             "[",
                             "[1",
                             "[1,",
                             "[1,]",
                             "[,1]",
                             "[1 2]",
                             "[1] 2",
                             "[1]]",
                             "{\"a\"}",
                             "{\"a\":}",
                             "{\"a\":1,}",
                             "{\"a\" 1}",
                             "{a:1}",
                             "{'a':1}",
                             "{\"a\":1 \"b\":2}",
                             "[01]",
                             "[1.]",
                             "[.5]",
                             "[+1]",
                             "[-]",
                             "[1e]",
                             "[0x10]",
                             "[tru]",
                             "[truer]",
                             "[True]",
                             "[nul]",
                             "[nan]",
                             "[NaNo]",
                             "[1NaN]",
                             "[-NaN]",
                             "[\"a]",
                             "[\"\\x\"]",
                             "[\"\\ud800\"]",
                             "[\"a\tb\"]",
                             "[\"a\nb\"]",
                             "[1]//x",
                             "]",
                             ",",
                             ":");
  CAPTURE(bad);
  CHECK(json_faults(bad) != "");
}

TEST_CASE("faults of JSON point at their place", "[source][json]") {
  CHECK(json_faults("{\"a\": 1,\n \"b\": tru}") ==
        "t.json:2:7: error[SRC010]: met tru, expected a value\n"
        "  2 |  \"b\": tru}\n"
        "    |       ^\n");
  CHECK(json_faults("{\"a\": 1,\n \"bc\": 2, \"a\": 3}") ==
        "t.json:2:11: error[SRC012]: met the key a a second time\n"
        "  2 |  \"bc\": 2, \"a\": 3}\n"
        "    |           ^^^\n"
        "  t.json:1:2: first here\n"
        "  1 | {\"a\": 1,\n"
        "    |  ^^^\n"
        "  help: keep one of the two\n");
  CHECK(json_faults("[1, \"abc]") == "t.json:1:5: error[SRC010]: met the end inside a text\n"
                                     "  1 | [1, \"abc]\n"
                                     "    |     ^\n"
                                     "  help: add the closing quote\n");
  CHECK(json_faults("[\"\\u0000\"]") ==
        "t.json:1:2: error[SRC007]: met an escape that makes the control character U+0000\n"
        "  1 | [\"\\u0000\"]\n"
        "    |  ^^^^^^^^\n");
}

TEST_CASE("JSON nests 64 levels and no more", "[source][json]") {
  const std::string fits = std::string(64, '[') + std::string(64, ']');
  CHECK(json_faults(fits).empty());
  CHECK_THAT(json_faults("[" + fits + "]"),
             ContainsSubstring("met more than 64 levels of nesting"));
  CHECK_THAT(json_faults(std::string(1'000'000, '[')), ContainsSubstring("error[SRC01"));
}
