#include "source/source_text.hpp"

#include "source/utf8.hpp"

#include <algorithm>
#include <limits>

namespace gpuplan::source {
namespace {

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

/// Most characters of a line that a diagnostic shows, and how many stand before its caret.
constexpr std::size_t k_widest_excerpt = 100;
constexpr std::size_t k_excerpt_lead = 30;

std::uint32_t narrow(std::size_t count) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

SourceText::SourceText(std::string name, std::string bytes, std::uint32_t first_line)
    : name_(std::move(name)),
      bytes_(std::move(bytes)),
      first_line_(first_line) {
  line_starts_.push_back(bytes_.starts_with(k_byte_order_mark) ? k_byte_order_mark.size() : 0);
  for (auto at = bytes_.find('\n'); at != std::string::npos; at = bytes_.find('\n', at + 1))
    line_starts_.push_back(at + 1);
}

std::size_t SourceText::line_offset(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size())
    return bytes_.size();
  return line_starts_[number - 1];
}

std::string_view SourceText::content() const {
  return bytes().substr(line_starts_.front());
}

std::string_view SourceText::line(std::uint32_t number) const {
  const std::size_t begin = line_offset(number);
  const std::size_t next = line_offset(number + 1);
  std::string_view text = bytes().substr(begin, next - begin);
  if (text.ends_with('\n'))
    text.remove_suffix(1);
  if (text.ends_with('\r'))
    text.remove_suffix(1);
  return text;
}

core::Span SourceText::span(Position at) const {
  core::Span span{
      .file = name_, .line = at.line, .column = at.column, .length = std::max(at.length, 1U)};
  if (at.line == 0)
    return span;
  span.line += first_line_ - 1;
  std::string_view text = line(at.line);
  const std::size_t wanted = std::max<std::size_t>(at.column, 1) - 1;
  if (wanted + 1 > k_widest_excerpt - k_excerpt_lead) {
    const std::size_t cut = byte_of_character(text, wanted - k_excerpt_lead);
    span.line_text_column = narrow(wanted - k_excerpt_lead + 1);
    text.remove_prefix(cut);
  }
  text = text.substr(0, byte_of_character(text, k_widest_excerpt));
  span.line_text = printable(text);
  const std::size_t shown = count_characters(text);
  const std::size_t before = wanted + 1 - span.line_text_column;
  const std::size_t room = shown > before ? shown - before : 1;
  span.length = narrow(std::min<std::size_t>(span.length, room));
  return span;
}

Position SourceText::position_of(std::size_t offset) const {
  offset = std::clamp(offset, line_starts_.front(), std::max(bytes_.size(), line_starts_.front()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::size_t>(after - line_starts_.begin());
  const std::size_t begin = line_starts_[line - 1];
  const std::size_t column = count_characters(bytes().substr(begin, offset - begin)) + 1;
  return {.line = narrow(line), .column = narrow(column)};
}

} // namespace gpuplan::source
