#include "perf/inference/replica.hpp"

#include "perf/inference/stage_link.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf::inference {

namespace {

using core::Known;
using core::Unknown;
using workload::WeightFormat;

constexpr double k_activation_bytes = 2; ///< activations travel in 16 bits

/// Everything that is bound before the costs of a pass are worked out.
struct Parts {
  const Coefficients& coefficients;
  const workload::Demand& demand;
  const EngineRow& engine;
  const FormatRow& format;
  Engine which;
  DeviceRates device;
  Multiplication multiply;
  GroupLink link;
  StageLink stages;
  double ranks = 1;
  double time_factor = 1;
};

/// Launch time a layer: eager code launches more kernels for narrow weights and loops over experts
/// in Python; GPTQ experts have no fused kernel in vLLM and SGLang.
double layer_seconds(const Parts& parts, const WeightSplit& split) {
  const Shared& shared = parts.coefficients.shared;
  const bool experts = split.per_expert > 0;
  double layer_us = parts.engine.layer_us * (experts ? shared.expert_launch : 1.0);
  if (parts.which == Engine::eager) {
    const WeightFormat weights = parts.demand.serving.weights;
    layer_us *=
        weights == WeightFormat::int8 ? shared.eager_bitsandbytes_int8 : parts.format.eager_launch;
    if (experts)
      layer_us += shared.eager_expert_us * split.experts *
                  (weights == WeightFormat::fp8 ? shared.eager_expert_fp8 : 1.0);
  } else if (experts && parts.demand.serving.weights == WeightFormat::gptq_int4) {
    layer_us += shared.gptq_expert_layer_us;
  }
  return layer_us * k_seconds_per_us;
}

/// GeForce cards halve their rate where products are summed in fp32; llama.cpp sums in fp16.
double consumer_rate(const Parts& parts, const Topology& topology) {
  const bool doubled =
      parts.which == Engine::llama_cpp && topology.accelerator->device_class == "consumer";
  return doubled ? parts.coefficients.shared.consumer_prefill_rate : 1.0;
}

ReplicaRates rates_of(const Parts& parts, const Topology& topology) {
  const DeviceRates& device = parts.device;
  const EngineRow& engine = parts.engine;
  return {.ranks = parts.ranks,
          .peak = parts.multiply.rate * device.fraction * consumer_rate(parts, topology),
          .half_peak = parts.multiply.rate_16bit * device.fraction,
          .chip_compute = device.compute_share,
          .engine_compute = engine.compute_share,
          .format_compute = parts.format.compute_share,
          .attention_share = engine.attention_share,
          .bandwidth = device.bandwidth / device.bandwidth_share,
          .chip_bandwidth = device.bandwidth_share,
          .engine_bandwidth = engine.bandwidth_share * (device.hbm ? engine.hbm_bandwidth : 1.0),
          .format_bandwidth = parts.format.bandwidth_share,
          .cache_share = parts.coefficients.shared.kv_bandwidth};
}

/// Seconds of operations at the most of the dense peak that runs reach.
void hold_to_peak(PassCosts& costs,
                  const Parts& parts,
                  const ReplicaRates& rates,
                  const WeightSplit& split,
                  const LayerShape& layers) {
  const bool fp8 = parts.multiply.use == FormatUse::fp8;
  const double products =
      rates.peak * rates.ranks * (fp8 ? parts.device.most_fp8 : parts.device.most_16bit);
  costs.token_least_s = 2.0 * split.per_token() / products;
  costs.head_least_s = 2.0 * split.head / products;
  costs.attention_least_s = 4.0 * layers.attention_layers * layers.attention_width /
                            (rates.half_peak * rates.ranks * parts.device.most_16bit);
}

PassCosts pass_costs(const Parts& parts,
                     const Topology& topology,
                     const WeightSplit& split,
                     const LayerShape& layers) {
  const Shared& shared = parts.coefficients.shared;
  const EngineRow& engine = parts.engine;
  const ReplicaRates rates = rates_of(parts, topology);
  const double expert_bytes =
      parts.format.expert_bytes > 0 ? parts.format.expert_bytes : parts.format.weight_bytes;
  const double n = parts.ranks;

  PassCosts costs;
  costs.dense_read_s =
      (split.always * parts.format.weight_bytes + split.head * parts.format.head_bytes) /
      rates.weights();
  costs.expert_read_s =
      split.per_expert * split.experts * expert_bytes / (rates.weights() * shared.expert_bandwidth);
  costs.untouched_log =
      split.active < split.experts ? std::log1p(-split.active / split.experts) : -700.0;
  costs.token_s = 2.0 * (split.always + split.active * split.per_expert / shared.expert_compute) /
                  rates.products();
  costs.head_s = 2.0 * split.head / rates.products();
  costs.kv_byte_s = 1.0 / rates.cache();
  costs.attention_s = 4.0 * layers.attention_layers * layers.attention_width / rates.attention();
  hold_to_peak(costs, parts, rates, split, layers);
  if (n > 1) {
    costs.message_s = 2.0 * layers.layers * parts.link.message_s;
    costs.message_token_s = 2.0 * layers.layers * 2.0 * (n - 1.0) / n * layers.hidden *
                            k_activation_bytes / parts.link.rate;
  }
  costs.boundaries = parts.stages.boundaries;
  costs.boundary_s = parts.stages.message_s;
  costs.boundary_token_s = layers.hidden * k_activation_bytes / parts.stages.rate;
  costs.host_s = layers.layers * layer_seconds(parts, split);
  costs.sequence_s = engine.sequence_us * k_seconds_per_us;
  costs.time_factor = parts.time_factor;
  return costs;
}

/// Memory: free = devices × (0.98 × share × memory − reserve) − weights. Where the fullest pipeline
/// stage is full the others have room that nothing fills: `devices` counts what is filled.
Known<double> free_memory(const Parts& parts, double devices) {
  const Shared& shared = parts.coefficients.shared;
  const workload::ServingDemand& serving = parts.demand.serving;
  const double weights = serving.weight_bytes > 0 ? serving.weight_bytes
                                                  : stored_bytes(parts.demand.model, parts.format);
  const double memory = devices * parts.device.memory_bytes;
  if (weights > shared.weights_limit * memory)
    return Unknown{k_no_room_for_weights};
  const double share = std::min(
      1.0, parts.engine.memory_share * serving.memory_share / shared.memory_share_reference);
  return devices * (shared.memory_visible * share * parts.device.memory_bytes -
                    parts.engine.reserve_gib * parts.device.fraction * core::k_bytes_per_gib) -
         weights;
}

double chunk_tokens(const EngineRow& engine, const DeviceRates& device) {
  return device.small_defaults && engine.small_chunk_tokens > 0 ? engine.small_chunk_tokens
                                                                : engine.chunk_tokens;
}

void limit_batch(Replica& replica, const EngineRow& engine, double batch_limit) {
  const double held = replica.kv.bytes(
      replica.input_tokens + engine.reserved_output * replica.output_tokens * replica.beams);
  const double limit = batch_limit * replica.stages;
  const double kv_room = held > 0 ? replica.free_bytes / held : limit;
  const double admission = replica.batching == Batching::in_flight && replica.input_tokens > 0
                               ? replica.output_tokens * replica.chunk_tokens / replica.input_tokens
                               : limit;
  replica.batch_max = std::min({kv_room, limit, admission});
  replica.batch_limit = replica.batch_max >= kv_room ? BatchLimit::kv_room
                        : replica.batch_max >= limit ? BatchLimit::engine
                                                     : BatchLimit::admission;
}

/// Prompt passes of several cards in turn overlap in chunks. Stages that hold a micro-batch each
/// all take as long as the fullest of them.
void place(Replica& replica,
           const Coefficients& coefficients,
           const EngineChoice& engine,
           const workload::Layout& layout,
           double evenness) {
  const double devices = static_cast<double>(layout.tensor) * layout.pipeline;
  if (engine.layer_split && devices > 1) {
    replica.decode_costs.time_factor *= coefficients.shared.split_decode;
    replica.prompt_speedup = std::pow(devices, coefficients.shared.split_prefill_exponent);
  } else if (layout.pipeline > 1) {
    replica.stages = layout.pipeline;
    replica.pipeline_share = coefficients.shared.pipeline_share;
    replica.prompt_costs.time_factor /= evenness;
    replica.decode_costs.time_factor /= evenness;
  }
}

/// What is asked for, and what the parts alone tell.
Replica replica_of(const Parts& parts, const Topology& topology, const ReplicaOptions& options) {
  const Shared& shared = parts.coefficients.shared;
  const workload::ServingDemand& serving = parts.demand.serving;
  const ServedNetwork network = served_network(parts.demand.model);
  Replica replica;
  replica.prompt_costs = pass_costs(parts, topology, network.prompt, network.prompt_layers);
  replica.decode_costs = pass_costs(parts, topology, network.decode, network.decode_layers);
  replica.rates = rates_of(parts, topology);
  replica.rates.attention_width =
      network.prompt_layers.attention_layers * network.prompt_layers.attention_width;
  replica.rates.prompt = network.prompt;
  replica.rates.decode = network.decode;
  replica.two_stacks = network.two_stacks;
  replica.prompt_layers = network.prompt_layers;
  replica.kv = kv_footprint(parts.demand);
  replica.batching = options.engine.batching;
  replica.input_tokens = serving.input_tokens;
  replica.output_tokens = std::max(1.0, serving.output_tokens);
  replica.beams = static_cast<double>(std::max<std::int64_t>(1, serving.beams));
  replica.idle_first_token_s = parts.engine.idle_ms * k_seconds_per_ms;
  replica.loaded_first_token_s = shared.loaded_first_token_ms * k_seconds_per_ms;
  replica.length_spread =
      parts.which == Engine::mlperf_tensorrt || parts.which == Engine::mlperf_vllm_rocm
          ? shared.length_spread
          : 1.0;
  replica.format_note = parts.multiply.note;
  replica.engine_measured = options.engine.measured;
  replica.eager = parts.which == Engine::eager;
  replica.chip_measured = parts.device.chip_measured;
  replica.generation_measured = parts.device.generation_measured;
  return replica;
}

} // namespace

