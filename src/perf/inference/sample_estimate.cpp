#include "perf/inference/sample_estimate.hpp"

#include "perf/inference/rule_of_thumb.hpp"
#include "perf/inference/state.hpp"

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

using core::Known;
using core::Unknown;
using workload::Demand;
using workload::JobKind;

Operation at_capacity(const SampleServer& server, const Capacity& most) {
  Operation operation = at_batch(server, most.batch);
  operation.requests_s = most.requests_s;
  operation.latency_s = batch_seconds(server.costs, most.batch);
  operation.queue_s = 0;
  operation.in_work = most.batch * server.devices;
  return operation;
}

Found sample_found(const SampleState& state,
                   const Demand& demand,
                   Known<double> load,
                   double highest_load) {
  if (load)
    return offered(state.server, *load, highest_load, state.most.requests_s);
  if (demand.kind == JobKind::batch_inference)
    return {.operation = at_capacity(state.server, state.most), .regime = Regime::full};
  Found found{.operation = best_within(
                  state.server, limit_seconds(demand.serving.latency_limit_ms), highest_load)};
  if (found.operation.requests_s <= 0)
    found.regime = Regime::alone;
  found.target_binds = found.operation.requests_s < highest_load * (1.0 - 1e-6);
  return found;
}

ReplicaEstimate sample_estimate(const SampleState& state,
                                const Demand& demand,
                                Known<double> load,
                                const Band& band) {
  const SampleServer& server = state.server;
  const Found& found = state.found;

  ReplicaEstimate estimate;
  set_operation(estimate, found.operation);
  estimate.max_concurrency = server.costs.batch_limit * server.devices;
  estimate.saturation_requests_s = state.most.requests_s;
  estimate.latency_alone_ms = alone(server).latency_s * k_ms_per_second;
  if (server.costs.p99_factor > 0)
    estimate.latency_p99_ms = server.costs.p99_factor * estimate.latency_ms;
  estimate.saturated = found.saturated;
  estimate.meets_targets =
      !found.saturated &&
      found.operation.latency_s <= limit_seconds(demand.serving.latency_limit_ms) &&
      (load || found.operation.requests_s > 0);
  const bool floor_binds =
      server.costs.floor_s > std::max(1.0, found.operation.batch) * server.costs.sample_s;
  estimate.target_binds = found.target_binds;
  estimate.limited_by = floor_binds                  ? "host work"
                        : server.costs.compute_bound ? "compute"
                                                     : "memory bandwidth";
  estimate.note = server.costs.note;
  estimate.chip_measured = server.costs.chip_measured;
  estimate.eager_host = floor_binds && server.costs.eager;
  if (estimate.eager_host && estimate.note.empty())
    estimate.note = "host work of eager code sets the time of a batch; engines compiled ahead have "
                    "next to none: --stack tensorrt-llm";
  set_band(estimate, band);
  return estimate;
}

} // namespace

Known<SampleState> sample_state(const Coefficients& coefficients,
                                const Demand& demand,
                                const workload::Layout& layout,
                                const Topology& topology,
                                Known<double> load) {
  if (layout.pipeline > 1)
    return Unknown{"pipeline stages of a network that writes no tokens were never measured"};
  const bool host = topology.accelerator == nullptr;
  const bool by_rule = host || demand.model.network == workload::NetworkClass::recommender;
  const Known<SampleCosts> costs =
      host ? host_costs(coefficients, demand, topology)
      : by_rule
          ? recommender_costs(coefficients, demand, topology)
          : sample_costs(
                coefficients, demand, topology, sample_stack(demand.stack, *topology.accelerator));
  if (!costs)
    return Unknown{costs.why_unknown()};
  SampleState state{.server = {.costs = *costs,
                               .devices = static_cast<double>(layout.devices()),
                               .waiting_runs = coefficients.samples.waiting_runs},
                    .by_rule = by_rule};
  double& limit = state.server.costs.batch_limit;
  limit = std::min(limit, sufficient_batch(*costs));
  state.most = capacity(state.server);
  state.found =
      sample_found(state, demand, load, coefficients.shared.load_limit * state.most.requests_s);
  return state;
}

Known<ReplicaEstimate> serve_samples(const Coefficients& coefficients,
                                     const Demand& demand,
                                     const workload::Layout& layout,
                                     const Topology& topology,
                                     Known<double> load) {
  const Known<SampleState> state = sample_state(coefficients, demand, layout, topology, load);
  if (!state)
    return Unknown{state.why_unknown()};
  const SampleCosts& costs = state->server.costs;
  const Band band =
      state->by_rule ? rule_band(coefficients.bands)
                     : sample_band(coefficients.bands,
                                   {.chip = costs.chip_measured, .software = costs.class_measured});
  ReplicaEstimate estimate = sample_estimate(*state, demand, load, band);
  // One time of a batch was fitted for all hosts; it differs from one to another.
  if (estimate.eager_host && band.factor < coefficients.bands.eager)
    set_band(estimate, {coefficients.bands.eager, "host work of eager code"});
  estimate.measured_kind = !state->by_rule;
  return estimate;
}

} // namespace gpuplan::perf::inference
