#pragma once

#include "catalog/instance.hpp"
#include "perf/estimate.hpp"
#include "sizing/memory.hpp"
#include "workload/layout.hpp"

#include <cstdint>

namespace gpuplan::plan {

/// What would run on a number of instances of one shape: the layout that was chosen, its memory
/// and its time or capacity. Knows nothing of prices, regions, deadlines or budgets.
struct Setup {
  catalog::ShapeId shape;
  std::int32_t nodes = 1;
  workload::Stack stack = workload::Stack::fsdp; ///< after what layout and chip impose
  catalog::NumberFormat compute = catalog::NumberFormat::bf16;
  workload::WeightFormat weights = workload::WeightFormat::bf16; ///< of a service, as they are held
  workload::Layout layout;
  double kv_tokens = 0; ///< context a replica needs room for; 0 in training and without a cache
  sizing::MemoryEstimate memory;
  sizing::Fit fit = sizing::Fit::unknown;
  bool serving = false;
  perf::TrainingEstimate training; ///< holds unless `serving`
  perf::ReplicaEstimate replica;   ///< holds for `serving`; one replica at its share of the load
  core::Milliseconds run{0};       ///< steps of the whole job; zero for a service
  double nodes_exact = 0;          ///< serving a load: instances it takes before rounding up
  double nodes_least = 0;          ///< instances that hold the requests in work at once
  double units_per_s = 0;          ///< tokens or samples a second, whole deployment
};

/// Instances that work as one: all of a training job's, of a service and of batch inference those
/// of one replica. Nothing crosses the network between replicas.
std::int32_t nodes_together(const Setup& setup);

/// A demand as it runs: on a stack, multiplied in a format, a service's weights held in one.
workload::Demand demand_as_run(const workload::Demand& demand,
                               workload::Stack stack,
                               catalog::NumberFormat compute,
                               workload::WeightFormat weights);

} // namespace gpuplan::plan
