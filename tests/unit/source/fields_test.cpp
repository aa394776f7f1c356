#include "source/fields.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

#include <array>
#include <functional>

using namespace gpuplan;
using source::Fields;

namespace {

/// Runs `read` over the fields of a YAML mapping and answers the faults.
std::string faults_of(const std::string& yaml, const std::function<void(Fields&)>& read) {
  core::DiagnosticSink sink;
  const auto document = read_yaml(test::source_text(yaml, "w.yaml"), source::k_yaml_limits, sink);
  INFO(test::rendered(sink));
  REQUIRE(document.has_value());
  Fields fields(*document, document->root, "the workload", sink);
  read(fields);
  fields.finish();
  return test::rendered(sink);
}

} // namespace

TEST_CASE("fields read texts, numbers, words and lists", "[source][fields]") {
  const std::string yaml =
      "name: x\ncount: 1e3\nshare: 0.5\non: true\nkind: serve\nplaces: [eu, 'us']\n";
  CHECK(faults_of(yaml, [](Fields& fields) {
          constexpr std::array<std::string_view, 2> k_kinds{"train", "serve"};
          CHECK(fields.required_text("name") == "x");
          CHECK(fields.whole("count", 1, 10'000) == 1000);
          CHECK(fields.number("share", 0, 1) == 0.5);
          CHECK(fields.boolean("on") == true);
          CHECK(fields.choice("kind", k_kinds) == 1U);
          CHECK(fields.texts("places") == std::vector<std::string>{"eu", "us"});
          CHECK_FALSE(fields.text("absent").has_value());
          CHECK(fields.texts("absent too").empty());
        }).empty());
}

TEST_CASE("an unknown key is reported with the nearest one", "[source][fields]") {
  CHECK(faults_of("sequence_lenght: 5\ncolour: red\n",
                  [](Fields& fields) {
                    fields.take("sequence_length");
                    fields.take("tokens");
                  }) ==
        "w.yaml:1:1: error[SRC031]: met the unknown key sequence_lenght in the workload\n"
        "  1 | sequence_lenght: 5\n"
        "    | ^^^^^^^^^^^^^^^\n"
        "  help: did you mean sequence_length?\n"
        "w.yaml:2:1: error[SRC031]: met the unknown key colour in the workload\n"
        "  2 | colour: red\n"
        "    | ^^^^^^\n"
        "  help: known keys: sequence_length, tokens\n");
}

TEST_CASE("a missing key is reported at its mapping", "[source][fields]") {
  CHECK(faults_of("a: 1\n",
                  [](Fields& fields) {
                    fields.take("a");
                    CHECK(fields.require("tokens") == nullptr);
                  }) == "w.yaml:1:1: error[SRC030]: met the workload without the key tokens\n"
                        "  1 | a: 1\n"
                        "    | ^\n");
}

TEST_CASE("what is no mapping is reported once", "[source][fields]") {
  CHECK(faults_of("just words\n",
                  [](Fields& fields) {
                    CHECK_FALSE(fields.required_text("a").has_value());
                    CHECK_FALSE(fields.required_number("b", 0, 1).has_value());
                  }) ==
        "w.yaml:1:1: error[SRC032]: met just words, expected the workload with its keys\n"
        "  1 | just words\n"
        "    | ^^^^^^^^^^\n");
}

TEST_CASE("a value of the wrong type or size is reported at its place", "[source][fields]") {
  const auto read_number = [](Fields& fields) {
    CHECK_FALSE(fields.number("v", 0, 100).has_value());
  };
  const auto read_whole = [](Fields& fields) { CHECK_FALSE(fields.whole("v", 1, 64).has_value()); };
  const auto read_flag = [](Fields& fields) { CHECK_FALSE(fields.boolean("v").has_value()); };
  const auto read_text = [](Fields& fields) { CHECK_FALSE(fields.text("v").has_value()); };
  const auto read_name = [](Fields& fields) { CHECK_FALSE(fields.required_text("v").has_value()); };
  const auto read_list = [](Fields& fields) { CHECK(fields.texts("v").empty()); };
  const auto read_kind = [](Fields& fields) {
    constexpr std::array<std::string_view, 2> k_kinds{"train", "serve"};
    CHECK_FALSE(fields.choice("v", k_kinds).has_value());
  };

  struct Row {
    const char* value;
    std::function<void(Fields&)> read;
    const char* headline;
    const char* help = "";
  };

  const std::vector<Row> rows{
      {"many", read_number, "error[SRC033]: met many for v, expected a number"},
      {"'12'",
       read_number,
       "error[SRC033]: met the text \"12\" for v, expected a number",
       "take the quotes off"},
      {"[1]", read_number, "error[SRC033]: met a list for v, expected a number"},
      {"{a: 1}", read_number, "error[SRC033]: met a mapping for v, expected a number"},
      {"12GiB", read_number, "error[SRC033]: met 12GiB for v, expected a number"},
      {".nan", read_number, "error[SRC033]: met .nan for v, expected a number"},
      {"nan", read_number, "error[SRC033]: met nan for v, expected a number"},
      {".inf", read_number, "error[SRC033]: met .inf for v, expected a number"},
      {"010", read_number, "error[SRC033]: met 010 for v, expected a number"},
      {"0x10", read_number, "error[SRC033]: met 0x10 for v, expected a number"},
      {"1_000", read_number, "error[SRC033]: met 1_000 for v, expected a number"},
      {"1e999", read_number, "error[SRC033]: met 1e999 for v, expected a number"},
      {"-1", read_number, "error[SRC034]: met -1 for v, expected a number from 0 to 100"},
      {"1e9", read_number, "error[SRC034]: met 1e9 for v, expected a number from 0 to 100"},
      {"",
       read_number,
       "error[SRC032]: met no value for v, expected a number",
       "leave the key out, or write null where it is not known"},
      {"1.5", read_whole, "error[SRC033]: met 1.5 for v, expected a whole number"},
      {"0", read_whole, "error[SRC034]: met 0 for v, expected a whole number from 1 to 64"},
      {"99999999999999999999",
       read_whole,
       "error[SRC033]: met 99999999999999999999 for v, expected a whole number"},
      {"yes", read_flag, "error[SRC032]: met yes for v, expected true or false"},
      {"'true'", read_flag, "error[SRC032]: met the text \"true\" for v, expected true or false"},
      {"[a]", read_text, "error[SRC032]: met a list for v, expected a text"},
      {"''", read_name, "error[SRC032]: met an empty text for v, expected a text"},
      {"~", read_name, "error[SRC030]: met ~ for v, expected a value"},
      {"eu", read_list, "error[SRC032]: met eu for v, expected a list", "write [eu]"},
      {"[[a]]", read_list, "error[SRC032]: met a list in v, expected a text"},
      {"serv",
       read_kind,
       "error[SRC035]: met serv for v, expected one of train, serve",
       "did you mean serve?"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    const std::string faults = faults_of(std::string("v: ") + row.value + "\n", row.read);
    CHECK_THAT(faults, Catch::Matchers::StartsWith("w.yaml:1:"));
    CHECK_THAT(faults, ContainsSubstring(std::string(row.headline) + "\n"));
    if (*row.help != '\0')
      CHECK_THAT(faults, ContainsSubstring("  help: " + std::string(row.help) + "\n"));
  }
}

TEST_CASE("an optional key may say that it is not known", "[source][fields]") {
  CHECK(faults_of("a: null\nb: ~\n", [](Fields& fields) {
          CHECK_FALSE(fields.number("a", 0, 1).has_value());
          CHECK_FALSE(fields.text("b").has_value());
        }).empty());
}

TEST_CASE("numbers have one form", "[source][fields]") {
  using source::parse_number;
  using source::parse_whole;
  CHECK(parse_number("12") == 12.0);
  CHECK(parse_number("-0.5e-3") == -0.0005);
  CHECK(parse_number("1E9") == 1e9);
  for (const auto* bad :
       {"", "+1", "1.", ".5", "01", "1e", "0x1", "inf", "nan", "1 ", " 1", "1,0"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_number(bad).has_value());
    CHECK_FALSE(parse_whole(bad).has_value());
  }
  CHECK(parse_whole("9223372036854775807") == INT64_MAX);
  CHECK(parse_whole("12.0") == 12);
  CHECK(parse_whole("1e3") == 1000);
  CHECK_FALSE(parse_whole("1e17").has_value()); // a double may not hold it exactly
  CHECK_FALSE(parse_whole("12.5").has_value());
}
