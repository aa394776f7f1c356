#pragma once

#include "plan/explore/demand_variants.hpp"
#include "plan/explore/search_space.hpp"

namespace gpuplan::plan {

/// How late requests are answered: their latencies over the limits of the job, the largest of them;
/// 0 without limits.
double lateness(const workload::ServingDemand& asked, const perf::ReplicaEstimate& replica);

/// Of the inference layouts of a shape the one that delivers most within its targets, among those
/// that fit; without one among the tight; without one the smallest. Where none is within the
/// targets, the one that comes nearest to them.
class ServingExplorer {
public:
  ServingExplorer(const Models& models, DemandVariants& variants, const SearchLimits& limits)
      : models_(models),
        variants_(variants),
        limits_(limits) {}

  /// At a load of the whole deployment; unknown: as much as it can.
  Explored explore(const catalog::Shape& shape,
                   const catalog::Accelerator* accelerator,
                   std::int32_t nodes,
                   const core::Known<double>& requests_per_s);

private:
  const Models& models_;
  DemandVariants& variants_;
  const SearchLimits& limits_;
};

} // namespace gpuplan::plan
