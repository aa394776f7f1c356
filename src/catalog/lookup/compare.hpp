#pragma once

#include <algorithm>
#include <string_view>

namespace gpuplan::catalog {

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Equal without regard to ASCII case, without building lower-case copies.
inline bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char left, char right) {
           return ascii_lower(left) == ascii_lower(right);
         });
}

} // namespace gpuplan::catalog
