#include "plan/request/where_targets.hpp"

#include "facts/expression.hpp"
#include "workload/keys/keys.hpp"

#include <array>

namespace gpuplan::plan {
namespace {

using workload::ServingDemand;

/// A latency as a fact of a plan, and as a target of a job.
struct Latency {
  facts::FactId fact;
  std::string_view key;
  core::Known<double> ServingDemand::*target;
};

constexpr std::array k_latencies{
    Latency{facts::FactId::ttft_ms, "serve.ttft", &ServingDemand::ttft_limit_ms},
    Latency{facts::FactId::tpot_ms, "serve.tpot", &ServingDemand::tpot_limit_ms},
    Latency{facts::FactId::latency_ms, "serve.latency", &ServingDemand::latency_limit_ms},
};

/// Whether a flag could state it as well.
bool can_be_stated(std::string_view key, double milliseconds) {
  const auto* known = workload::find_key(key);
  return known != nullptr && milliseconds >= known->least && milliseconds <= known->most;
}

} // namespace

workload::Workload with_targets_of_where(workload::Workload job) {
  if (job.where.empty() || job.demand.kind == workload::JobKind::train)
    return job;
  const auto compiled = facts::compile(job.where);
  const auto* where = std::get_if<facts::Expression>(&compiled);
  if (where == nullptr)
    return job;
  for (const auto& bound : where->upper_bounds()) {
    for (const auto& latency : k_latencies) {
      if (bound.fact != facts::FactRef{.id = latency.fact} ||
          !can_be_stated(latency.key, bound.most))
        continue;
      auto& target = job.demand.serving.*latency.target;
      if (!target || bound.most < *target)
        target = bound.most;
    }
  }
  return job;
}

} // namespace gpuplan::plan
