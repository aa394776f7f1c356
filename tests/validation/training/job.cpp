#include "validation/training/job.hpp"

#include "validation/training/machine.hpp"
#include "validation/training/transformer_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::validation {

namespace {

using catalog::NumberFormat;
using test::CsvRow;
using workload::NetworkClass;
using workload::Stack;

constexpr std::array<std::string_view, k_row_kinds> k_kind_names{"decoder",
                                                                 "mixture of experts",
                                                                 "encoder",
                                                                 "transformer-xl",
                                                                 "vision transformer",
                                                                 "cnn",
                                                                 "detection",
                                                                 "2-D U-Net",
                                                                 "3-D U-Net",
                                                                 "diffusion",
                                                                 "speech",
                                                                 "recommender"};

RowKind kind_of(const CsvRow& run) {
  const std::string& family = text(run, "family");
  const std::string& model = text(run, "model");
  if (family == "cnn") {
    if (contains(model, "ssd300") || contains(model, "rcnn") || contains(model, "retinanet"))
      return RowKind::detection;
    return contains(model, "unet") ? RowKind::unet_2d : RowKind::cnn;
  }
  if (family == "unet3d")
    return RowKind::unet_3d;
  if (family == "diffusion")
    return RowKind::diffusion;
  if (family == "rnn")
    return RowKind::speech;
  if (family == "recsys")
    return RowKind::recommender;
  if (family == "transformer-encoder")
    return text(run, "image_size").empty() ? RowKind::encoder : RowKind::vision_transformer;
  if (contains(model, "transformer-xl"))
    return RowKind::transformer_xl;
  return family == "moe" ? RowKind::mixture : RowKind::decoder;
}

NetworkClass class_of(RowKind kind) {
  switch (kind) {
  case RowKind::encoder: return NetworkClass::encoder;
  case RowKind::vision_transformer: return NetworkClass::vision_transformer;
  case RowKind::cnn: return NetworkClass::cnn;
  case RowKind::detection: return NetworkClass::detection;
  case RowKind::unet_2d: return NetworkClass::segmentation_2d;
  case RowKind::unet_3d: return NetworkClass::unet_3d;
  case RowKind::diffusion: return NetworkClass::diffusion;
  case RowKind::speech: return NetworkClass::speech;
  case RowKind::recommender: return NetworkClass::recommender;
  default: return NetworkClass::decoder;
  }
}

Stack stack_of(const std::string& name) {
  static const std::map<std::string, Stack> stacks{
      {"megatron", Stack::megatron},
      {"megatron-deepspeed", Stack::megatron_deepspeed},
      {"fsdp", Stack::fsdp},
      {"finetune-recipe", Stack::finetune_recipe},
      {"framework-amp", Stack::framework_amp},
      {"xla", Stack::xla},
      {"neuron", Stack::neuron},
      {"mlperf", Stack::mlperf}};
  const auto at = stacks.find(name);
  return at == stacks.end() ? Stack::other : at->second;
}

NumberFormat format_of(const std::string& precision) {
  static const std::map<std::string, NumberFormat> formats{{"tf32", NumberFormat::tf32},
                                                           {"fp32", NumberFormat::fp32},
                                                           {"fp8", NumberFormat::fp8},
                                                           {"mxfp8", NumberFormat::fp8},
                                                           {"nvfp4", NumberFormat::fp4},
                                                           {"int8", NumberFormat::int8}};
  const auto at = formats.find(precision);
  return at == formats.end() ? NumberFormat::fp16 : at->second;
}

/// Middle of the month, or of the year, as a decimal year.
std::optional<double> year_of(const std::string& date) {
  if (date.size() < 4)
    return std::nullopt;
  const double year = std::stod(date.substr(0, 4));
  return date.size() >= 7 ? year + (std::stod(date.substr(5, 2)) - 0.5) / 12 : year + 0.5;
}

bool is_litgpt(const CsvRow& run) {
  return contains(text(run, "source"), "litgpt");
}

/// Tokens of a sample where the row has none.
double sequence_of(const CsvRow& run, RowKind kind) {
  if (const double stated = number(run, "seq_len"); stated > 0)
    return stated;
  if (kind == RowKind::transformer_xl)
    return text(run, "model") == "transformer-xl-base" ? 192 : 384;
  if (is_litgpt(run))
    return 150; // mean of Alpaca, assumed
  if (text(run, "id").starts_with("megatron2020"))
    return 1024;
  return text(run, "measured_metric") == "gpu_hours" ? 8192 : 4096;
}

bool unfused_attention(const CsvRow& run, RowKind kind, Stack stack) {
  if (kind == RowKind::transformer_xl || stack == Stack::megatron_deepspeed)
    return true;
  if (kind == RowKind::encoder && (stack == Stack::framework_amp || stack == Stack::neuron))
    return true;
  return is_early_megatron(run) || text(run, "id").starts_with("seqsel");
}

void set_transformer(Job& job, const CsvRow& run) {
  auto& demand = job.demand;
  auto& model = demand.model;
  if (job.kind == RowKind::mixture)
    set_mixture_shape(model, run);
  else
    set_dense_shape(model, run, job.kind == RowKind::transformer_xl);
  job.unit = sequence_of(run, job.kind);
  demand.training.sequence = std::llround(job.unit);
  // Padding removed or binned by length: about half of the stated 512 tokens are real.
  const bool binned =
      contains(text(run, "source"), "DeepLearning") && text(run, "method") == "pretrain";
  if (job.kind == RowKind::encoder && job.unit > 511 && (demand.stack == Stack::mlperf || binned))
    demand.training.sequence = 253;
  demand.training.fused_attention = !unfused_attention(run, job.kind, demand.stack);
  job.sequence_parallel =
      !(demand.stack == Stack::megatron_deepspeed || is_early_megatron(run) ||
        (text(run, "id").starts_with("seqsel") && text(run, "activation_checkpointing") == "full"));
  const std::string& method = text(run, "method");
  if (method == "lora" || method == "qlora") {
    demand.training.method = method == "lora" ? workload::Method::lora : workload::Method::qlora;
    workload::Adapter adapter;
    adapter.parameters = model.params.total / 200;
    demand.training.adapter = adapter;
  }
}

std::optional<workload::Recompute> recompute_of(const CsvRow& run, const Job& job) {
  using workload::Recompute;
  const std::string& stated = text(run, "activation_checkpointing");
  if (stated == "full" || text(run, "id").starts_with("megatron2020"))
    return Recompute::full;
  if (stated == "selective")
    return Recompute::selective;
  if (stated == "none" || job.demand.stack == Stack::framework_amp || job.kind == RowKind::encoder)
    return Recompute::none;
  const bool recipe = job.demand.stack == Stack::finetune_recipe &&
                      job.demand.training.method != workload::Method::full &&
                      !contains(text(run, "source"), "torchtune") && !is_litgpt(run);
  return recipe ? std::optional(Recompute::full) : std::nullopt;
}

bool set_sample(Job& job, const CsvRow& run, const Figures& figures) {
  auto& model = job.demand.model;
  model.name = network_name(model.name);
  const auto sample = sample_of(model.name, figures);
  if (!sample)
    return false;
  model.sample.flops_forward = sample->gflops * 1e9;
  model.sample.activation_elements = sample->elements * 1e6;
  model.params.total = model.params.active = std::llround(sample->parameters * 1e6);
  const double image = number(run, "image_size");
  if (image > 0 && sample->reference_image > 0)
    job.demand.training.spatial_scale = std::pow(image / sample->reference_image, 2);
  if (job.kind == RowKind::recommender) // rows of 128 a sample: 26 looked up once, or 214 in all
    model.sample.embedding_bytes = (model.name == "dlrm-dcnv2" ? 214 : 26) * 128 * 4.0;
  return true;
}

} // namespace

