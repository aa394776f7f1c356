#pragma once

#include "perf/training_coefficients.hpp"

namespace gpuplan::perf {

/// Training on a machine without accelerator: model FLOPs (a third more with full recomputation)
/// over vCPUs × the sustained rate of one, gradients over the network where there are several. A
/// rule of thumb with a range of × and ÷ `training.band.host_only`, not a measurement.
core::Known<TrainingEstimate> host_only_estimate(const TrainingModel::Coefficients& coefficients,
                                                 const workload::Demand& demand,
                                                 const workload::Layout& layout,
                                                 const Topology& topology,
                                                 const TrainingConditions& conditions);

} // namespace gpuplan::perf
