#include "validation/training/job.hpp"

#include "validation/training/machine.hpp"

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

struct Widths {
  double hidden = 0, layers = 0, heads = 0, kv_heads = 0, ffn = 0, vocab = 0, head_dim = 0;
  bool gated = false;
};

bool starts(const std::string& text, std::string_view with) {
  return text.rfind(with, 0) == 0;
}

double vocabulary(const std::string& model, double stated) {
  if (model == "transformer-xl-base")
    return 9000;
  if (model == "transformer-xl-large")
    return 20000;
  if (starts(model, "llama2"))
    return 32000;
  if (stated > 0)
    return stated;
  if (starts(model, "llama"))
    return 128256;
  if (starts(model, "stablelm"))
    return 50432;
  return starts(model, "maxtext") ? 32000 : 51200;
}

/// Shapes of models whose rows have none.
void fill_shape(const std::string& model, Widths& w) {
  struct Shape {
    const char* model;
    double hidden, layers, heads, kv_heads, ffn, vocab;
  };

  static constexpr std::array<Shape, 5> shapes{{{"gpt3-5b", 4096, 24, 32, 32, 16384, 51200},
                                                {"gpt3-20b", 6144, 44, 48, 48, 24576, 51200},
                                                {"nemotron-8b", 4096, 32, 32, 32, 16384, 256000},
                                                {"nemotron-22b", 6144, 40, 48, 48, 24576, 256000},
                                                {"llama2-34b", 8192, 48, 64, 8, 22016, 32000}}};
  for (const Shape& shape : shapes)
    if (model == shape.model)
      w = {shape.hidden,
           shape.layers,
           shape.heads,
           shape.kv_heads,
           shape.ffn,
           shape.vocab,
           0,
           false};
  static const std::map<std::string, double> widths{
      {"llama3-arch-7b", 14336}, {"llama3-arch-13b", 17920}, {"llama3-arch-70b", 28672}};
  if (const auto at = widths.find(model); at != widths.end())
    w.ffn = at->second;
}

Widths widths_of(const CsvRow& run) {
  const std::string& model = text(run, "model");
  Widths w{number(run, "hidden"),
           number(run, "layers"),
           number(run, "heads"),
           number(run, "kv_heads"),
           number(run, "ffn"),
           vocabulary(model, number(run, "vocab")),
           0,
           false};
  fill_shape(model, w);
  const double parameters = number(run, "params_b") * 1e9;
  if (w.layers == 0 && w.hidden > 0) // the layer count of some sweeps follows from the size
    w.layers = std::round((parameters - w.vocab * w.hidden) / (12 * w.hidden * w.hidden));
  if (w.heads == 0) {
    w.heads = w.kv_heads = w.hidden / 128;
    w.head_dim = 128;
  }
  if (w.ffn == 0)
    w.ffn = 4 * w.hidden;
  const bool plain_maxtext = model == "maxtext-22b" || model == "maxtext-52b";
  w.gated = starts(model, "llama") || starts(model, "qwen") ||
            (starts(model, "maxtext") && !plain_maxtext);
  if (starts(model, "maxtext"))
    w.head_dim = model == "maxtext-22b" ? 256 : plain_maxtext ? w.hidden / w.heads : 128;
  if (w.head_dim == 0)
    w.head_dim = w.hidden / w.heads;
  return w;
}

struct Experts {
  double count, active, shared, ffn, dense_layers, head_dim;
};

const std::map<std::string, Experts>& expert_shapes() {
  static const std::map<std::string, Experts> shapes{
      {"deepseek-v3", {256, 8, 1, 2048, 3, 160}},
      {"kimi-k2", {384, 8, 1, 2048, 1, 160}},
      {"gpt-oss-120b", {128, 4, 0, 2880, 0, 64}},
      {"qwen3-235b-a22b", {128, 8, 0, 1536, 0, 128}},
      {"qwen3-30b-a3b", {128, 8, 0, 768, 0, 128}},
  };
  return shapes;
}

std::int64_t whole(double value) {
  return static_cast<std::int64_t>(std::llround(value));
}

void set_dims(workload::Architecture& model, const Widths& w) {
  auto& dims = model.dims;
  dims.layers = whole(w.layers);
  dims.hidden = whole(w.hidden);
  dims.ffn = whole(w.ffn);
  dims.heads = whole(w.heads);
  dims.kv_heads = whole(w.kv_heads);
  dims.head_dim = whole(w.head_dim);
  dims.vocab = whole(w.vocab);
  dims.gated_mlp = w.gated;
  dims.attention_layers = dims.layers;
}

