#pragma once

#include "perf/inference/state.hpp"

namespace gpuplan::perf::inference {

/// The estimate of a network that writes tokens, see ServingModel::estimate.
core::Known<ReplicaEstimate> serve_language(const Coefficients& coefficients,
                                            const workload::Demand& demand,
                                            const workload::Layout& layout,
                                            const Topology& topology,
                                            core::Known<double> load);

/// A replica in the state that its load, its clients or its targets bring about.
struct LanguageState {
  Replica replica;
  Capacity most;
  double highest_load = 0; ///< requests/s up to which times are told
  double clients = 0;      ///< of a closed loop
  double chunk_tokens = 0; ///< prompts that share a pass, as their cost is counted
  Found found;
};

core::Known<LanguageState> language_state(const Coefficients& coefficients,
                                          const workload::Demand& demand,
                                          const workload::Layout& layout,
                                          const Topology& topology,
                                          core::Known<double> load);

} // namespace gpuplan::perf::inference
