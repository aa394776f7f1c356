#include "output/table.hpp"
#include "support/catch.hpp"

using namespace gpuplan::output;

namespace {

Table sample() {
  Table table{
      {{"plan"}, {"cost", Align::right}, {"range", Align::left, 1}, {"notes", Align::left, 2}}};
  table.add({{"aws/p5", Style::strong}, {"132"}, {"116-158"}, {""}});
  table.add({{"lambda/gpu_8x"}, {"66"}, {"56-82"}, {"r"}});
  return table;
}

} // namespace

TEST_CASE("a table aligns its columns and ends lines without spaces", "[output][table]") {
  CHECK(sample().text(0, Colour::off) == "plan           cost  range    notes\n"
                                         "aws/p5          132  116-158\n"
                                         "lambda/gpu_8x    66  56-82    r\n");
}

TEST_CASE("a table too wide drops columns in the stated order, never a plan name",
          "[output][table]") {
  CHECK(sample().text(30, Colour::off) == "plan           cost  notes\n"
                                          "aws/p5          132\n"
                                          "lambda/gpu_8x    66  r\n");
  CHECK(sample().text(5, Colour::off) == "plan           cost\n"
                                         "aws/p5          132\n"
                                         "lambda/gpu_8x    66\n");
}

TEST_CASE("colour adds escapes and nothing else", "[output][table]") {
  std::string coloured = sample().text(0, Colour::on);
  CHECK(coloured != sample().text(0, Colour::off));
  for (auto at = coloured.find('\033'); at != std::string::npos; at = coloured.find('\033')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  CHECK(coloured == sample().text(0, Colour::off));
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
