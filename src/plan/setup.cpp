#include "plan/setup.hpp"

#include "core/ensure.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <algorithm>

namespace gpuplan::plan {

workload::Demand demand_as_run(const workload::Demand& demand,
                               workload::Stack stack,
                               catalog::NumberFormat compute,
                               workload::WeightFormat weights) {
  auto run = weights == demand.serving.weights ? demand : workload::with_widened_weights(demand);
  GPUPLAN_ENSURE(run.serving.weights == weights);
  run.stack = stack;
  run.training.compute = compute;
  run.serving.compute = compute;
  return run;
}

std::int32_t nodes_together(const Setup& setup) {
  return setup.serving ? std::max(1, setup.nodes / std::max(1, setup.layout.replicas))
                       : setup.nodes;
}

} // namespace gpuplan::plan
