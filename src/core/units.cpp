#include "core/units.hpp"

#include "core/ensure.hpp"

#include <cmath>
#include <limits>

namespace gpuplan::core {

Milliseconds to_milliseconds(Seconds time) {
  const double milliseconds = time.count() * 1000.0;
  GPUPLAN_ENSURE(!std::isnan(milliseconds));
  constexpr double k_limit = 9.2e18;
  if (milliseconds >= k_limit)
    return Milliseconds{std::numeric_limits<std::int64_t>::max()};
  if (milliseconds <= -k_limit)
    return Milliseconds{std::numeric_limits<std::int64_t>::min()};
  return Milliseconds{static_cast<std::int64_t>(std::nearbyint(milliseconds))};
}

} // namespace gpuplan::core