std::string_view to_string(RowKind kind) {
  return k_kind_names[static_cast<std::size_t>(kind)];
}

bool is_early_megatron(const CsvRow& run) {
  const std::string& id = text(run, "id");
  return id.starts_with("megatron2020") || id.starts_with("megatron-a100");
}

std::optional<Job> job_of(const CsvRow& run, const Figures& figures) {
  const std::string& model = text(run, "model");
  if (model == "wan2.1-14b" || model.starts_with("llama4") || model.starts_with("imagen-sr1"))
    return std::nullopt; // no shape or FLOPs published
  Job job;
  job.kind = kind_of(run);
  auto& demand = job.demand;
  demand.stack = stack_of(text(run, "stack"));
  demand.model.name = model;
  demand.model.network = class_of(job.kind);
  demand.model.family = job.kind == RowKind::transformer_xl ? "transformer_xl" : "";
  demand.training.compute = format_of(text(run, "precision"));
  demand.training.sequence = 1;
  if (text(run, "precision") == "mxfp8")
    job.conditions.fp8 = perf::Fp8Scaling::block;
  job.conditions.software_year = year_of(text(run, "date"));
  const bool transformer = job.kind == RowKind::decoder || job.kind == RowKind::mixture ||
                           job.kind == RowKind::encoder || job.kind == RowKind::transformer_xl;
  if (transformer)
    set_transformer(job, run);
  else if (!set_sample(job, run, figures))
    return std::nullopt;
  job.recompute = recompute_of(run, job);
  if (!transformer)
    job.recompute = workload::Recompute::none;
  return job;
}

} // namespace gpuplan::validation
