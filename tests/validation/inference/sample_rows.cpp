#include "validation/inference/sample_rows.hpp"

namespace gpuplan::validation {

using perf::inference::SampleClass;
using workload::NetworkClass;
using workload::WeightFormat;

namespace {

constexpr Benchmark k_benchmarks[] = {
    {"resnet50", "resnet50", NetworkClass::cnn, SampleClass::convnet},
    {"ssd-resnet34", "ssd_resnet34", NetworkClass::detection, SampleClass::detection},
    {"ssd-mobilenet-v1", "ssd_mobilenet", NetworkClass::detection, SampleClass::depthwise},
    {"retinanet-resnext50", "retinanet", NetworkClass::detection, SampleClass::detection},
    {"rnnt", "rnnt", NetworkClass::speech, SampleClass::speech},
    {"bert-large-uncased", "bert_large", NetworkClass::encoder, SampleClass::encoder},
    {"sdxl", "sdxl", NetworkClass::diffusion, SampleClass::diffusion},
};

constexpr Benchmark k_brats = {"3d-unet", "unet3d_brats", NetworkClass::unet_3d, SampleClass::unet};
constexpr Benchmark k_kits19 = {"3d-unet",
                                "unet3d_kits19",
                                NetworkClass::unet_3d,
                                SampleClass::unet};

struct EagerClass {
  std::string_view word;
  NetworkClass network;
};

constexpr EagerClass k_eager_classes[] = {
    {"vit", NetworkClass::vision_transformer},
    {"deit", NetworkClass::vision_transformer},
    {"beit", NetworkClass::vision_transformer},
    {"bert", NetworkClass::encoder},
    {"electra", NetworkClass::encoder},
    {"nnunet", NetworkClass::unet_3d},
    {"stable-diffusion", NetworkClass::diffusion},
};

/// FLOPs (two a multiply-add) and activations of networks whose rows do not state them.
struct NetworkFigures {
  std::string_view model;
  double gflops = 0;
  double activations_m = 0;
};

constexpr NetworkFigures k_figures[] = {
    {"resnet50", 8.22, 11.11},
    {"resnet101", 15.7, 16.2},
    {"resnet152", 23.1, 22.6},
    {"vgg11", 15.2, 7.4},
    {"nnunet-3d", 954.6, 451.3},
    {"nnunet-2d", 60, 25},
    {"openai/clip-vit-base-patch32", 8.8, 4.2},
    {"faster_rcnn_R_50_FPN", 268.8, 330},
    {"mask_rcnn_R_50_FPN", 268.8, 330},
    {"keypoint_rcnn_R_50_FPN", 274.8, 330},
    {"retinanet_R_50_FPN", 303.1, 330},
};

/// Dimensions of encoders in the Neuron tables.
struct EncoderDims {
  std::string_view model;
  std::int64_t layers;
  std::int64_t hidden;
  std::int64_t heads;
};

constexpr EncoderDims k_encoders[] = {
    {"bert-large", 24, 1024, 16},
    {"roberta-large", 24, 1024, 16},
    {"distilbert", 6, 768, 12},
    {"bert-base", 12, 768, 12},
    {"roberta-base", 12, 768, 12},
    {"electra-base", 12, 768, 12},
    {"albert-base", 12, 768, 12},
};

bool set_encoder(const Record& row, workload::Demand& demand) {
  for (const EncoderDims& known : k_encoders) {
    if (!contains(text(row, "model"), known.model))
      continue;
    workload::TransformerDims& dims = demand.model.dims;
    dims.layers = known.layers;
    dims.hidden = known.hidden;
    dims.heads = dims.kv_heads = known.heads;
    dims.head_dim = known.hidden / known.heads;
    dims.ffn = 4 * known.hidden;
    dims.gated_mlp = false;
    const double tokens = number(row, "input_len", 384);
    const auto h = static_cast<double>(known.hidden);
    demand.serving.input_tokens = tokens;
    demand.serving.flops_per_sample =
        static_cast<double>(known.layers) * (24.0 * h * h * tokens + 4.0 * h * tokens * tokens);
    return true;
  }
  return false;
}

/// `17.58 GMAC, 23.9 M activations` of a row's notes.
bool set_stated(const Record& row, workload::Demand& demand) {
  const std::string& notes = text(row, "notes");
  const std::size_t gmac = notes.find(" GMAC, ");
  if (gmac == std::string::npos)
    return false;
  const std::size_t start = notes.rfind(' ', gmac - 1) + 1;
  demand.serving.flops_per_sample = 2e9 * std::strtod(notes.c_str() + start, nullptr);
  demand.model.sample.activation_elements = 1e6 * std::strtod(notes.c_str() + gmac + 7, nullptr);
  return true;
}

} // namespace

const Benchmark* benchmark_of(const Record& row) {
  const std::string& model = text(row, "model");
  if (model == "3d-unet")
    return text(row, "date") < "2022-04" ? &k_brats : &k_kits19;
  for (const Benchmark& known : k_benchmarks)
    if (model == known.model)
      return &known;
  return nullptr;
}

std::string_view tensorrt_release(const Record& row) {
  const std::string& engine = text(row, "engine");
  const std::string& date = text(row, "date");
  if (starts_with(engine, "TensorRT 7") || date < "2021")
    return "r7";
  if (starts_with(engine, "TensorRT 8.0") || starts_with(engine, "TensorRT 8.2"))
    return "r8_0";
  return date < "2024" ? "r8_4" : "r9";
}

WeightFormat mlperf_format(const Record& row, const Benchmark& benchmark) {
  const std::string& word = text(row, "weight_precision");
  if (benchmark.which == SampleClass::diffusion)
    return word == "bf16" ? WeightFormat::bf16 : WeightFormat::fp8;
  if (benchmark.which == SampleClass::speech)
    return WeightFormat::fp16;
  if (word == "fp16")
    return WeightFormat::fp16;
  const bool strict = contains(text(row, "notes"), "accuracy target 99.9");
  if (word.empty() && benchmark.which == SampleClass::encoder && strict)
    return WeightFormat::fp16;
  return WeightFormat::int8;
}

std::string_view set_aside_mlperf(const Record& row) {
  const std::string& engine = text(row, "engine");
  if (text(row, "weight_precision") == "fp32")
    return starts_with(engine, "onnx") ? "untuned ONNX Runtime"
                                       : "declared fp32, narrower formats ran";
  if (text(row, "model") == "retinanet-resnext50" && text(row, "scenario") == "mlperf-server" &&
      text(row, "accelerator_id") == "a30" && number(row, "accelerator_count") == 2)
    return "submitted at a third of capacity";
  return {};
}

NetworkClass eager_network(const std::string& model) {
  for (const EagerClass& known : k_eager_classes)
    if (contains(model, known.word))
      return known.network;
  return NetworkClass::cnn;
}

bool set_work(const Record& row, workload::Demand& demand) {
  if (set_stated(row, demand) || set_encoder(row, demand))
    return true;
  const std::string& model = text(row, "model");
  if (contains(model, "stable-diffusion")) {
    demand.serving.flops_per_sample = 803.3e9;
    demand.model.sample.activation_elements = 236.7e6;
    demand.serving.steps = 2;
    return text(row, "scenario") == "denoise-steps-per-s";
  }
  for (const NetworkFigures& known : k_figures)
    if (model == known.model ||
        (contains(known.model, "rcnn") || contains(known.model, "retina")
             ? starts_with(model, known.model) && model.size() <= known.model.size() + 3
             : false)) {
      demand.serving.flops_per_sample = 1e9 * known.gflops;
      demand.model.sample.activation_elements = 1e6 * known.activations_m;
      return true;
    }
  return false;
}

void set_eager_format(const Record& row, workload::Demand& demand) {
  const std::string& word = text(row, "weight_precision");
  demand.serving.weights = WeightFormat::fp16;
  demand.serving.compute = catalog::NumberFormat::fp16;
  if (word == "tf32" || word == "fp32") {
    demand.serving.weights = WeightFormat::fp32;
    demand.serving.compute =
        word == "tf32" ? catalog::NumberFormat::tf32 : catalog::NumberFormat::fp32;
  } else if (starts_with(word, "bf16")) {
    demand.serving.weights = WeightFormat::bf16;
    demand.serving.compute = catalog::NumberFormat::bf16;
  }
}

} // namespace gpuplan::validation
