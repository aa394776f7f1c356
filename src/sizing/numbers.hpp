#pragma once

#include "core/real.hpp"
#include "core/units.hpp"

namespace gpuplan::sizing {

using core::real;

/// Bytes of a coefficient that is stated in GiB.
inline double gib(double count) {
  return core::gib(count).count();
}

} // namespace gpuplan::sizing
