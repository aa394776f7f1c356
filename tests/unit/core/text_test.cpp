#include "core/date.hpp"
#include "core/diagnostic.hpp"
#include "core/text.hpp"
#include "support/catch.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

using namespace gpuplan::core;

TEST_CASE("a misspelt name gets the nearest valid one", "[core][text]") {
  constexpr std::array<std::string_view, 3> k_names{"sequence_length", "tokens", "size"};
  CHECK(nearest("sequence_lenght", k_names) == "sequence_length");
  CHECK(nearest("token", k_names) == "tokens");
  CHECK(nearest("seq", k_names) == "sequence_length");
  CHECK_FALSE(nearest("colour", k_names).has_value());
}

TEST_CASE("words to choose from are told as a choice, an empty one in words", "[core][text]") {
  using Words = std::vector<std::string_view>;
  CHECK(choice_of(Words{"", "1y", "3y"}) == "nothing, 1y or 3y");
  CHECK(choice_of(Words{"on", "off"}) == "on or off");
  CHECK(choice_of(Words{"on"}) == "on");
}

TEST_CASE("what was met is repeated short and without control characters", "[core][text]") {
  CHECK(shortened("") == "nothing");
  CHECK(shortened("48h") == "48h");
  CHECK(shortened("a\x1b[31m\n") == "a?[31m?");
  CHECK(shortened(std::string(41, 'x')) == std::string(40, 'x') + "...");
  // A character is not cut in two.
  CHECK(shortened(std::string(39, 'x') + "éé") == std::string(39, 'x') + "...");
}

TEST_CASE("globs match without regard to case", "[core][text]") {
  CHECK(glob_match("h100*", "H100-SXM5-80GB"));
  CHECK(glob_match("*", ""));
  CHECK(glob_match("a?c", "abc"));
  CHECK_FALSE(glob_match("a?c", "ac"));
  CHECK_FALSE(glob_match("h100", "h100-pcie"));
  CHECK_FALSE(glob_match("*a*a*a*a*b", std::string(2000, 'a')));
}

TEST_CASE("dates exist or are refused", "[core][date]") {
  CHECK(to_string(parse_date("2024-02-29").value()) == "2024-02-29");
  CHECK_FALSE(parse_date("2023-02-29").has_value());
  CHECK_FALSE(parse_date("2023-2-9").has_value());
  CHECK(days_between(*parse_date("2026-11-01"), *parse_date("2026-12-01")) == 30);
}

TEST_CASE("a diagnostic points with a caret under the fault", "[core][diagnostic]") {
  const Diagnostic fault{
      .code = "SRC004",
      .headline = "met 4 k, expected a whole number of tokens",
      .at = {.file = "w.yaml", .line = 3, .column = 3, .length = 3, .line_text = "\té: 4 k"},
      .help = "did you mean 4k?"};
  CHECK(render(fault) == "w.yaml:3:3: error[SRC004]: met 4 k, expected a whole number of tokens\n"
                         "  3 | \té: 4 k\n"
                         "    | \t ^^^\n"
                         "  help: did you mean 4k?\n");
}
