#include "source/position_cursor.hpp"

#include "source/utf8.hpp"

#include <algorithm>

namespace gpuplan::source {

PositionCursor::PositionCursor(const SourceText& text)
    : text_(text),
      offset_(text.line_offset(1)) {}

Position PositionCursor::at(std::size_t offset, std::size_t length_bytes) {
  const std::string_view bytes = text_.bytes();
  move_to(std::min(offset, bytes.size()));
  Position position = here_;
  std::string_view run = bytes.substr(offset_, length_bytes);
  run = run.substr(0, run.find('\n'));
  if (run.ends_with('\r'))
    run.remove_suffix(1);
  position.length = std::max(static_cast<std::uint32_t>(count_characters(run)), 1U);
  return position;
}

void PositionCursor::move_to(std::size_t offset) {
  const std::string_view bytes = text_.bytes();
  const bool back = offset < offset_;
  const auto between =
      back ? bytes.substr(offset, offset_ - offset) : bytes.substr(offset_, offset - offset_);
  const auto newline = between.rfind('\n');
  if (newline == std::string_view::npos) {
    const auto step = static_cast<std::uint32_t>(count_characters(between));
    here_.column = back ? here_.column - step : here_.column + step;
  } else if (back) {
    here_ = text_.position_of(offset);
  } else {
    here_.line += static_cast<std::uint32_t>(std::count(between.begin(), between.end(), '\n'));
    here_.column = static_cast<std::uint32_t>(count_characters(between.substr(newline + 1))) + 1;
  }
  offset_ = offset;
}

} // namespace gpuplan::source