Known<Replica> make_replica(const Coefficients& coefficients,
                            const workload::Demand& demand,
                            const workload::Layout& layout,
                            const Topology& topology,
                            const ReplicaOptions& options) {
  const Engine which = options.engine.engine;
  const Known<DeviceRates> device = language_rates(coefficients, topology);
  if (!device)
    return Unknown{device.why_unknown()};
  const Known<Multiplication> multiply = multiplication(
      coefficients, demand.serving.weights, demand.serving.compute, which, *topology.accelerator);
  if (!multiply)
    return Unknown{multiply.why_unknown()};
  const double ranks = options.engine.layer_split ? 1.0 : layout.tensor;
  const Known<GroupLink> link = group_link(coefficients, topology, ranks);
  if (!link)
    return Unknown{link.why_unknown()};

  const Known<StageLink> stages = stage_link(coefficients, layout, topology);
  if (!stages)
    return Unknown{stages.why_unknown()};

  const EngineRow& engine = coefficients.engine(which);
  double time_factor = options.time_factor > 0 ? options.time_factor : engine.time_factor;
  if (!options.engine.measured)
    time_factor = coefficients.shared.unknown_engine_factor;
  const Parts parts{coefficients,
                    demand,
                    engine,
                    coefficients.format(multiply->use),
                    which,
                    *device,
                    *multiply,
                    *link,
                    *stages,
                    ranks,
                    time_factor};
  const double devices = static_cast<double>(layout.tensor) * layout.pipeline;
  const double evenness = stage_evenness(demand.model.dims, layout.pipeline);
  const Known<double> free_bytes = free_memory(parts, devices * evenness);
  if (!free_bytes)
    return Unknown{free_bytes.why_unknown()};

  Replica replica = replica_of(parts, topology, options);
  replica.memory_bytes = devices * device->memory_bytes;
  replica.free_bytes = *free_bytes;
  replica.kv_tight = *free_bytes < coefficients.shared.tight_share * replica.memory_bytes;
  place(replica, coefficients, options.engine, layout, evenness);
  replica.chunk_tokens = chunk_tokens(engine, *device);
  limit_batch(replica, engine, options.batch_limit > 0 ? options.batch_limit : engine.batch_limit);
  replica.prompt_s = prompt_cost(replica, coefficients.shared.prompt_batch_tokens);
  const double one = replica.kv.bytes(replica.input_tokens + replica.output_tokens);
  if (*free_bytes <= 0 || *free_bytes < one)
    return Unknown{k_no_room_for_cache};
  return replica;
}

} // namespace gpuplan::perf::inference
