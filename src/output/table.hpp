#pragma once

#include "output/styled_text.hpp"

#include <string>
#include <vector>

namespace gpuplan::output {

enum class Align : std::uint8_t { left, right };

/// Whether the texts of a column may go on in a second line.
enum class Breaks : std::uint8_t { never, at_spaces };

struct Column {
  std::string title;
  Align align = Align::left;
  int drop_order = 0; ///< 0 stays; columns go in the order 1, 2, … until the table fits
  Breaks breaks = Breaks::never;
};

struct Cell {
  std::string text;
  Style style = Style::plain;
};

/// Rows of cells under titles, two spaces apart. A table that is too wide breaks the texts that may
/// be broken, then drops columns in the stated order; one that still is too wide is printed row by
/// row, `title value` below the name. Words are never broken or cut.
class Table {
public:
  explicit Table(std::vector<Column> columns);

  /// As many cells as there are columns.
  void add(std::vector<Cell> row);

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }

  [[nodiscard]] const std::vector<std::vector<Cell>>& rows() const { return rows_; }

  /// For people: aligned, each line ended, no trailing spaces; width 0 is unlimited.
  [[nodiscard]] std::string text(std::size_t width, Colour colour) const;

  /// RFC 4180 with a header line and LF.
  [[nodiscard]] std::string csv() const;

  /// A GitHub table; pipes, backslashes and HTML in cells are escaped.
  [[nodiscard]] std::string markdown() const;

private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

/// A CSV field, quoted where RFC 4180 asks for it and guarded with an apostrophe where a
/// spreadsheet would run it as a formula (`=`, `+`, `-`, `@` before anything but a number).
std::string csv_field(std::string_view text);

/// A Markdown list below a table; nothing for no texts.
std::string markdown_list(const std::vector<std::string>& texts);

/// Text made safe inside a Markdown table cell.
std::string markdown_field(std::string_view text);

} // namespace gpuplan::output
