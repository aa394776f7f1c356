#pragma once

#include "source/source_text.hpp"

namespace gpuplan::source {

/// Positions of many offsets of one text in nearly ascending order, each in time proportional to
/// the distance from the last: a text of one long line would cost its square otherwise.
class PositionCursor {
public:
  explicit PositionCursor(const SourceText& text);

  /// The position of a byte offset, `length_bytes` of the same line long.
  Position at(std::size_t offset, std::size_t length_bytes = 1);

private:
  void move_to(std::size_t offset);

  const SourceText& text_;
  std::size_t offset_;
  Position here_{.line = 1, .column = 1};
};

} // namespace gpuplan::source
