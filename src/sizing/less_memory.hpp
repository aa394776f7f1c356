#pragma once

#include "sizing/memory_model.hpp"

#include <string_view>
#include <vector>

namespace gpuplan::sizing {

/// A change to a job that makes it smaller, all else equal.
struct MemorySaving {
  std::string_view name;   ///< `lora`, `adamw-8bit`, `offload optimizer`
  std::string_view change; ///< as key and value: `method=lora`
  core::Bytes device;      ///< needed with the change
  core::Bytes saved;
};

/// The changes that would save at least a hundredth, largest saving first; ties by name. Empty
/// where the estimate is unknown.
std::vector<MemorySaving> less_memory(const MemoryModel& model,
                                      const workload::Demand& demand,
                                      const workload::Layout& layout,
                                      double kv_tokens = 0);

} // namespace gpuplan::sizing
