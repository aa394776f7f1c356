#include "perf/inference/language.hpp"

#include "perf/inference/state.hpp"

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

using core::Known;
using core::Unknown;
using workload::Demand;
using workload::JobKind;

Limits limits_of(const workload::ServingDemand& serving) {
  return {.first_token_s = limit_seconds(serving.ttft_limit_ms),
          .token_s = limit_seconds(serving.tpot_limit_ms),
          .latency_s = limit_seconds(serving.latency_limit_ms)};
}

/// Full batches, back to back: a step carries its share of prompts. What waits to be admitted is
/// the rest of the job, not a queue.
Operation at_capacity(const Replica& replica, const Capacity& most) {
  Operation operation = at_batch(replica, most.batch);
  operation.requests_s = most.requests_s;
  operation.in_work = most.batch;
  operation.first_token_s -= operation.queue_s;
  operation.latency_s -= operation.queue_s;
  operation.queue_s = 0;
  return operation;
}

Found language_found(const LanguageState& state, const Demand& demand, Known<double> load) {
  const Replica& replica = state.replica;
  if (load)
    return offered(replica, *load, state.highest_load, state.most.requests_s);
  if (state.clients > 0)
    return {.operation = closed_loop(replica, state.clients), .regime = Regime::closed};
  if (demand.kind == JobKind::batch_inference)
    return {.operation = at_capacity(replica, state.most), .regime = Regime::full};
  Found found{.operation = best_within(replica, limits_of(demand.serving), state.highest_load)};
  if (found.operation.requests_s <= 0)
    found.regime = Regime::alone;
  found.target_binds = found.operation.requests_s < state.highest_load * (1.0 - 1e-6);
  return found;
}

std::string_view largest_part(const PassTimes& times) {
  const double memory = times.kv_s + (times.read_s >= times.multiply_s ? times.matrices_s : 0.0);
  const double compute =
      times.attention_s + (times.read_s >= times.multiply_s ? 0.0 : times.matrices_s);
  const double most = std::max({memory, compute, times.links_s, times.host_s, times.stages_s});
  if (most <= memory)
    return "memory bandwidth";
  if (most <= compute)
    return "compute";
  if (most <= times.links_s)
    return "links between devices";
  return most <= times.stages_s ? "network between machines" : "host work";
}

/// What is short in a state; where more is asked than can be served, in a full batch.
std::string_view language_limit(const Replica& replica, const Found& found) {
  const bool full = found.saturated || found.operation.batch >= replica.batch_max * (1.0 - 1e-6);
  if (full && !found.target_binds && replica.batch_limit == BatchLimit::kv_room)
    return "memory for the cache";
  return largest_part(mixed_times(replica, full ? replica.batch_max : found.operation.batch));
}

ReplicaEstimate language_estimate(const Coefficients& coefficients,
                                  const LanguageState& state,
                                  const Demand& demand,
                                  Known<double> load) {
  const Replica& replica = state.replica;
  const Found& found = state.found;
  const Operation single = alone(replica);

  ReplicaEstimate estimate;
  set_operation(estimate, found.operation);
  const double one_sequence = replica.kv.bytes(replica.input_tokens + replica.output_tokens);
  estimate.max_concurrency = replica.batch_max;
  estimate.kv_capacity_tokens =
      one_sequence > 0
          ? replica.free_bytes / one_sequence * (replica.input_tokens + replica.output_tokens)
          : 0.0;
  estimate.saturation_requests_s = state.most.requests_s;
  estimate.output_tokens_s = found.operation.requests_s * demand.serving.output_tokens;
  estimate.prefill_tokens_s = replica.prompt_s > 0 ? replica.input_tokens / replica.prompt_s : 0.0;
  estimate.decode_tokens_s_single = 1.0 / single.token_s;
  estimate.ttft_alone_ms = single.first_token_s * k_ms_per_second;
  estimate.latency_alone_ms = single.latency_s * k_ms_per_second;
  estimate.saturated = found.saturated;
  estimate.meets_targets = !found.saturated && within(found.operation, limits_of(demand.serving)) &&
                           (load || found.operation.requests_s > 0);
  estimate.limited_by = language_limit(replica, found);
  estimate.target_binds = found.target_binds;
  estimate.kv_room_tight = replica.kv_tight;
  estimate.note = replica.format_note;
  estimate.chip_measured = replica.chip_measured;
  set_band(estimate,
           language_band(coefficients.bands,
                         {.chip = replica.chip_measured,
                          .generation = replica.generation_measured,
                          .software = replica.engine_measured,
                          .eager = replica.eager}));
  return estimate;
}

} // namespace

Known<LanguageState> language_state(const Coefficients& coefficients,
                                    const Demand& demand,
                                    const workload::Layout& layout,
                                    const Topology& topology,
                                    Known<double> load) {
  const Known<EngineChoice> engine = choose_engine(demand.stack, *topology.accelerator);
  if (!engine)
    return Unknown{engine.why_unknown()};
  const Known<Replica> replica =
      make_replica(coefficients, demand, layout, topology, {.engine = *engine});
  if (!replica)
    return Unknown{replica.why_unknown()};
  LanguageState state{.replica = *replica, .most = capacity(*replica)};
  const double full = at_batch(*replica, replica->batch_max).requests_s;
  state.highest_load = std::min(coefficients.shared.load_limit * state.most.requests_s, full);
  state.chunk_tokens = coefficients.shared.prompt_batch_tokens;
  const auto& serving = demand.serving;
  if (serving.concurrency && !serving.requests_per_s)
    state.clients = *serving.concurrency / std::max(1, layout.replicas);
  state.found = language_found(state, demand, load);
  return state;
}

Known<ReplicaEstimate> serve_language(const Coefficients& coefficients,
                                      const Demand& demand,
                                      const workload::Layout& layout,
                                      const Topology& topology,
                                      Known<double> load) {
  const Known<LanguageState> state = language_state(coefficients, demand, layout, topology, load);
  if (!state)
    return Unknown{state.why_unknown()};
  return language_estimate(coefficients, *state, demand, load);
}

} // namespace gpuplan::perf::inference