void set_experts(workload::Architecture& model, const CsvRow& run, Widths w) {
  const Experts& e = expert_shapes().at(model.name);
  w.head_dim = e.head_dim;
  set_dims(model, w);
  auto& experts = model.dims.experts;
  experts.experts = whole(e.count);
  experts.active = whole(e.active);
  experts.shared = whole(e.shared);
  experts.ffn = whole(e.ffn);
  experts.dense_layers = whole(e.dense_layers);
  experts.dense_ffn = experts.dense_layers > 0 ? model.dims.ffn : 0;
  auto& params = model.params;
  params.total = whole(number(run, "params_b") * 1e9);
  params.active = whole(number(run, "active_params_b") * 1e9);
  params.embedding = params.head = whole(w.vocab * w.hidden);
  params.experts = whole((w.layers - e.dense_layers) * e.count * 3 * w.hidden * e.ffn);
}

void set_dense(workload::Architecture& model, const CsvRow& run, const Widths& w, RowKind kind) {
  set_dims(model, w);
  const double attention = (2 * w.heads + 2 * w.kv_heads) * w.head_dim * w.hidden;
  const double mlp = (w.gated ? 3 : 2) * w.hidden * w.ffn;
  double weights = w.layers * (attention + mlp);
  if (kind == RowKind::transformer_xl) // relative positions have a matrix of their own
    weights = w.layers * (5 * w.hidden * w.hidden + 2 * w.hidden * w.ffn);
  auto& params = model.params;
  const double stated = number(run, "params_b") * 1e9;
  const double table = w.vocab * w.hidden;
  params.total = whole(stated > 0 ? stated : weights + table);
  params.active = params.total;
  params.embedding = whole(table);
  params.head = params.total - params.embedding - whole(weights);
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
  if (starts(text(run, "id"), "megatron2020"))
    return 1024;
  return text(run, "measured_metric") == "gpu_hours" ? 8192 : 4096;
}

bool unfused_attention(const CsvRow& run, RowKind kind, Stack stack) {
  if (kind == RowKind::transformer_xl || stack == Stack::megatron_deepspeed)
    return true;
  if (kind == RowKind::encoder && (stack == Stack::framework_amp || stack == Stack::neuron))
    return true;
  return is_early_megatron(run) || starts(text(run, "id"), "seqsel");
}

