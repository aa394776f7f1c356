#include "core/counted.hpp"
#include "source/checks.hpp"
#include "source/position_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::source {
namespace {

/// Scans RFC 4180 text: cells between commas, rows between line ends, quotes doubled inside quoted
/// cells, which may hold commas and line ends. Empty lines are no rows.
class CsvScanner {
public:
  CsvScanner(const SourceText& text, Limits limits, core::DiagnosticSink& sink)
      : text_(text),
        limits_(limits),
        sink_(sink),
        cursor_(text),
        at_(text.line_offset(1)) {}

  [[nodiscard]] bool at_end() const { return at_ >= bytes().size(); }

  /// The next row that is no empty line; empty at the end. Faults are reported.
  std::vector<CsvCell> next_row() {
    std::vector<CsvCell> row;
    while (!at_end() && skip_line_end()) {
    }
    if (at_end())
      return row;
    for (;;) {
      row.push_back(next_cell());
      ++cells_;
      if (at_end() || skip_line_end() || over_limit())
        return row;
      ++at_; // the comma
      if (at_end()) {
        row.push_back({.at = cursor_.at(at_)});
        return row;
      }
    }
  }

  [[nodiscard]] bool over_limit() const { return cells_ > limits_.most_values; }

private:
  [[nodiscard]] std::string_view bytes() const { return text_.bytes(); }

  [[nodiscard]] bool at_line_end() const {
    return bytes()[at_] == '\n' || bytes().substr(at_).starts_with("\r\n");
  }

  bool skip_line_end() {
    if (!at_line_end())
      return false;
    at_ += bytes()[at_] == '\n' ? 1U : 2U;
    return true;
  }

  CsvCell next_cell() {
    const std::size_t begin = at_;
    CsvCell cell;
    if (bytes()[at_] == '"') {
      cell.text = quoted_text();
      skip_rest_of_cell();
    } else {
      while (!at_end() && bytes()[at_] != ',' && !at_line_end())
        ++at_;
      cell.text = bytes().substr(begin, at_ - begin);
      check_unquoted(begin, cell.text);
    }
    cell.at = cursor_.at(begin, at_ - begin);
    return cell;
  }

  std::string quoted_text() {
    const std::size_t begin = at_++;
    std::string cell;
    for (;;) {
      const std::size_t quote = bytes().find('"', at_);
      if (quote == std::string_view::npos) {
        fail(begin, "SRC022", "met the end inside a quoted cell", "add the closing quote");
        at_ = bytes().size();
        return cell;
      }
      cell.append(bytes().substr(at_, quote - at_));
      at_ = quote + 1;
      if (at_end() || bytes()[at_] != '"')
        return cell;
      cell += '"';
      ++at_;
    }
  }

  /// After the closing quote only a comma or a line end may follow.
  void skip_rest_of_cell() {
    const std::size_t rest = at_;
    while (!at_end() && bytes()[at_] != ',' && !at_line_end())
      ++at_;
    if (at_ != rest) {
      fail(rest,
           "SRC022",
           fmt::format("met {} after the closing quote, expected a comma or a line end",
                       in_quotes(bytes().substr(rest, at_ - rest))),
           "a quote inside a quoted cell is written twice");
    }
  }

  void check_unquoted(std::size_t begin, std::string_view cell) {
    if (const auto quote = cell.find('"'); quote != std::string_view::npos) {
      fail(begin + quote,
           "SRC022",
           "met a quote inside a cell that does not begin with one",
           "put the whole cell into quotes and double the quotes inside");
    }
    if (const auto lone = cell.find('\r'); lone != std::string_view::npos) {
      fail(begin + lone,
           "SRC022",
           "met a carriage return without a line feed",
           "end lines with LF or CRLF");
    }
  }

  void fail(std::size_t offset, std::string_view code, std::string headline, std::string help) {
    report(text_, cursor_.at(offset), code, std::move(headline), std::move(help), sink_);
  }

  const SourceText& text_;
  Limits limits_;
  core::DiagnosticSink& sink_;
  PositionCursor cursor_;
  std::size_t at_;
  std::size_t cells_ = 0;
};

void check_header(const SourceText& text,
                  const std::vector<CsvCell>& header,
                  core::DiagnosticSink& sink) {
  std::vector<const CsvCell*> sorted;
  for (const auto& cell : header) {
    if (cell.text.empty())
      report(text, cell.at, "SRC021", "met an empty cell, expected the name of a column", {}, sink);
    else
      sorted.push_back(&cell);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const CsvCell* a, const CsvCell* b) {
    return a->text < b->text;
  });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i]->text != sorted[i - 1]->text)
      continue;
    report_repeat(text,
                  sorted[i]->at,
                  sorted[i - 1]->at,
                  "SRC021",
                  fmt::format("met the column {} a second time", in_quotes(sorted[i]->text)),
                  sink);
  }
}

} // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].text == name)
      return i;
  }
  return std::nullopt;
}

std::optional<CsvTable> read_csv(SourceTextPtr text, Limits limits, core::DiagnosticSink& sink) {
  if (!check_bytes(*text, limits, "CSV", "split the table into several files", sink))
    return std::nullopt;
  const std::size_t errors_before = sink.error_count();
  CsvTable table{.text = std::move(text)};
  CsvScanner scanner(*table.text, limits, sink);
  table.header = scanner.next_row();
  check_header(*table.text, table.header, sink);
  while (!scanner.at_end() && !scanner.over_limit()) {
    auto row = scanner.next_row();
    if (row.empty() || scanner.over_limit())
      break;
    if (row.size() != table.header.size()) {
      auto headline = fmt::format("met {}, expected {} as in the header",
                                  core::counted(row.size(), "cell"),
                                  table.header.size());
      report(*table.text, row.front().at, "SRC020", std::move(headline), {}, sink);
    }
    table.rows.push_back(std::move(row));
  }
  if (scanner.over_limit()) {
    auto headline = fmt::format("met more than {} cells", limits.most_values);
    report(*table.text, {.line = 0}, "SRC004", std::move(headline), {}, sink);
  }
  if (sink.error_count() != errors_before)
    return std::nullopt;
  return table;
}

} // namespace gpuplan::source
