#include "perf/training_coefficients.hpp"

#include "perf/link_bindings.hpp"

#include <vector>

namespace gpuplan::perf {

namespace {

using Coefficients = TrainingModel::Coefficients;
using Table = std::vector<CoefficientBinding>;

constexpr std::size_t k_unknown_stack = k_training_stacks - 1;
constexpr double k_milli = 1e-3;
constexpr double k_micro = 1e-6;
constexpr double k_giga = 1e9;

/// In the order of workload::Stack; serving engines and other software train as `unknown`.
constexpr std::array<const char*, k_training_stacks> k_stack_keys{
    "megatron",
    "megatron-deepspeed",
    "fsdp",
    "finetune-recipe",
    "framework-amp",
    "xla",
    "neuron",
    "mlperf",
    "other",
    "unknown",
};

/// In the order of workload::NetworkClass.
constexpr std::array<const char*, k_network_classes> k_network_keys{
    "decoder",
    "encoder",
    "encoder_decoder",
    "cnn",
    "vision_transformer",
    "detection",
    "segmentation_2d",
    "unet_3d",
    "diffusion",
    "speech",
    "recommender",
};

void add(Table& table, const std::string& key, double& value, double scale = 1) {
  table.push_back({.key = "training." + key, .value = &value, .scale = scale});
}

void add_efficiencies(Table& table, Coefficients& c) {
  add(table, "efficiency.bf16", c.matrix.half);
  add(table, "efficiency.tf32", c.matrix.tf32);
  add(table, "efficiency.fp32", c.matrix.fp32);
  add(table, "efficiency.fp8", c.matrix.fp8);
  add(table, "efficiency.mxfp8", c.matrix.fp8_block);
  add(table, "efficiency.fp4", c.matrix.fp4);
  add(table, "efficiency.int8", c.matrix.int8);
  add(table, "efficiency.convolution.bf16", c.convolution.half);
  add(table, "efficiency.convolution.tf32", c.convolution.tf32);
  add(table, "efficiency.convolution.fp32", c.convolution.fp32);
  add(table, "efficiency.vision_transformer.bf16", c.vision_transformer_half);
  add(table, "efficiency.depthwise", c.depthwise);
  add(table, "efficiency.attention.fused", c.attention_fused);
  add(table, "efficiency.attention.unfused", c.attention_unfused);
  add(table, "efficiency.most", c.most_of_peak);
  add(table, "efficiency.bound", c.bound_of_peak);
  add(table, "efficiency.memory_bandwidth", c.bandwidth);
}

void add_traffic(Table& table, Coefficients& c) {
  add(table, "traffic.activations", c.traffic_activations);
  add(table, "traffic.weights", c.traffic_weights);
  add(table, "traffic.scores", c.traffic_scores);
  add(table, "traffic.scores_fused_softmax", c.traffic_scores_fused);
  add(table, "traffic.convolution_outputs", c.traffic_sampled);
  add(table, "traffic.experts", c.traffic_experts);
  add(table, "traffic.embedding_rows", c.traffic_tables);
  add(table, "traffic.dequantise", c.dequantise);
  add(table, "optimizer.traffic", c.optimizer);
  add(table, "optimizer.bytes", c.optimizer_bytes);
  add(table, "optimizer.bytes_stock", c.optimizer_bytes_stock);
  add(table, "gradient.bytes", c.gradient_bytes);
  add(table, "gradient.bytes_stock", c.gradient_bytes_stock);
}

void add_links(Table& table, Coefficients& c) {
  add_link_bindings(table, c.link);
  add(table, "exposed.tensor", c.exposed_tensor);
  add(table, "exposed.context", c.exposed_context);
  add(table, "exposed.expert", c.exposed_expert);
  add(table, "exposed.gradient", c.exposed_gradient);
  add(table, "exposed.pipeline", c.exposed_pipeline);
  add(table, "exposed.sharding", c.exposed_sharding);
  add(table, "exposed.backward_share", c.backward_share);
  add(table, "exposed.expert_bytes", c.expert_bytes);
  add(table, "straggler.all", c.straggler);
  add(table, "straggler.ragged", c.straggler_ragged);
}

void add_networks(Table& table, Coefficients& c) {
  add(table, "era.yearly", c.era);
  add(table, "era.yearly_launch", c.era_launch);
  add(table, "era.reference_year", c.era_reference_year);
  add(table, "era.newest_years", c.era_newest);
  add(table, "era.oldest_years", c.era_oldest);
  add(table, "network.encoder_head_share", c.head_share_encoder);
  add(table, "network.encoder_decoder_stack_share", c.stack_share);
  add(table, "network.layers", c.layers_sampled);
  add(table, "network.layers_detection", c.layers_detection);
  add(table, "network.elements_per_flop", c.elements_per_flop);
  add(table, "network.table_elements", c.table_elements);
  add(table, "network.table_passes", c.table_passes);
  add(table, "network.table_passes_multi", c.table_passes_multi);
  add(table, "network.table_fixed_ms", c.table_fixed_s, k_milli);
  for (std::size_t i = 0; i <= k_network_classes; ++i) {
    const bool mixture = i == k_network_classes;
    const std::string key = std::string("workload.") + (mixture ? "experts" : k_network_keys[i]);
    Coefficients::Workload& workload = mixture ? c.experts : c.workloads[i];
    add(table, key + ".factor", workload.factor);
    add(table, key + ".traffic", workload.traffic);
    add(table, key + ".band", workload.band);
  }
}

void add_stacks(Table& table, Coefficients& c) {
  for (std::size_t i = 0; i < k_training_stacks; ++i) {
    const std::string key = std::string("stack.") + k_stack_keys[i];
    add(table, key + ".speed", c.stacks[i].speed_transformer);
    add(table, key + ".speed_convolution", c.stacks[i].speed_convolution);
    add(table, key + ".speed_vision_transformer", c.stacks[i].speed_vision_transformer);
    add(table, key + ".attention", c.stacks[i].attention);
    add(table, key + ".launch_ms", c.stacks[i].launch_s, k_milli);
    add(table, key + ".fixed_ms", c.stacks[i].fixed_s, k_milli);
    add(table, key + ".band", c.stacks[i].band);
  }
}

void add_fallbacks(Table& table, Coefficients& c) {
  add(table, "fallback.datacenter", c.fallback_datacenter);
  add(table, "fallback.older_or_graphics", c.fallback_older);
  add(table, "fallback.tpu", c.fallback_tpu);
  add(table, "fallback.other", c.fallback_other);
  add(table, "fallback.datacenter_from_year", c.fallback_year);
  add(table, "band.generation", c.band_generation);
  add(table, "band.fallback", c.band_fallback);
  add(table, "band.host_only", c.band_host_only);
  add(table, "band.offload", c.band_offload);
  add(table, "band.least", c.band_least);
  add(table, "goodput.long", c.goodput_long);
  add(table, "goodput.long_hours", c.goodput_long_hours);
  table.push_back({"cpu.gflops_per_vcpu.x86_64", &c.cpu_flops_x86, k_giga});
  table.push_back({"cpu.gflops_per_vcpu.arm64", &c.cpu_flops_arm, k_giga});
}

Table table_of(Coefficients& c) {
  Table table;
  add_efficiencies(table, c);
  add_traffic(table, c);
  add_links(table, c);
  add_networks(table, c);
  add_stacks(table, c);
  add_fallbacks(table, c);
  return table;
}

} // namespace

const Coefficients::Stack& Coefficients::stack(workload::Stack stack) const {
  const auto index = static_cast<std::size_t>(stack);
  return stacks[index < k_unknown_stack ? index : k_unknown_stack];
}

const Coefficients::Workload& Coefficients::workload(const workload::Architecture& model) const {
  const bool mixture =
      model.network == workload::NetworkClass::decoder && model.dims.experts.experts > 0;
  return mixture ? experts : workloads[static_cast<std::size_t>(model.network)];
}

std::optional<TrainingModel> TrainingModel::bind(CoefficientLookup lookup,
                                                 core::DiagnosticSink& sink) {
  auto coefficients = std::make_unique<Coefficients>();
  const Table table = table_of(*coefficients);
  if (!bind_coefficients(table, lookup, sink))
    return std::nullopt;
  coefficients->lookup = std::move(lookup);
  return TrainingModel(std::move(coefficients));
}

} // namespace gpuplan::perf
