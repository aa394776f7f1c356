#pragma once

#include "core/diagnostic.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::source {

/// Where a node stands: 1-based line and column, columns in characters; `length` characters long.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// The bytes of one input and the name it is reported under. Readers take bytes, never paths, so
/// tests and fuzzers need no files.
class SourceText {
public:
  /// `first_line` is the number under which the first line is reported: the line of an NDJSON
  /// record in its file. Positions count from 1 all the same.
  SourceText(std::string name, std::string bytes, std::uint32_t first_line = 1);

  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] std::string_view bytes() const { return bytes_; }

  /// The text of a 1-based line without its line end; empty beyond the last.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;

  /// The span of a position, with the source line for the caret (long lines are cut around it).
  [[nodiscard]] core::Span span(Position at) const;

  /// The 1-based position of a byte offset; beyond the end, the place just after the last byte.
  [[nodiscard]] Position position_of(std::size_t offset) const;

  /// The byte offset at which a 1-based line begins (after a byte-order mark); the size beyond.
  [[nodiscard]] std::size_t line_offset(std::uint32_t number) const;

  /// The bytes after a byte-order mark.
  [[nodiscard]] std::string_view content() const;

private:
  std::string name_;
  std::string bytes_;
  std::uint32_t first_line_;
  std::vector<std::size_t> line_starts_;
};

using SourceTextPtr = std::shared_ptr<const SourceText>;

} // namespace gpuplan::source