void set_transformer(Job& job, const CsvRow& run) {
  auto& demand = job.demand;
  auto& model = demand.model;
  const Widths w = widths_of(run);
  if (job.kind == RowKind::mixture)
    set_experts(model, run, w);
  else
    set_dense(model, run, w, job.kind);
  job.unit = sequence_of(run, job.kind);
  demand.training.sequence = whole(job.unit);
  // Padding removed or binned by length: about half of the stated 512 tokens are real.
  const bool binned =
      contains(text(run, "source"), "DeepLearning") && text(run, "method") == "pretrain";
  if (job.kind == RowKind::encoder && job.unit > 511 && (demand.stack == Stack::mlperf || binned))
    demand.training.sequence = 253;
  demand.training.fused_attention = !unfused_attention(run, job.kind, demand.stack);
  job.sequence_parallel =
      !(demand.stack == Stack::megatron_deepspeed || is_early_megatron(run) ||
        (starts(text(run, "id"), "seqsel") && text(run, "activation_checkpointing") == "full"));
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
  if (stated == "full" || starts(text(run, "id"), "megatron2020"))
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

/// GFLOP forward, M activation elements, M parameters of a sample model.
struct Sample {
  double gflops = 0, elements = 0, parameters = 0, reference_image = 0;
};

/// Working figures of networks without published ones, and timm's multiply-adds, doubled, of some
/// that the table of facts leaves out.
const std::map<std::string, Sample>& working_figures() {
  static const std::map<std::string, Sample> figures{
      {"ssd300-resnet50", {32, 40, 26}},
      {"ssd300-resnet34", {27, 22, 20}},
      {"mask-rcnn-r50-fpn", {420, 330, 44}},
      {"retinanet-resnext50", {330, 230, 38}},
      {"nnunet-2d", {60, 25, 31}},
      {"unet-medical-2d", {400, 170, 31}},
      {"unet3d-medical", {600, 330, 16}},
      {"stable-diffusion-v2", {830, 240, 866}},
      {"flux", {12500, 800, 11900}},
      {"imagen-base", {900, 250, 2000}},
      {"rnn-t", {45, 12, 49}},
      {"resnext101", {16, 21, 44}},
      {"dlrm-dcnv2", {0.032, 0.1, 10}},
      {"dlrm_criteo_tb", {0.0049, 0.01, 2.4}},
      {"darknet53", {18.6, 12.39, 41.6}},
      {"densenet201", {8.68, 7.85, 20}},
      {"ghostnet_100", {0.3, 3.55, 5.2}},
      {"inception_v4", {24.56, 15.09, 42.7}},
      {"nfnet_f0", {14.42, 10.16, 71.5}},
      {"regnetx_032", {6.4, 11.37, 15.3}},
      {"regnety_080", {16, 17.97, 39.2}},
      {"resnet50d", {8.7, 11.92, 25.6}},
      {"resnetv2_101", {15.66, 16.23, 44.5}},
      {"wide_resnet101_2", {45.6, 21.23, 126.9}},
      {"xception", {16.8, 35.83, 22.9}},
      {"deit_small_patch16_224", {9.22, 11.95, 22.05}},
      {"vit_large_patch14_224", {162.2, 88.79, 304.2}},
      {"vit-g14", {967.9, 275.4, 1850}},
  };
  return figures;
}

const std::string& network_name(const std::string& model) {
  static const std::map<std::string, std::string> names{{"unet3d-kits19", "unet3d_mlperf"},
                                                        {"nnunet-3d", "nnunet_3d_fullres"},
                                                        {"unet3d-medical-tf", "unet3d-medical"},
                                                        {"unet-medical-2d-tf2", "unet-medical-2d"},
                                                        {"flux.1-schnell", "flux"},
                                                        {"imagen-base-2b", "imagen-base"},
                                                        {"resnext101-32x4d", "resnext101"},
                                                        {"se-resnext101-32x4d", "resnext101"},
                                                        {"efficientnet-b0", "efficientnet_b0"},
                                                        {"efficientnet-b4", "tf_efficientnet_b4"},
                                                        {"vit-b16", "vit_base_patch16_224"},
                                                        {"dlrm-small", "dlrm_criteo_tb"},
                                                        {"dlrm-large", "dlrm_criteo_tb"}};
  const auto at = names.find(model);
  return at == names.end() ? model : at->second;
}

std::optional<Sample> sample_of(const std::string& name, const Figures& figures) {
  const auto& working = working_figures();
  if (const auto at = working.find(name); at != working.end())
    return at->second;
  auto at = figures.find(name);
  if (at == figures.end()) // timm's own variants of the size
    at = figures.find("tf_" + name);
  if (at == figures.end() || number(at->second, "gflops_forward_per_sample") == 0)
    return std::nullopt;
  const CsvRow& row = at->second;
  Sample sample{number(row, "gflops_forward_per_sample"),
                number(row, "activations_m_elements_per_sample"),
                number(row, "params_m"),
                0};
  const std::string& shape = text(row, "input_shape"); // 3x224x224
  if (const auto first = shape.find('x'); first != std::string::npos)
    sample.reference_image = std::strtod(shape.c_str() + first + 1, nullptr);
  return sample;
}

bool set_sample(Job& job, const CsvRow& run, const Figures& figures) {
  auto& model = job.demand.model;
  model.name = network_name(model.name);
  const auto sample = sample_of(model.name, figures);
  if (!sample)
    return false;
  model.sample.flops_forward = sample->gflops * 1e9;
  model.sample.activation_elements = sample->elements * 1e6;
  model.params.total = model.params.active = whole(sample->parameters * 1e6);
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
  return starts(id, "megatron2020") || starts(id, "megatron-a100");
}

Figures read_figures(const std::string& facts) {
  Figures figures;
  for (auto& row : test::read_csv(facts + "/models_vision.csv"))
    figures[row["id"]] = row;
  return figures;
}

std::optional<Job> job_of(const CsvRow& run, const Figures& figures) {
  const std::string& model = text(run, "model");
  if (model == "wan2.1-14b" || starts(model, "llama4") || starts(model, "imagen-sr1"))
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
