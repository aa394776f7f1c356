#include "core/range_text.hpp"

#include <fmt/format.h>

namespace gpuplan::core {

std::variant<Range, UnitError>
parse_range(std::string_view text, Dimension dimension, DefaultUnit bare) {
  const auto bound = [&](std::string_view part,
                         std::optional<double>& into) -> std::optional<UnitError> {
    if (part.empty())
      return std::nullopt;
    const auto value = parse_quantity(part, dimension, bare);
    if (const auto* error = std::get_if<UnitError>(&value))
      return *error;
    into = std::get<double>(value);
    return std::nullopt;
  };
  Range range;
  const auto dots = text.find("..");
  if (dots != std::string_view::npos) {
    if (text.size() == 2)
      return UnitError{"met .., a range without an end", "write 8..64, 8.. or ..64"};
    if (auto error = bound(text.substr(0, dots), range.least))
      return *error;
    if (auto error = bound(text.substr(dots + 2), range.most))
      return *error;
    if (range.least && range.most && *range.least > *range.most) {
      return UnitError{fmt::format("met {}, a range that ends before it begins", text),
                       fmt::format("write {}..{}", text.substr(dots + 2), text.substr(0, dots))};
    }
    return range;
  }
  const bool open = text.size() > 1 && text.ends_with('+');
  if (auto error = bound(text.substr(0, text.size() - (open ? 1 : 0)), range.least))
    return *error;
  if (!range.least)
    return UnitError{"met an empty text, expected a number or a range", "write 8, 8+ or 8..64"};
  if (!open)
    range.most = range.least;
  return range;
}

} // namespace gpuplan::core
