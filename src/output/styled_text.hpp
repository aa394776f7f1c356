#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gpuplan::output {

/// What colour may say; it only repeats what a word or a mark already says. Safe on light and dark
/// ground: no white, no background, yellow only where a word stands beside it.
enum class Style : std::uint8_t {
  plain,
  heading,
  column_head,
  strong,
  good,
  warn,
  bad,
  dim,
  command
};

/// Whether escapes are written. Without them the text is the same byte for byte.
enum class Colour : std::uint8_t { off, on };

/// The text in its style.
std::string styled(std::string_view text, Style style, Colour colour);

/// Characters a terminal shows for a UTF-8 text: code points without escapes (all ours are single
/// width).
std::size_t display_width(std::string_view text);

/// Breaks a text at spaces into lines of at most `width` characters. Spaces it begins with stay;
/// lines after the first begin with `indent` spaces. A single word longer than that stays whole;
/// width 0 never breaks.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

/// Each line of a text wrapped on its own, the rest of a line a little further in than its
/// beginning. Every line is ended.
std::string wrap_lines(std::string_view text, std::size_t width);

/// Breaks a shell command between its words and options, each line but the last ending in a
/// backslash, so that it can be pasted; lines after the first begin with `indent` spaces.
std::string wrap_command(std::string_view command, std::size_t width, std::size_t indent);

} // namespace gpuplan::output
