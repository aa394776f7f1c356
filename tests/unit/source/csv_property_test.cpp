#include "source/readers.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

#include <csv.h>

#include <random>

using namespace gpuplan;

namespace {

using Rows = std::vector<std::vector<std::string>>;

struct Collected {
  Rows rows;
  std::vector<std::string> row;
};

/// What libcsv makes of the text. It strips blanks around cells unless told otherwise.
Rows rows_of_libcsv(const std::string& text) {
  Collected collected;
  csv_parser parser{};
  REQUIRE(csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) == 0);
  csv_set_space_func(&parser, [](unsigned char) { return 0; });
  const auto on_cell = [](void* cell, std::size_t length, void* data) {
    static_cast<Collected*>(data)->row.emplace_back(static_cast<const char*>(cell), length);
  };
  const auto on_row = [](int, void* data) {
    auto& all = *static_cast<Collected*>(data);
    all.rows.push_back(std::move(all.row));
    all.row.clear();
  };
  REQUIRE(csv_parse(&parser, text.data(), text.size(), on_cell, on_row, &collected) == text.size());
  REQUIRE(csv_fini(&parser, on_cell, on_row, &collected) == 0);
  csv_free(&parser);
  return collected.rows;
}

Rows rows_of_ours(const std::string& text) {
  core::DiagnosticSink sink;
  const auto table = read_csv(test::source_text(text, "t.csv"), source::k_csv_limits, sink);
  INFO(test::rendered(sink));
  REQUIRE(table.has_value());
  Rows rows;
  for (const auto& row : table->rows) {
    rows.emplace_back();
    for (const auto& cell : row)
      rows.back().push_back(cell.text);
  }
  return rows;
}

std::string random_cell(std::mt19937& random) {
  constexpr std::array<const char*, 8> k_pieces{
      "a", " ", ",", "\"\"", "\n", "\r\n", "\xC3\xA9", "7.5"};
  std::string cell;
  const bool in_quotes = random() % 2 == 0;
  for (auto pieces = random() % 4; pieces > 0; --pieces) {
    const std::string_view piece = k_pieces[random() % k_pieces.size()];
    const bool plain = piece.find_first_of(",\"\r\n") == std::string_view::npos;
    if (in_quotes || plain)
      cell += piece;
  }
  return in_quotes ? "\"" + cell + "\"" : cell;
}

std::string random_table(std::mt19937& random) {
  const auto columns = 2 + random() % 4;
  std::string text = "c0";
  for (std::size_t i = 1; i < columns; ++i)
    text += ",c" + std::to_string(i);
  for (auto rows = random() % 6; rows > 0; --rows) {
    text += random() % 2 == 0 ? "\n" : "\r\n";
    if (random() % 5 == 0)
      text += "\n"; // an empty line
    for (std::size_t i = 0; i < columns; ++i)
      text += (i == 0 ? "" : ",") + random_cell(random);
  }
  return random() % 2 == 0 ? text + "\n" : text;
}

} // namespace

TEST_CASE("the CSV scanner reads what libcsv reads", "[source][csv][property]") {
  std::mt19937 random(20261130);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = random_table(random);
    CAPTURE(text);
    auto expected = rows_of_libcsv(text);
    expected.erase(expected.begin());
    REQUIRE(rows_of_ours(text) == expected);
  }
}
