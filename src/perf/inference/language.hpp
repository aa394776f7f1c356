#pragma once

#include "perf/inference/replica.hpp"

namespace gpuplan::perf::inference {

/// The estimate of a network that writes tokens, see ServingModel::estimate.
core::Known<ReplicaEstimate> serve_language(const Coefficients& coefficients,
                                            const workload::Demand& demand,
                                            const workload::Layout& layout,
                                            const Topology& topology,
                                            core::Known<double> load);

} // namespace gpuplan::perf::inference
