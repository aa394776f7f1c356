#include "plan/explore/serving_explorer.hpp"

#include "sizing/capacity.hpp"

#include <algorithm>

namespace gpuplan::plan {
namespace {

using Replica = core::Known<perf::ReplicaEstimate>;

double delivered(const perf::ReplicaEstimate& replica, const workload::Layout& layout) {
  return replica.requests_s * static_cast<double>(layout.replicas);
}

/// The largest of some latencies over the limits of a job.
double over_limits(const workload::ServingDemand& asked,
                   double ttft_ms,
                   double tpot_ms,
                   double latency_ms) {
  const auto over = [](double ms, const core::Known<double>& limit) {
    return limit ? ms / *limit : 0.0;
  };
  return std::max({over(ttft_ms, asked.ttft_limit_ms),
                   over(tpot_ms, asked.tpot_limit_ms),
                   over(latency_ms, asked.latency_limit_ms)});
}

/// The same of a request that has a replica to itself: above 1 no number of replicas helps.
double lateness_alone(const workload::ServingDemand& asked, const perf::ReplicaEstimate& replica) {
  constexpr double k_ms_per_second = 1e3;
  const double token_ms =
      replica.decode_tokens_s_single > 0 ? k_ms_per_second / replica.decode_tokens_s_single : 0.0;
  return over_limits(asked, replica.ttft_alone_ms, token_ms, replica.latency_alone_ms);
}

/// Less is better: what the deployment as a whole delivers within its targets, else how far a
/// request alone is from them, and where that is near enough its latency.
double value_of(const Replica& replica,
                const workload::ServingDemand& asked,
                const workload::Layout& layout,
                const sizing::MemoryEstimate& memory) {
  constexpr double k_late = 1e9; ///< stands behind every deployment within its targets
  if (!replica)
    return memory.device.count();
  return replica->meets_targets
             ? -delivered(*replica, layout)
             : replica->latency_ms + k_late * std::max(1.0, lateness_alone(asked, *replica));
}

/// What fits goes before what is tight, then what has no time known, then what does not fit.
int rank_of(sizing::Fit fit, const Replica& replica) {
  constexpr int k_between = 2;
  const int rank = fit_rank(fit) * k_between;
  constexpr int k_no_fit = Preference::k_no_fit * k_between;
  return replica || rank == k_no_fit ? rank : k_no_fit - 1;
}

void set_times(Setup& setup, const perf::ReplicaEstimate& replica, const workload::Demand& demand) {
  setup.replica = replica;
  setup.units_per_s = delivered(replica, setup.layout);
  if (demand.serving.units_total > 0 && setup.units_per_s > 0) {
    setup.run =
        core::to_milliseconds(core::Seconds{demand.serving.units_total / setup.units_per_s});
  }
}

} // namespace

double lateness(const workload::ServingDemand& asked, const perf::ReplicaEstimate& replica) {
  return over_limits(asked, replica.ttft_ms, replica.tpot_ms, replica.latency_ms);
}

Explored ServingExplorer::explore(const catalog::Shape& shape,
                                  const catalog::Accelerator* accelerator,
                                  std::int32_t nodes,
                                  const core::Known<double>& requests_per_s) {
  const auto& [demand, memory_of, network] = variants_.served_on(accelerator);
  const auto grid = grid_of(shape, nodes);
  const auto layouts = serving_layouts(demand, grid, limits_);
  if (layouts.empty())
    return {.why_no_layout = why_no_layout(demand, grid)};
  const perf::Topology topology{.accelerator = accelerator, .shape = &shape, .nodes = nodes};
  const auto usable = usable_memory(accelerator, shape);
  const auto room =
      usable.transform([&](core::Bytes all) { return all * models_.memory.coefficients().fits; });
  Explored result;
  Preference best;
  for (const auto& layout : layouts) {
    const auto load = requests_per_s.transform(
        [&](double total) { return total / static_cast<double>(layout.replicas); });
    const Replica replica = models_.serving.estimate(demand, layout, topology, load);
    const double kv_tokens =
        sizing::needed_context(memory_of, demand, layout, replica ? replica->batch : 1, room);
    const auto memory = memory_of.estimate(layout, kv_tokens);
    if (!memory)
      continue;
    const auto fit = perf::lacks_memory(replica) ? sizing::Fit::does_not_fit
                                                 : models_.memory.judge(memory->device, usable);
    const Preference preference{.fit = rank_of(fit, replica),
                                .value = value_of(replica, demand.serving, layout, *memory)};
    if (result.setup && !(preference < best))
      continue;
    best = preference;
    result.time_unknown = replica.why_unknown();
    result.setup = Setup{.shape = shape.id,
                         .nodes = nodes,
                         .stack = demand.stack,
                         .compute = demand.serving.compute,
                         .weights = demand.serving.weights,
                         .layout = layout,
                         .kv_tokens = kv_tokens,
                         .memory = *memory,
                         .fit = fit,
                         .serving = true};
    if (replica)
      set_times(*result.setup, *replica, demand);
  }
  if (!result.setup)
    result.why_no_layout = "no memory estimate for this kind of job";
  return result;
}

} // namespace gpuplan::plan
