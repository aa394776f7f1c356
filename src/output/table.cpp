#include "output/table.hpp"

#include "core/ensure.hpp"

#include <charconv>

namespace gpuplan::output {
namespace {

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

std::string markdown_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const auto& text : texts)
    list += (list.empty() ? "\n- " : "- ") + markdown_field(text) + "\n";
  return list;
}

} // namespace gpuplan::output
