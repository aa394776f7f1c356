#include "cost/amounts.hpp"

#include "core/ensure.hpp"

#include <limits>

namespace gpuplan::cost {

std::optional<core::Money> sum(core::Money a, core::Money b) {
  GPUPLAN_ENSURE(a.currency() == b.currency());
  std::int64_t nanos = 0;
  if (__builtin_add_overflow(a.nanos(), b.nanos(), &nanos))
    return std::nullopt;
  return core::Money{nanos, a.currency()};
}

core::Money most(core::Currency currency) {
  return core::Money{std::numeric_limits<std::int64_t>::max(), currency};
}

} // namespace gpuplan::cost
