#pragma once

#include "source/node.hpp"

#include <optional>

namespace gpuplan::source {

/// What a reader accepts before it parses; a larger input is an error that names the limit.
struct Limits {
  std::size_t most_bytes = 0;
  std::size_t deepest_nesting = 64;
  std::size_t most_values = 4'000'000; ///< scalars, containers and cells: what fills the memory
};

constexpr Limits k_yaml_limits{.most_bytes = std::size_t{1} << 20U};
constexpr Limits k_yaml_overlay_limits{.most_bytes = std::size_t{4} << 20U};
constexpr Limits k_json_limits{.most_bytes = std::size_t{64} << 20U};
constexpr Limits k_csv_limits{.most_bytes = std::size_t{64} << 20U,
                              .deepest_nesting = 1,
                              .most_values = 16'000'000};

/// Each reader reports every fault it can find and answers nothing when there was an error: over
/// the limit, empty, invalid UTF-8, NUL bytes, syntax, nesting, duplicate keys, keys that are no
/// scalar, further documents, anchors that multiply the size. A byte-order mark and CRLF are fine.
std::optional<Document> read_yaml(SourceTextPtr text, Limits limits, core::DiagnosticSink& sink);

/// JSON with one concession: bare NaN and Infinity, as Python writes them, are read as plain
/// scalars of that text (a reader that wants a number refuses them in place).
std::optional<Document> read_json(SourceTextPtr text, Limits limits, core::DiagnosticSink& sink);

struct CsvCell {
  std::string text;
  Position at;
};

/// A table with a header line: RFC 4180 quoting, every row as long as the header.
struct CsvTable {
  SourceTextPtr text;
  std::vector<CsvCell> header;
  std::vector<std::vector<CsvCell>> rows;

  [[nodiscard]] core::Span span(Position at) const { return text->span(at); }

  /// The index of a column, or nothing.
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
};

std::optional<CsvTable> read_csv(SourceTextPtr text, Limits limits, core::DiagnosticSink& sink);

} // namespace gpuplan::source
