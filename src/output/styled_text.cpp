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
  bool escaped = false;
  for (const char c : text) {
    const bool continuation = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    escaped = escaped || c == '\033';
    if (!continuation && !escaped)
      ++width;
    escaped = escaped && c != 'm';
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

std::string wrap_lines(std::string_view text, std::size_t width) {
  constexpr std::size_t k_hang = 2;
  std::string result;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    const auto indent = std::min(line.find_first_not_of(' '), line.size());
    result += wrap(line, width, indent + k_hang) + '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

namespace {

/// The length of the first word of a command; quotes hold words together.
std::size_t word_length(std::string_view command) {
  std::size_t end = 0;
  for (bool quoted = false; end < command.size() && (quoted || command[end] != ' '); ++end)
    quoted = quoted != (command[end] == '\'');
  return end;
}

/// A word, or an option with its value, taken from the front of a command.
std::string_view take_part(std::string_view& command) {
  auto end = word_length(command);
  const bool option = command.starts_with('-') && end < command.size();
  if (option && command[end + 1] != '-')
    end += 1 + word_length(command.substr(end + 1));
  const auto part = command.substr(0, end);
  command.remove_prefix(std::min(end + 1, command.size()));
  return part;
}

} // namespace

std::string wrap_command(std::string_view command, std::size_t width, std::size_t indent) {
  if (width == 0)
    return std::string(command);
  constexpr std::string_view k_goes_on = " \\";
  std::string result;
  std::size_t column = 0;
  while (!command.empty()) {
    const auto part = take_part(command);
    const auto after = command.empty() ? 0 : k_goes_on.size();
    if (column > 0 && column + 1 + display_width(part) + after > width) {
      result += std::string(k_goes_on) + '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > 0) {
      result += ' ';
      ++column;
    }
    result += part;
    column += display_width(part);
  }
  return result;
}

} // namespace gpuplan::output
