#pragma once

#include "core/text.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpuplan::core {

/// A count with its noun: `1 offer`, `1,144 offers`; `many` is the plural where it is not the noun
/// with an s.
std::string counted(std::int64_t count, std::string_view one, std::string_view many = {});

template <std::integral Count>
std::string counted(Count count, std::string_view one, std::string_view many = {}) {
  return counted(static_cast<std::int64_t>(count), one, many);
}

/// `1,234,567`, of any whole number.
template <std::integral Number>
std::string with_thousands(Number number) {
  return with_thousands(static_cast<std::int64_t>(number));
}

} // namespace gpuplan::core
