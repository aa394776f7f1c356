#include "sizing/detector_kind.hpp"
#include "sizing/image_generator.hpp"
#include "sizing/numbers.hpp"
#include "sizing/sample_memory.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::sizing {

namespace {

using workload::Demand;
using workload::Method;
using workload::NetworkClass;

/// Bytes of an activation element against fp32's and 16-bit's.
double element_bytes(const Demand& demand) {
  return workload::is_full_precision(demand.training.compute) ? 4 : 2;
}

constexpr double k_cast = 2; ///< B per parameter of 16-bit copies beside fp32 weights

void add_states(SampleMemory& form, const Demand& demand, const MemoryCoefficients& c) {
  const auto parameters = static_cast<double>(demand.model.params.total);
  form.reserve = {.slack = c.slack, .fixed = gib(c.context_gib), .collective = gib(c.nccl_gib)};
  const double width = element_bytes(demand);
  if (demand.training.method != Method::full) {
    const bool quantised = demand.training.method == Method::qlora;
    form.weights = parameters * (quantised ? c.nf4 : width);
    const double moments = workload::moment_bytes(demand.training.optimizer, 0);
    if (demand.training.adapter)
      form.adapters = static_cast<double>(demand.training.adapter->parameters) * (8 + moments);
    return;
  }
  form.state = state_bytes(demand, c);
  form.trained = parameters - demand.model.sample.embedding_parameters;
}

void add_elements(SampleMemory& form,
                  const Demand& demand,
                  const MemoryCoefficients& c,
                  double kappa,
                  std::string_view key) {
  form.step_key = key;
  if (form.state[0].weights > element_bytes(demand))
    form.weights = k_cast * form.trained;
  form.step.base = gib(c.vision_base_gib);
  form.step.per_sample = kappa * activation_elements(demand.model, c) * element_bytes(demand) *
                         demand.training.spatial_scale;
}

void add_detector(SampleMemory& form, const Demand& demand, const MemoryCoefficients& c) {
  const auto& model = demand.model;
  const double scale = demand.training.spatial_scale;
  const bool yolo = has_word(model.name, "yolo") || has_word(model.family, "yolo");
  if (yolo && model.sample.flops_forward > 0) {
    constexpr double k_giga = 1e9;
    form.step_key = "memory.yolo.slope_gib";
    form.step.base = gib(c.yolo_base_gib);
    form.step.per_sample = gib(c.yolo_slope_gib) * std::sqrt(model.sample.flops_forward / k_giga) *
                           scale * element_bytes(demand) / 2;
    form.band = measured_band(c.band_cnn, "YOLO, five peaks in sample");
    return;
  }
  if (const auto known = detector_gib(model.name, c)) {
    // Two images; 12 B a parameter (fp32, SGD with momentum) of the figure are states.
    const double states = 12 * static_cast<double>(model.params.total);
    form.step.per_sample =
        std::max(0.0, gib(*known) - states) / 2 * scale * element_bytes(demand) / 4;
    form.band = measured_band(c.band_detection, "detectors, a look-up");
    return;
  }
  add_elements(form, demand, c, c.cnn_kappa, "memory.vision.cnn_kappa");
  form.band = unmeasured_band(c.band_unmeasured, "not validated for this detector");
}

void add_denoiser(SampleMemory& form, const Demand& demand, const MemoryCoefficients& c) {
  const auto& model = demand.model;
  const double kappa =
      demand.training.fused_attention ? c.diffusion_kappa_fused : c.diffusion_kappa_eager;
  form.step.base = gib(c.vision_base_gib);
  form.step.per_sample =
      kappa * activation_elements(model, c) * element_bytes(demand) * demand.training.spatial_scale;
  form.band = unmeasured_band(c.band_unmeasured, "not validated for training image generators");
  const double pixels = reference_pixels(model) * demand.training.spatial_scale;
  constexpr double k_tile = 256.0 * 256.0;
  constexpr double k_mega = 1e6;
  if (pixels <= 0)
    return;
  form.recomputed_step = SampleLine{
      .base = gib(c.checkpointed_base_gib),
      .per_sample = gib(c.checkpointed_image_gib + c.checkpointed_tile_gib * pixels / k_tile)};
  form.recomputed_key = "memory.diffusion.checkpointed_tile_gib";
  form.recomputed_band =
      measured_band(c.band_image_transformer, "image transformers, one family in sample");
  const auto kind = autoencoder_of(model);
  form.before.base = autoencoder_bytes(kind, AutoencoderPass::encode, 0, c);
  form.before.per_sample =
      autoencoder_bytes(kind, AutoencoderPass::encode, pixels / k_mega, c) - form.before.base;
}

void add_recommender(SampleMemory& form, const Demand& demand, const MemoryCoefficients& c) {
  const auto& sample = demand.model.sample;
  form.tables = 4 * sample.embedding_parameters; // the optimizer's number a row is below 1 %
  // Rows looked up and their gradients, before and after the exchange between devices.
  form.step.per_sample =
      4 * sample.embedding_bytes + c.cnn_kappa * sample.activation_elements * element_bytes(demand);
  form.band = unmeasured_band(c.band_unmeasured, "not validated for recommenders");
}

} // namespace

core::Known<SampleMemory> sample_training(const Demand& demand, const MemoryCoefficients& c) {
  const auto& model = demand.model;
  SampleMemory form;
  add_states(form, demand, c);
  if (model.network == NetworkClass::recommender) {
    if (model.sample.embedding_parameters <= 0 && model.params.total <= 0)
      return core::Unknown{"the size of the embedding tables is not known"};
    add_recommender(form, demand, c);
    return form;
  }
  const bool listed = model.network == NetworkClass::detection && detector_gib(model.name, c);
  if (activation_elements(model, c) <= 0 && !listed)
    return core::Unknown{"neither activation elements nor FLOPs of a sample are known"};
  switch (model.network) {
  case NetworkClass::detection: add_detector(form, demand, c); break;
  case NetworkClass::diffusion: add_denoiser(form, demand, c); break;
  case NetworkClass::vision_transformer:
    add_elements(form, demand, c, c.vit_kappa, "memory.vision.vit_kappa");
    form.band = unmeasured_band(c.band_unmeasured, "not validated for vision transformers");
    break;
  case NetworkClass::unet_3d:
    add_elements(form, demand, c, c.unet3d_kappa, "memory.vision.unet3d_kappa");
    form.band = unmeasured_band(c.band_unmeasured, "not validated for 3-D networks");
    break;
  case NetworkClass::cnn:
    add_elements(form, demand, c, c.cnn_kappa, "memory.vision.cnn_kappa");
    form.band = measured_band(c.band_cnn, "convolutional networks, batches that fill cards");
    break;
  default:
    add_elements(form, demand, c, c.cnn_kappa, "memory.vision.cnn_kappa");
    form.band = unmeasured_band(c.band_unmeasured, "not validated for this kind of network");
  }
  return form;
}

} // namespace gpuplan::sizing
