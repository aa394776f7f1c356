#pragma once

#include "perf/training.hpp"

#include <string>
#include <vector>

namespace gpuplan::perf {

/// The arithmetic behind an estimate, a line for every part that takes time, then the step, the
/// rate, and the range:
///
///     compute             0.853 s   71 %  2.41e+15 FLOP / (989 TFLOP/s x 0.75 x chip 1.12 x
///     software …
///
/// Seconds are exposed time and add up to the step; what overlaps is shared out by marginal weight,
/// so a line may show less than its own arithmetic gives. Unknown where the estimate is.
core::Known<std::vector<std::string>> explain_training(const TrainingModel& model,
                                                       const workload::Demand& demand,
                                                       const workload::Layout& layout,
                                                       const Topology& topology,
                                                       const TrainingConditions& conditions = {});

} // namespace gpuplan::perf
