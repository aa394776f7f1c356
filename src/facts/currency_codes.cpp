#include "facts/currency_codes.hpp"

#include <algorithm>

namespace gpuplan::facts {

std::optional<core::Currency> currency_of_suffix(std::string_view lower_case_code) {
  const bool lower =
      std::ranges::all_of(lower_case_code, [](char c) { return c >= 'a' && c <= 'z'; });
  return lower ? core::Currency::parse_typed(lower_case_code) : std::nullopt;
}

} // namespace gpuplan::facts
