#include "sizing/image_generator.hpp"
#include "sizing/numbers.hpp"
#include "sizing/sample_memory.hpp"
#include "sizing/stored_weights.hpp"
#include "workload/model/model_arithmetic.hpp"

namespace gpuplan::sizing {

namespace {

using workload::Demand;
using workload::NetworkClass;

void add_sampler(SampleMemory& form, const Demand& demand, const MemoryCoefficients& c) {
  const auto& model = demand.model;
  const double pixels = reference_pixels(model) * demand.serving.spatial_scale;
  constexpr double k_mega = 1e6;
  form.step.base = gib(c.sampling_base_gib);
  form.step.per_sample = c.bytes_per_pixel * pixels;
  form.step_key = "memory.diffusion.bytes_per_pixel";
  // The decoder takes one image after another once the last step is done.
  form.before.base =
      form.step.base +
      autoencoder_bytes(autoencoder_of(model), AutoencoderPass::decode, pixels / k_mega, c);
  const bool measured = autoencoder_of(model) == Autoencoder::stable_diffusion;
  form.band = measured ? measured_band(c.band_cnn, "Stable Diffusion 1 and 2, fit or not")
                       : unmeasured_band(c.band_unmeasured, "not validated for this generator");
}

} // namespace

core::Known<SampleMemory> sample_serving(const Demand& demand, const MemoryCoefficients& c) {
  const auto& model = demand.model;
  const auto& serving = demand.serving;
  SampleMemory form;
  form.reserve = {.slack = c.slack, .fixed = gib(c.context_gib)};
  const double dense = static_cast<double>(model.params.total) - model.sample.embedding_parameters;
  form.weights = serving.weight_bytes > 0 && model.network != NetworkClass::recommender
                     ? serving.weight_bytes
                     : dense * stored_width(serving.weights, model.params, c).matrix;
  form.band = unmeasured_band(c.band_unmeasured, "not validated for inference of this kind");
  if (model.network == NetworkClass::recommender) {
    form.tables = 4 * model.sample.embedding_parameters;
    form.step.per_sample = 2 * model.sample.embedding_bytes;
    return form;
  }
  if (model.network == NetworkClass::diffusion) {
    if (reference_pixels(model) <= 0)
      return core::Unknown{"the size of the generated image is not known"};
    add_sampler(form, demand, c);
    return form;
  }
  const double elements = activation_elements(model, c);
  if (elements <= 0)
    return core::Unknown{"neither activation elements nor FLOPs of a sample are known"};
  const double element = workload::is_full_precision(serving.compute) ? 4 : 2;
  form.step.base = gib(c.vision_base_gib);
  form.step_key = "memory.vision.inference_share";
  form.step.per_sample = c.inference_share * elements * element * serving.spatial_scale;
  return form;
}

} // namespace gpuplan::sizing
