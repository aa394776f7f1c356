#include "core/number_text.hpp"
#include "source/fields.hpp"

#include <charconv>
#include <cmath>

namespace gpuplan::source {

std::optional<double> parse_number(std::string_view text) {
  if (!core::is_number(text))
    return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_whole(std::string_view text) {
  if (!core::is_number(text))
    return std::nullopt;
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  if (error == std::errc{} && end == text.data() + text.size())
    return whole;
  // `1e9` and `12.0` are whole as well, as far as a double holds every whole number.
  constexpr double k_exact_below = 9007199254740992.0; // 2^53
  const auto value = parse_number(text);
  const bool is_whole = value && std::abs(*value) < k_exact_below &&
                        !(std::trunc(*value) < *value) && !(std::trunc(*value) > *value);
  if (!is_whole)
    return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

} // namespace gpuplan::source
