#include "validation/inference/sample_truth.hpp"

#include "perf/inference/rule_of_thumb.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::validation {

namespace {

using perf::inference::Coefficients;
using perf::inference::SampleClass;
using perf::inference::SampleCosts;
using perf::inference::SampleStack;
using perf::inference::Values;
using workload::NetworkClass;
using workload::WeightFormat;

/// A network of MLPerf inference and the keys of its figures.
struct Benchmark {
  std::string_view model;
  std::string_view key;
  NetworkClass network;
  SampleClass which;
};

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

NetworkClass eager_network(const std::string& model) {
  for (const EagerClass& known : k_eager_classes)
    if (contains(model, known.word))
      return known.network;
  return NetworkClass::cnn;
}

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

Coefficients bound(const Values& values) {
  core::DiagnosticSink sink;
  return Coefficients::bind(values, sink).value();
}

class SampleTruth {
public:
  SampleTruth(const std::string& facts, const Values& values)
      : values_(values),
        coefficients_(bound(values)),
        hardware_(facts) {}

  void compare(const Record& row, Outcome& outcome) const {
    std::string why;
    std::string group;
    const std::optional<double> predicted = starts_with(text(row, "scenario"), "mlperf")
                                                ? predict_mlperf(row, group, why)
                                                : predict_code(row, group, why);
    if (!predicted) {
      ++outcome.left_out[why];
      return;
    }
    outcome.compared.push_back({.id = text(row, "id"),
                                .group = group,
                                .kind = text(row, "engine") + "|" + text(row, "accelerator_id") +
                                        "|" + text(row, "model") + "|" +
                                        text(row, "weight_precision"),
                                .measured = number(row, "measured_value"),
                                .predicted = *predicted});
  }

private:
  double figure(std::string_view key, std::string_view name, double otherwise) const {
    const auto found =
        values_.find("inference.samples.mlperf." + std::string{key} + "." + std::string{name});
    return found == values_.end() ? otherwise : found->second;
  }

  /// The coefficients with the network's own factor and the release's speed.
  Coefficients for_benchmark(const Record& row, const Benchmark& benchmark) const {
    Coefficients own = coefficients_;
    auto& which = own.tensorrt_classes[static_cast<std::size_t>(benchmark.which)];
    which.work = figure(benchmark.key, "work", 1);
    which.single_ms = figure(benchmark.key, "single_ms", 0);
    which.single_factor = figure(benchmark.key, "single_factor", 1);
    own.samples.tensorrt_speed =
        values_.at("inference.samples.tensorrt.release." + std::string{tensorrt_release(row)});
    return own;
  }

  std::optional<double>
  predict_mlperf(const Record& row, std::string& group, std::string& why) const {
    const Benchmark* benchmark = benchmark_of(row);
    const catalog::Accelerator* chip = hardware_.find(text(row, "accelerator_id"));
    if (benchmark == nullptr || chip == nullptr) {
      why = benchmark == nullptr ? "network without figures: " + text(row, "model")
                                 : "card without figures: " + text(row, "accelerator_id");
      return std::nullopt;
    }
    if (const std::string_view reason = set_aside_mlperf(row); !reason.empty()) {
      why = "set aside: " + std::string{reason};
      return std::nullopt;
    }
    workload::Demand demand;
    demand.model.name = "benchmark";
    demand.model.family = benchmark->which == SampleClass::depthwise ? "mobilenet" : "";
    demand.model.network = benchmark->network;
    demand.serving.weights = mlperf_format(row, *benchmark);
    demand.serving.compute = demand.serving.weights == WeightFormat::bf16
                                 ? catalog::NumberFormat::bf16
                                 : catalog::NumberFormat::fp16;
    demand.serving.flops_per_sample = 1e9 * figure(benchmark->key, "gflops", 0);
    demand.model.sample.activation_elements = 1e6 * figure(benchmark->key, "activations_m", 0);
    const catalog::Shape shape = Hardware::shape(*chip, 1);
    const auto costs = sample_costs(
        for_benchmark(row, *benchmark), demand, {chip, &shape, 1}, SampleStack::tensorrt);
    if (!costs) {
      why = "unknown: " + std::string{costs.why_unknown()};
      return std::nullopt;
    }
    return mlperf_metric(row, *benchmark, *costs, group);
  }

