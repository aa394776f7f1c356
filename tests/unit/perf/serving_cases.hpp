#pragma once

#include "perf/inference/operation.hpp"
#include "perf/serving.hpp"
#include "support/calibration.hpp"
#include "workload/model/model_arithmetic.hpp"

namespace gpuplan::test {

/// Published figures of a chip, dense, in the units of data sheets.
struct ChipFigures {
  std::string_view name;
  std::string_view generation;
  double memory_gib = 0;
  std::string_view memory_type;
  double bandwidth_gb_s = 0;
  double fp32 = 0;
  double sixteen_bit = 0;
  bool bf16 = true;
  double fp8 = 0;
  double fp4 = 0;
  double int8 = 0;
  double watts = 0;
  double capability = 0;
  std::int32_t pcie = 4;
  std::string_view device_class = "datacenter";
  std::string_view vendor = "NVIDIA";
};

inline catalog::FormatRate rate_of(double tflops) {
  catalog::FormatRate rate;
  if (tflops > 0)
    rate.dense = core::tflops(tflops);
  else
    rate.unsupported = true;
  return rate;
}

inline catalog::Accelerator chip(const ChipFigures& figures) {
  catalog::Accelerator chip;
  const auto set = [&](catalog::NumberFormat format, double tflops) {
    chip.rates[static_cast<std::size_t>(format)] = rate_of(tflops);
  };
  chip.name = figures.name;
  chip.vendor = figures.vendor;
  chip.generation = figures.generation;
  chip.device_class = figures.device_class;
  chip.memory_type = figures.memory_type;
  chip.memory = core::gib(figures.memory_gib);
  chip.memory_bandwidth = core::gb_per_s(figures.bandwidth_gb_s);
  set(catalog::NumberFormat::fp32, figures.fp32);
  set(catalog::NumberFormat::fp16, figures.sixteen_bit);
  set(catalog::NumberFormat::bf16, figures.bf16 ? figures.sixteen_bit : 0);
  set(catalog::NumberFormat::fp8, figures.fp8);
  set(catalog::NumberFormat::fp4, figures.fp4);
  set(catalog::NumberFormat::int8, figures.int8);
  if (figures.watts > 0)
    chip.power_w = figures.watts;
  if (figures.capability > 0)
    chip.compute_capability = figures.capability;
  chip.pcie_generation = figures.pcie;
  return chip;
}

inline catalog::Accelerator h100_sxm() {
  return chip({.name = "h100-sxm5-80gb",
               .generation = "hopper",
               .memory_gib = 80,
               .memory_type = "HBM3",
               .bandwidth_gb_s = 3350,
               .fp32 = 66.9,
               .sixteen_bit = 989.4,
               .fp8 = 1978.9,
               .int8 = 1978.9,
               .watts = 700,
               .capability = 9.0,
               .pcie = 5});
}

inline catalog::Accelerator a100_sxm() {
  return chip({.name = "a100-sxm4-80gb",
               .generation = "ampere-datacenter",
               .memory_gib = 80,
               .memory_type = "HBM2e",
               .bandwidth_gb_s = 2039,
               .fp32 = 19.5,
               .sixteen_bit = 312,
               .int8 = 624,
               .watts = 400,
               .capability = 8.0});
}

inline catalog::Accelerator a100_pcie() {
  return chip({.name = "a100-pcie-80gb",
               .generation = "ampere-datacenter",
               .memory_gib = 80,
               .memory_type = "HBM2e",
               .bandwidth_gb_s = 1935,
               .fp32 = 19.5,
               .sixteen_bit = 312,
               .int8 = 624,
               .watts = 300,
               .capability = 8.0});
}

inline catalog::Accelerator rtx4090() {
  return chip({.name = "rtx4090",
               .generation = "ada",
               .memory_gib = 24,
               .memory_type = "GDDR6X",
               .bandwidth_gb_s = 1008,
               .fp32 = 82.6,
               .sixteen_bit = 165.2,
               .fp8 = 330.3,
               .int8 = 660.6,
               .watts = 450,
               .capability = 8.9,
               .device_class = "consumer"});
}

inline catalog::Accelerator t4() {
  return chip({.name = "t4",
               .generation = "turing",
               .memory_gib = 16,
               .memory_type = "GDDR6",
               .bandwidth_gb_s = 320,
               .fp32 = 8.1,
               .sixteen_bit = 65,
               .bf16 = false,
               .int8 = 130,
               .watts = 70,
               .capability = 7.5,
               .pcie = 3});
}

inline catalog::Accelerator inferentia2() {
  catalog::Accelerator made = chip({.name = "inferentia2",
                                    .generation = "neuron-v2",
                                    .memory_gib = 32,
                                    .memory_type = "HBM",
                                    .bandwidth_gb_s = 820,
                                    .fp32 = 47.5,
                                    .sixteen_bit = 190,
                                    .int8 = 380,
                                    .device_class = "ai-accelerator",
                                    .vendor = "AWS"});
  return made;
}

/// A machine with devices of one kind, joined at `link_gb_s` both ways (0: PCIe alone).
inline catalog::Shape shape(std::int32_t devices, double link_gb_s = 0) {
  catalog::Shape made;
  made.devices = {devices, 1};
  if (link_gb_s > 0) {
    made.links = catalog::LinkKind::nvlink;
    made.link_bidirectional = core::gb_per_s(link_gb_s);
    made.link_domain_devices = 8;
  }
  return made;
}

struct DecoderFigures {
  std::int64_t layers, hidden, ffn, heads, kv_heads, head_dim, vocab, total;
  std::int64_t experts = 0;
  std::int64_t active = 0;
};

/// A decoder with untied tables; every layer has experts where there are any.
inline workload::Architecture decoder(const DecoderFigures& figures) {
  workload::Architecture model;
  workload::TransformerDims& dims = model.dims;
  dims.layers = dims.attention_layers = figures.layers;
  dims.hidden = figures.hidden;
  dims.ffn = figures.ffn;
  dims.heads = figures.heads;
  dims.kv_heads = figures.kv_heads;
  dims.head_dim = figures.head_dim;
  dims.vocab = figures.vocab;
  dims.experts.experts = figures.experts;
  dims.experts.active = figures.active;
  dims.experts.ffn = figures.experts > 0 ? figures.ffn : 0;
  model.params.total = figures.total;
  model.params.embedding = model.params.head = figures.vocab * figures.hidden;
  model.params.experts = 3 * figures.hidden * figures.ffn * figures.experts * figures.layers;
  return model;
}

inline workload::Architecture llama_3_1_8b() {
  return decoder({32, 4096, 14336, 32, 8, 128, 128256, 8030261248});
}

inline workload::Architecture llama_3_1_70b() {
  return decoder({80, 8192, 28672, 64, 8, 128, 128256, 70553706496});
}

inline workload::Architecture mixtral_8x7b() {
  return decoder({32, 4096, 14336, 32, 8, 128, 32000, 46702792704, 8, 2});
}

/// A request of `input` and `output` tokens to a model, KV at `kv_bytes` an element.
inline workload::Demand chat(const workload::Architecture& model,
                             workload::WeightFormat weights,
                             double input,
                             double output,
                             double kv_bytes,
                             workload::Stack stack = workload::Stack::tensorrt_llm) {
  workload::Demand demand;
  demand.kind = workload::JobKind::serve;
  demand.model = model;
  demand.stack = stack;
  demand.serving.weights = weights;
  demand.serving.input_tokens = input;
  demand.serving.output_tokens = output;
  demand.serving.kv_bytes_per_element = kv_bytes;
  demand.serving.kv_bytes_per_token = workload::kv_bytes_per_token(model.dims, kv_bytes);
  return demand;
}

inline workload::Layout tensor_parallel(std::int32_t ranks, std::int32_t stages = 1) {
  workload::Layout layout;
  layout.tensor = ranks;
  layout.pipeline = stages;
  return layout;
}

inline perf::inference::Coefficients serving_coefficients(const Coefficients& replaced = {}) {
  Coefficients values = shipped_coefficients();
  values["recommender.flops_share"] = 0.3;
  values["recommender.bandwidth_share"] = 0.3;
  values["recommender.overhead_ms"] = 2;
  for (const auto& [key, value] : replaced)
    values[key] = value;
  core::DiagnosticSink sink;
  auto bound = perf::inference::Coefficients::bind(values, sink);
  if (!bound)
    throw std::runtime_error(core::render(sink.diagnostics().front()));
  return std::move(*bound);
}

inline const perf::ServingModel& serving_model() {
  static const perf::ServingModel model = [] {
    Coefficients values = shipped_coefficients();
    values["recommender.flops_share"] = 0.3;
    values["recommender.bandwidth_share"] = 0.3;
    values["recommender.overhead_ms"] = 2;
    core::DiagnosticSink sink;
    return std::move(*perf::ServingModel::bind(values, sink));
  }();
  return model;
}

/// A replica of an engine's class at a release's time factor (0: the newest).
inline core::Known<perf::inference::Replica> replica(const workload::Demand& demand,
                                                     const workload::Layout& layout,
                                                     const catalog::Accelerator& accelerator,
                                                     const catalog::Shape& machine,
                                                     perf::inference::Engine engine,
                                                     double time_factor = 0) {
  static const perf::inference::Coefficients coefficients = serving_coefficients();
  return perf::inference::make_replica(
      coefficients,
      demand,
      layout,
      {&accelerator, &machine, 1},
      {.engine = perf::inference::describe_engine(engine), .time_factor = time_factor});
}

} // namespace gpuplan::test
