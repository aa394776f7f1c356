#include "output/styled_text.hpp"

#include <algorithm>

namespace gpuplan::output {
namespace {

std::string_view escape(Style style) {
  switch (style) {
  case Style::plain: return "";
  case Style::heading: return "\033[1m";
  case Style::column_head: return "\033[2;4m";
  case Style::strong: return "\033[1m";
  case Style::good: return "\033[32m";
  case Style::warn: return "\033[1;33m";
  case Style::bad: return "\033[31m";
  case Style::dim: return "\033[2m";
  case Style::command: return "\033[36m";
  }
  return "";
}

} // namespace

std::string styled(std::string_view text, Style style, Colour colour) {
  if (colour == Colour::off || style == Style::plain || text.empty())
    return std::string(text);
  std::string result(escape(style));
  result += text;
  result += "\033[0m";
  return result;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) {
    const bool continuation = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (!continuation)
      ++width;
  }
  return width;
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  if (width == 0)
    return std::string(text);
  text = text.substr(0, text.find_last_not_of(' ') + 1);
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  std::string result(text.substr(0, first));
  std::size_t column = first;
  std::size_t at = first;
  std::size_t spaces = 0; // between the word before and this one
  while (at < text.size()) {
    const auto end = std::min(text.find(' ', at), text.size());
    const auto word = text.substr(at, end - at);
    const auto length = display_width(word);
    if (spaces > 0 && column + spaces + length > width) {
      result += '\n';
      spaces = indent;
      column = 0;
    }
    result.append(spaces, ' ');
    result += word;
    column += spaces + length;
    at = std::min(text.find_first_not_of(' ', end), text.size());
    spaces = at - end;
  }
  return result;
}

} // namespace gpuplan::output
