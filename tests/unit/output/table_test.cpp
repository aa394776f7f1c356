#include "output/table.hpp"
#include "support/catch.hpp"

using namespace gpuplan::output;

namespace {

Table two_columns() {
  Table table{
      {{"plan"}, {"cost", Align::right}, {"range", Align::left, 1}, {"notes", Align::left, 2}}};
  table.add({{"aws/p5", Style::strong}, {"132"}, {"116-158"}, {""}});
  table.add({{"lambda/gpu_8x"}, {"66"}, {"56-82"}, {"r"}});
  return table;
}

} // namespace

TEST_CASE("a table aligns its columns and ends lines without spaces", "[output][table]") {
  CHECK(two_columns().text(0, Colour::off) == "plan           cost  range    notes\n"
                                              "aws/p5          132  116-158\n"
                                              "lambda/gpu_8x    66  56-82    r\n");
}

TEST_CASE("a table too wide drops columns in the stated order, never a plan name",
          "[output][table]") {
  CHECK(two_columns().text(30, Colour::off) == "plan           cost  notes\n"
                                               "aws/p5          132\n"
                                               "lambda/gpu_8x    66  r\n");
  CHECK(two_columns().text(19, Colour::off) == "plan           cost\n"
                                               "aws/p5          132\n"
                                               "lambda/gpu_8x    66\n");
}

TEST_CASE("a table with no room for its columns is printed row by row", "[output][table]") {
  CHECK(two_columns().text(18, Colour::off) == "plan\n"
                                               "aws/p5\n"
                                               "    cost 132\n"
                                               "lambda/gpu_8x\n"
                                               "    cost 66\n");
}

TEST_CASE("texts that may be broken are, before columns go", "[output][table]") {
  Table table{{{"rule"}, {"check", Align::left, 0, Breaks::at_spaces}, {"line", Align::left, 1}}};
  table.add({{"a"}, {"one two three four five six seven eight nine"}, {"x.yaml:1"}});
  // 4 + 2 + 44 + 2 + 8 = 60
  CHECK(table.text(60, Colour::off) ==
        "rule  check                                         line\n"
        "a     one two three four five six seven eight nine  x.yaml:1\n");
  CHECK(table.text(50, Colour::off) == "rule  check                               line\n"
                                       "a     one two three four five six seven   x.yaml:1\n"
                                       "      eight nine\n");
  CHECK(table.text(20, Colour::off) == "rule  check\n"
                                       "a     one two three\n"
                                       "      four five six\n"
                                       "      seven eight\n"
                                       "      nine\n");
}

TEST_CASE("colour adds escapes and nothing else", "[output][table]") {
  std::string coloured = two_columns().text(0, Colour::on);
  CHECK(coloured != two_columns().text(0, Colour::off));
  for (auto at = coloured.find('\033'); at != std::string::npos; at = coloured.find('\033')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  CHECK(coloured == two_columns().text(0, Colour::off));
}

TEST_CASE("csv fields are quoted and never run in a spreadsheet", "[output][csv]") {
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  CHECK(csv_field("=1+1") == "'=1+1");
  CHECK(csv_field("@cmd") == "'@cmd");
  CHECK(csv_field("-3.5") == "-3.5");
}

TEST_CASE("markdown cells cannot break the table or bring in HTML", "[output][markdown]") {
  CHECK(markdown_field("a|b<img>\n`x`") == "a\\|b&lt;img&gt; \\`x\\`");
}

TEST_CASE("text wraps at spaces", "[output][text]") {
  CHECK(wrap("one two three", 7, 2) == "one two\n  three");
  CHECK(wrap("one two", 0, 2) == "one two");
  CHECK(wrap("averylongword x", 4, 1) == "averylongword\n x");
}

TEST_CASE("escapes have no width", "[output][text]") {
  CHECK(display_width(styled("four", Style::good, Colour::on)) == 4);
  const auto word = styled("two", Style::strong, Colour::on);
  CHECK(wrap("one " + word + " three", 7, 0) == "one " + word + "\nthree");
}

TEST_CASE("a command is broken between its words and can be pasted", "[output][text]") {
  CHECK(wrap_command("gpuplan explain 'a b c' --seq 4096", 0, 2) ==
        "gpuplan explain 'a b c' --seq 4096");
  CHECK(wrap_command("gpuplan explain 'a b c' --seq 4096", 25, 2) == "gpuplan explain 'a b c' \\\n"
                                                                     "  --seq 4096");
}

TEST_CASE("each line of a page is broken on its own", "[output][text]") {
  CHECK(wrap_lines("one two\n  three four\n\nfive\n", 9) == "one two\n  three\n    four\n\nfive\n");
  CHECK(wrap_lines("one two\n", 0) == "one two\n");
}
