#include "output/table.hpp"

#include "core/ensure.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace gpuplan::output {
namespace {

constexpr std::size_t k_gap = 2;

std::string padded(const Cell& cell, std::size_t width, Align align, Colour colour) {
  const std::string spaces(width - std::min(width, display_width(cell.text)), ' ');
  const std::string text = styled(cell.text, cell.style, colour);
  return align == Align::right ? spaces + text : text + spaces;
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

bool is_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

bool runs_in_a_spreadsheet(std::string_view text) {
  if (text.empty())
    return false;
  const bool starts = std::string_view{"=+-@\t\r"}.find(text.front()) != std::string_view::npos;
  return starts && !is_number(text);
}

} // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(std::vector<Cell> row) {
  GPUPLAN_ENSURE(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::string Table::text(std::size_t width, Colour colour) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t widest = display_width(columns_[c].title);
    for (const auto& row : rows_)
      widest = std::max(widest, display_width(row[c].text));
    widths.push_back(widest);
  }
  std::vector<std::size_t> shown(columns_.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  const auto total = [&] {
    std::size_t sum = shown.empty() ? 0 : (shown.size() - 1) * k_gap;
    for (const auto c : shown)
      sum += widths[c];
    return sum;
  };
  while (width > 0 && total() > width) {
    const auto next = std::min_element(shown.begin(), shown.end(), [&](auto a, auto b) {
      const auto rank = [&](std::size_t c) {
        return columns_[c].drop_order == 0 ? 1'000'000 : columns_[c].drop_order;
      };
      return rank(a) < rank(b);
    });
    if (next == shown.end() || columns_[*next].drop_order == 0)
      break;
    shown.erase(next);
  }
  std::string text;
  const auto line = [&](const auto& cell_of) {
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const auto c = shown[i];
      if (i > 0)
        text.append(k_gap, ' ');
      text += padded(cell_of(c), widths[c], columns_[c].align, colour);
    }
    end_line(text);
  };
  line([&](std::size_t c) { return Cell{columns_[c].title, Style::column_head}; });
  for (const auto& row : rows_)
    line([&](std::size_t c) { return row[c]; });
  return text;
}

std::string csv_field(std::string_view text) {
  std::string value = runs_in_a_spreadsheet(text) ? "'" + std::string(text) : std::string(text);
  if (value.find_first_of(",\"\r\n") == std::string::npos)
    return value;
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"')
      quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string markdown_field(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
    case '|': safe += "\\|"; break;
    case '\\': safe += "\\\\"; break;
    case '<': safe += "&lt;"; break;
    case '>': safe += "&gt;"; break;
    case '&': safe += "&amp;"; break;
    case '`': safe += "\\`"; break;
    case '*': safe += "\\*"; break;
    case '_': safe += "\\_"; break;
    case '\r': break;
    case '\n': safe += ' '; break;
    default: safe += c;
    }
  }
  return safe;
}

std::string Table::csv() const {
  std::string text;
  const auto line = [&](const auto& text_of) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c > 0)
        text += ',';
      text += csv_field(text_of(c));
    }
    text += '\n';
  };
  line([&](std::size_t c) { return columns_[c].title; });
  for (const auto& row : rows_)
    line([&](std::size_t c) { return row[c].text; });
  return text;
}

std::string Table::markdown() const {
  std::string text = "|";
  for (const auto& column : columns_)
    text += " " + markdown_field(column.title) + " |";
  text += "\n|";
  for (const auto& column : columns_)
    text += column.align == Align::right ? "--:|" : "---|";
  text += '\n';
  for (const auto& row : rows_) {
    text += '|';
    for (const auto& cell : row)
      text += " " + markdown_field(cell.text) + " |";
    text += '\n';
  }
  return text;
}

} // namespace gpuplan::output
