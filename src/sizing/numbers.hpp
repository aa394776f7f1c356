#pragma once

#include "core/units.hpp"

#include <cstdint>

namespace gpuplan::sizing {

/// A count as a factor of a formula: memory is computed in double bytes.
inline double real(std::int64_t count) {
  return static_cast<double>(count);
}

/// Bytes of a coefficient that is stated in GiB.
inline double gib(double count) {
  return core::gib(count).count();
}

} // namespace gpuplan::sizing
