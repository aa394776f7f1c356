#include "plan/explore/explored.hpp"

namespace gpuplan::plan {

int fit_rank(sizing::Fit fit) {
  switch (fit) {
  case sizing::Fit::fits: return 0;
  case sizing::Fit::tight: return 1;
  case sizing::Fit::may_fit: return 2;
  case sizing::Fit::does_not_fit:
  case sizing::Fit::unknown: break;
  }
  return Preference::k_no_fit;
}

core::Known<core::Bytes> usable_memory(const catalog::Accelerator* accelerator,
                                       const catalog::Shape& shape) {
  if (accelerator == nullptr)
    return shape.host_memory;
  if (shape.devices.is_whole())
    return accelerator->memory_usable;
  return accelerator->memory_usable.transform(
      [&](core::Bytes whole) { return whole * shape.devices.value(); });
}

} // namespace gpuplan::plan
