#pragma once

#include <cstdint>

namespace gpuplan::core {

/// A count as a factor of a formula, which is computed in double.
inline double real(std::int64_t count) {
  return static_cast<double>(count);
}

} // namespace gpuplan::core
