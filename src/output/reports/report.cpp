#include "output/reports/report.hpp"

#include <algorithm>

namespace gpuplan::output {
namespace {

constexpr std::size_t k_label_width = 10;

std::size_t room_beside_label(const ReportStyle& style) {
  return style.width > k_label_width ? style.width - k_label_width : 0;
}

/// The lines of `body` beside the label; below it where the first one has no room there.
std::string beside(std::string_view label, std::string_view body, const ReportStyle& style) {
  std::string result = styled(label, Style::heading, style.colour);
  const auto first = body.substr(0, body.find('\n'));
  const bool below =
      style.width > 0 && !label.empty() && k_label_width + display_width(first) > style.width;
  if (below)
    result += '\n';
  const auto used = below ? 0 : std::min(k_label_width - 1, display_width(label));
  result.append(k_label_width - used, ' ');
  for (const char c : body) {
    result += c;
    if (c == '\n')
      result.append(k_label_width, ' ');
  }
  return result + '\n';
}

} // namespace

std::string labelled(std::string_view label,
                     std::string_view text,
                     const ReportStyle& style,
                     std::size_t hang) {
  return beside(label, wrap(text, room_beside_label(style), hang), style);
}

std::string paragraph(std::string_view text, const ReportStyle& style, std::size_t indent) {
  return wrap(text, style.width, indent) + '\n';
}

std::string
labelled_command(std::string_view label, std::string_view command, const ReportStyle& style) {
  constexpr std::size_t k_hang = 2;
  const auto lines = wrap_command(command, room_beside_label(style), k_hang);
  return beside(label, styled(lines, Style::command, style.colour), style);
}

std::string heading(std::string_view label, std::string_view text, const ReportStyle& style) {
  constexpr std::size_t k_column = 9;
  std::string line = styled(label, Style::heading, style.colour);
  line.append(k_column - std::min(k_column - 1, label.size()), ' ');
  line += text;
  return paragraph(line, style, k_column);
}

} // namespace gpuplan::output
