#include "source/readers.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

using namespace gpuplan;
using source::CsvTable;

namespace {

std::string csv_faults(const std::string& csv) {
  core::DiagnosticSink sink;
  const auto table = read_csv(test::source_text(csv, "t.csv"), source::k_csv_limits, sink);
  CHECK(table.has_value() == !sink.failed());
  return test::rendered(sink);
}

CsvTable read_csv_text(const std::string& csv) {
  core::DiagnosticSink sink;
  auto table = read_csv(test::source_text(csv, "t.csv"), source::k_csv_limits, sink);
  INFO(test::rendered(sink));
  REQUIRE(table.has_value());
  return std::move(*table);
}

} // namespace

TEST_CASE("CSV cells are read as RFC 4180 has them", "[source][csv]") {
  const CsvTable table = read_csv_text("name, note ,price\r\n"
                                       "\"a, \"\"b\"\"\",\"two\r\nlines\", 1.50\n"
                                       "\n"
                                       "c,,\n"
                                       "\"\",d,\"e\"");
  REQUIRE(table.header.size() == 3);
  CHECK(table.header[1].text == " note ");
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0][0].text == "a, \"b\"");
  CHECK(table.rows[0][1].text == "two\r\nlines");
  CHECK(table.rows[0][2].text == " 1.50");
  CHECK(table.rows[1][1].text.empty());
  CHECK(table.rows[1][2].text.empty());
  CHECK(table.rows[2][0].text.empty());
  CHECK(table.rows[2][2].text == "e");
  CHECK(table.column("price") == 2);
  CHECK_FALSE(table.column("Price").has_value());
}

TEST_CASE("CSV cells know their place", "[source][csv]") {
  const CsvTable table = read_csv_text("\xEF\xBB\xBFname,price\n\"\xC3\xA9\nx\",12.5\n,7\n");
  CHECK(table.header[0].at.column == 1);
  CHECK(table.header[1].at.column == 6);
  CHECK(table.rows[0][0].at.line == 2);
  CHECK(table.rows[0][1].at.line == 3);
  CHECK(table.rows[0][1].at.column == 4);
  CHECK(table.rows[0][1].at.length == 4);
  CHECK(table.rows[1][0].at.line == 4);
  CHECK(table.rows[1][0].at.column == 1);
  CHECK(table.rows[1][1].at.column == 2);
}

TEST_CASE("a header alone is a table without rows", "[source][csv]") {
  CHECK(read_csv_text("a,b\n").rows.empty());
  CHECK(read_csv_text("a\n1\n2").rows.size() == 2);
}

TEST_CASE("faults of CSV point at their place", "[source][csv]") {
  const auto [csv, expected] = GENERATE(table<std::string, std::string>({
      {"a,b\n1\n1,2,3\n",
       "t.csv:2:1: error[SRC020]: met 1 cell, expected 2 as in the header\n"
       "  2 | 1\n"
       "    | ^\n"
       "t.csv:3:1: error[SRC020]: met 3 cells, expected 2 as in the header\n"
       "  3 | 1,2,3\n"
       "    | ^\n"},
      {"a,b,a\n1,2,3\n",
       "t.csv:1:5: error[SRC021]: met the column a a second time\n"
       "  1 | a,b,a\n"
       "    |     ^\n"
       "  t.csv:1:1: first here\n"
       "  1 | a,b,a\n"
       "    | ^\n"
       "  help: keep one of the two\n"},
      {"a,,c\n1,2,3\n",
       "t.csv:1:3: error[SRC021]: met an empty cell, expected the name of a column\n"
       "  1 | a,,c\n"
       "    |   ^\n"},
      {"a,b\n1,\"x\n",
       "t.csv:2:3: error[SRC022]: met the end inside a quoted cell\n"
       "  2 | 1,\"x\n"
       "    |   ^\n"
       "  help: add the closing quote\n"},
      {"a,b\n\"1\"x,2\n",
       "t.csv:2:4: error[SRC022]: met x after the closing quote, expected a comma or a line end\n"
       "  2 | \"1\"x,2\n"
       "    |    ^\n"
       "  help: a quote inside a quoted cell is written twice\n"},
      {"a,b\n1,6\" rack\n",
       "t.csv:2:4: error[SRC022]: met a quote inside a cell that does not begin with one\n"
       "  2 | 1,6\" rack\n"
       "    |    ^\n"
       "  help: put the whole cell into quotes and double the quotes inside\n"},
      {"a\r1\r",
       "t.csv:1:2: error[SRC022]: met a carriage return without a line feed\n"
       "  1 | a?1\n"
       "    |  ^\n"
       "  help: end lines with LF or CRLF\n"},
  }));
  CHECK(csv_faults(csv) == expected);
}
