#pragma once

#include "core/units.hpp"

namespace gpuplan::core {

/// A time in hours as whole milliseconds, rounded half to even; the hours are a number.
inline Milliseconds from_hours(double hours) {
  return to_milliseconds(Seconds{hours * k_seconds_per_hour});
}

} // namespace gpuplan::core
