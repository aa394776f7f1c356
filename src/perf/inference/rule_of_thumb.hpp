#pragma once

#include "perf/inference/samples.hpp"

namespace gpuplan::perf::inference {

/// Recommenders: no measurement. A sample takes its FLOPs at a share of peak plus its embedding
/// rows at a share of bandwidth; a batch adds a fixed overhead.
/// Unknown where work, rate, bandwidth or the rule itself is not known.
core::Known<SampleCosts> recommender_costs(const Coefficients& coefficients,
                                           const workload::Demand& demand,
                                           const Topology& topology);

/// Machines without an accelerator: FLOPs at a rate a virtual CPU, by architecture. Language
/// models are unknown there: what decides them is memory bandwidth, which no price list states.
core::Known<SampleCosts> host_costs(const Coefficients& coefficients,
                                    const workload::Demand& demand,
                                    const Topology& topology);

} // namespace gpuplan::perf::inference
