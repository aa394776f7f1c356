#include "output/reports/report.hpp"

#include <algorithm>

namespace gpuplan::output {
namespace {

constexpr std::size_t k_label_width = 10;

} // namespace

std::string labelled(std::string_view label,
                     std::string_view text,
                     const ReportStyle& style,
                     std::size_t hang) {
  const std::size_t room = style.width > k_label_width ? style.width - k_label_width : 0;
  std::string body = wrap(text, room, hang);
  std::string result = styled(label, Style::heading, style.colour);
  result.append(k_label_width - std::min(k_label_width - 1, display_width(label)), ' ');
  for (std::size_t at = 0; at < body.size();) {
    const auto end = std::min(body.find('\n', at), body.size());
    if (at > 0)
      result.append(k_label_width, ' ');
    result += body.substr(at, end - at);
    result += '\n';
    at = end + 1;
  }
  return result;
}

} // namespace gpuplan::output