  std::optional<double> mlperf_metric(const Record& row,
                                      const Benchmark& benchmark,
                                      const SampleCosts& costs,
                                      std::string& group) const {
    const double chips = number(row, "accelerator_count", 1);
    const std::string& scenario = text(row, "scenario");
    const std::string& metric = text(row, "measured_metric");
    if (scenario == "mlperf-singlestream") {
      group = "mlperf single stream";
      return figure(benchmark.key, "single_ms", 0) +
             figure(benchmark.key, "single_factor", 1) * costs.sample_s * 1e3;
    }
    if (metric == "p99") {
      group = "mlperf p99";
      return figure(benchmark.key, "p99_of_bound", 1) * figure(benchmark.key, "bound_ms", 0);
    }
    const double offline = chips / costs.sample_s;
    group = scenario == "mlperf-server" ? "mlperf server" : "mlperf offline";
    return scenario == "mlperf-server" ? offline * figure(benchmark.key, "server_share", 1)
                                       : offline;
  }

  std::optional<double>
  predict_code(const Record& row, std::string& group, std::string& why) const {
    const std::string& engine = text(row, "engine");
    workload::Demand demand;
    demand.model.name = text(row, "model");
    demand.model.network = eager_network(text(row, "model"));
    if (!set_work(row, demand)) {
      why = "no published work of a sample: " + text(row, "scenario");
      return std::nullopt;
    }
    if (contains(text(row, "accelerator_id"), "cpu"))
      return host_rate(row, demand, group);
    if (contains(text(row, "model"), "xlm-roberta")) {
      why = "set aside: below one chip by 40 times";
      return std::nullopt;
    }
    if (number(row, "measured_value") == 4400.0) {
      why = "set aside: unit slip";
      return std::nullopt;
    }
    if (starts_with(engine, "detectron2"))
      demand.model.network = NetworkClass::detection;
    set_eager_format(row, demand);
    const catalog::Accelerator* chip = hardware_.find(text(row, "accelerator_id"));
    if (chip == nullptr) {
      why = "card without figures: " + text(row, "accelerator_id");
      return std::nullopt;
    }
    const catalog::Shape shape = Hardware::shape(*chip, 1);
    const SampleStack stack = perf::inference::sample_stack(workload::Stack::other, *chip);
    const auto costs = sample_costs(coefficients_, demand, {chip, &shape, 1}, stack);
    if (!costs) {
      why = "unknown: " + std::string{costs.why_unknown()};
      return std::nullopt;
    }
    group = stack == SampleStack::neuron        ? "neuron"
            : starts_with(engine, "detectron2") ? "detectron2 latency"
                                                : "eager";
    return eager_metric(row, of_container(row, *costs), group);
  }

  /// Containers of 2020-21 have a longer floor; early diffusers are slower.
  static SampleCosts of_container(const Record& row, SampleCosts costs) {
    if (contains(text(row, "engine"), "NGC")) {
      costs.floor_s = 13e-3;
    }
    if (contains(text(row, "engine"), "diffusers"))
      costs.sample_s *= 1.6;
    return costs;
  }

  static std::optional<double>
  eager_metric(const Record& row, const SampleCosts& costs, std::string& group) {
    const double batch = number(row, "batch_or_concurrency", 1);
    const std::string& metric = text(row, "measured_metric");
    if (metric == "p99") {
      group += " p99";
      return costs.p99_factor * batch_seconds(costs, batch) * 1e3;
    }
    if (metric == "latency_ms_p50")
      return batch_seconds(costs, batch) * 1e3;
    return number(row, "accelerator_count", 1) * batch / batch_seconds(costs, batch);
  }

  /// The rule of thumb on 28 hardware threads.
  std::optional<double>
  host_rate(const Record& row, const workload::Demand& demand, std::string& group) const {
    catalog::Shape shape;
    shape.vcpus = 28.0;
    const auto costs = host_costs(coefficients_, demand, {nullptr, &shape, 1});
    group = "host";
    const double batch = number(row, "batch_or_concurrency", 1);
    return costs ? std::optional<double>{batch / batch_seconds(*costs, batch)} : std::nullopt;
  }

  const Values& values_;
  Coefficients coefficients_;
  Hardware hardware_;
};

bool is_sample_row(const Record& row) {
  const std::string& model = text(row, "model");
  const bool language =
      number(row, "hidden") > 0 && !contains(model, "bert") && !contains(model, "electra");
  return !language && !contains(model, "nemotron") && !contains(model, "gpt-j") &&
         !contains(text(row, "measured_metric"), "tokens");
}

} // namespace

Outcome compare_sample_models(const std::string& facts, const Values& values) {
  const SampleTruth truth{facts, values};
  Outcome outcome;
  for (const Record& row : read_records(facts + "/truth_inference.csv"))
    if (is_sample_row(row))
      truth.compare(row, outcome);
  return outcome;
}

} // namespace gpuplan::validation
