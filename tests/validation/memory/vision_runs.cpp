#include "core/units.hpp"
#include "sizing/image_generator.hpp"
#include "sizing/sample_memory.hpp"
#include "validation/memory/published_runs.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::test {

namespace {

using namespace gpuplan::workload;
using gpuplan::sizing::MemoryCoefficients;
using gpuplan::sizing::MemoryEstimate;
using gpuplan::sizing::Reading;
using gpuplan::sizing::SampleMemory;

struct Sample {
  const char* name;
  double parameters;
  double gflops;
  double elements;
};

/// Published costs of a sample: huggingface/pytorch-image-models, ultralytics.
constexpr Sample k_samples[] = {{"resnet50", 25.56e6, 8.22, 11.11e6},
                                {"yolov5s", 7.2e6, 16.5, 0},
                                {"yolov8s", 11.2e6, 28.6, 0}};

PublishedRun of_form(const SampleMemory& form, const Layout& layout, Reading reading) {
  PublishedRun run;
  run.language_model = false;
  run.reading = reading;
  run.predict = [=]() -> core::Known<MemoryEstimate> { return form.estimate(layout); };
  return run;
}

Layout layout_of(const TruthRow& row) {
  Layout layout;
  layout.micro_batch = static_cast<std::int32_t>(row.whole("micro_batch", 1));
  layout.data = static_cast<std::int32_t>(row.whole("gpus", 1));
  if (row.text("activation_checkpointing") == "yes")
    layout.recompute = Recompute::full;
  return layout;
}

Demand trains(const TruthRow& row, NetworkClass network) {
  Demand demand;
  demand.stack = Stack::framework_amp;
  demand.model.name = row.text("model");
  demand.model.network = network;
  demand.training.optimizer = Optimizer::sgd_momentum;
  if (row.has("precision", "fp32"))
    demand.training.compute = catalog::NumberFormat::fp32;
  if (row.has("precision", "fp32/tf32"))
    demand.training.compute = catalog::NumberFormat::tf32;
  return demand;
}

std::optional<PublishedRun> of_sample(const TruthRow& row, const MemoryCoefficients& c) {
  for (const auto& sample : k_samples) {
    if (row.text("model") != sample.name)
      continue;
    const bool cnn = sample.elements > 0;
    auto demand = trains(row, cnn ? NetworkClass::cnn : NetworkClass::detection);
    demand.model.params.total = std::lround(sample.parameters);
    demand.model.sample.flops_forward = sample.gflops * 1e9;
    demand.model.sample.activation_elements = sample.elements;
    if (!cnn) // a profile of forward and backward alone
      demand.training.optimizer = Optimizer::sgd;
    return of_form(*sizing::sample_training(demand, c), layout_of(row), Reading::reserved);
  }
  return std::nullopt;
}

PublishedRun detector(const TruthRow& row, const MemoryCoefficients& c) {
  auto demand = trains(row, NetworkClass::detection);
  demand.model.params.total = 44'000'000;
  return of_form(*sizing::sample_training(demand, c), layout_of(row), Reading::allocated);
}

double side_of(const TruthRow& row) {
  for (const char* side : {"256", "512", "768", "1024", "2048"})
    if (row.has("notes", std::string(side) + "x" + side))
      return std::stod(side);
  return row.has("model", "256") ? 256 : 512;
}

PublishedRun image_transformer(const TruthRow& row, const MemoryCoefficients& c) {
  auto demand = trains(row, NetworkClass::diffusion);
  demand.training.optimizer =
      row.has("optimizer", "8bit") ? Optimizer::adamw_8bit : Optimizer::adamw;
  demand.model.params.total = 800'000'000;
  const auto side = std::lround(side_of(row));
  demand.model.sample.input_shape = {3, side, side};
  demand.model.sample.flops_forward = 1e12; // not published; not used with checkpointing
  if (row.text("task") == "lora") {
    demand.training.method = Method::lora;
    demand.training.adapter = Adapter{.parameters = 10'000'000};
  }
  return of_form(*sizing::sample_training(demand, c), layout_of(row), Reading::device);
}

PublishedRun autoencoder(const TruthRow& row, const MemoryCoefficients& c) {
  const auto kind =
      row.has("model", "sdxl") ? sizing::Autoencoder::sdxl : sizing::Autoencoder::stable_diffusion;
  const auto pass = row.has("model", "encode") ? sizing::AutoencoderPass::encode
                                               : sizing::AutoencoderPass::decode;
  const double side = side_of(row);
  SampleMemory form;
  form.weights = sizing::autoencoder_bytes(kind, pass, side * side / 1e6, c);
  form.reserve = {.slack = c.slack, .fixed = core::gib(c.context_gib).count()};
  return of_form(form, layout_of(row), Reading::allocated);
}

/// Sampling with plain attention, token merging (half of the tokens) or fused attention.
PublishedRun sampling(const TruthRow& row, const MemoryCoefficients& c) {
  Demand demand;
  demand.kind = JobKind::batch_inference;
  demand.stack = Stack::transformers;
  demand.model.name = "sd15_unet";
  demand.model.network = NetworkClass::diffusion;
  demand.model.params.total = 859'520'000;
  const double side = side_of(row);
  const auto cells = std::lround(side / 8);
  demand.model.sample.input_shape = {4, cells, cells};
  demand.serving.weights = WeightFormat::fp16;
  auto form = *sizing::sample_serving(demand, c);
  if (!row.has("notes", "xFormers")) {
    const double kept = row.has("notes", "ToMe") ? 0.5 : 1;
    form.step.per_sample =
        std::max(form.step.per_sample, sizing::eager_score_bytes(side * side * kept));
  }
  return of_form(form, layout_of(row), Reading::device);
}

} // namespace

std::optional<PublishedRun>
vision_run(const TruthRow& row, const PublishedModels& /*models*/, const MemoryCoefficients& c) {
  if (row.has("source", "detectron2")) {
    // Deformable convolutions and group norm are in no other row; no estimate.
    if (row.has("model", "dconv"))
      return std::nullopt;
    return detector(row, c);
  }
  if (row.has("model", "amused"))
    return image_transformer(row, c);
  if (row.has("model", "vae"))
    return autoencoder(row, c);
  if (row.has("source", "tome"))
    return sampling(row, c);
  return of_sample(row, c);
}

} // namespace gpuplan::test
