#pragma once

#include "perf/inference/sample_operation.hpp"
#include "perf/inference/state.hpp"
#include "workload/layout.hpp"

namespace gpuplan::perf::inference {

/// The estimate of a network that answers with a sample: encoders, vision, diffusion, speech;
/// recommenders and hosts without accelerator by their rules of thumb. See
/// ServingModel::estimate.
core::Known<ReplicaEstimate> serve_samples(const Coefficients& coefficients,
                                           const workload::Demand& demand,
                                           const workload::Layout& layout,
                                           const Topology& topology,
                                           core::Known<double> load);

/// Devices that take samples in batches, in the state that a load or a target brings about.
struct SampleState {
  SampleServer server;
  Capacity most;
  bool by_rule = false; ///< a rule of thumb, without measurements
  Found found;
};

core::Known<SampleState> sample_state(const Coefficients& coefficients,
                                      const workload::Demand& demand,
                                      const workload::Layout& layout,
                                      const Topology& topology,
                                      core::Known<double> load);

} // namespace gpuplan::perf::inference
