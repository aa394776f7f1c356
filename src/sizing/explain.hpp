#pragma once

#include "sizing/memory_line.hpp"
#include "sizing/memory_model.hpp"

namespace gpuplan::sizing {

/// The arithmetic behind an estimate: a line for each part that is not empty, in the order of the
/// parts; the lines add up to `device`. Unknown where the estimate is.
core::Known<std::vector<MemoryLine>> explain_memory(const MemoryModel& model,
                                                    const workload::Demand& demand,
                                                    const workload::Layout& layout,
                                                    double kv_tokens = 0);

} // namespace gpuplan::sizing
