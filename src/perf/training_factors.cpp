#include "perf/training_factors.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

namespace {

using Coefficients = TrainingModel::Coefficients;
using workload::NetworkClass;

std::optional<double> by_class(const Coefficients& c, const std::string& owner, KernelClass which) {
  return c.lookup("training." + owner +
                  (which == KernelClass::transformer ? ".transformer" : ".convolution"));
}

KernelClass other(KernelClass which) {
  return which == KernelClass::transformer ? KernelClass::convolution : KernelClass::transformer;
}

double fallback_factor(const Coefficients& c, const catalog::Accelerator& chip) {
  if (chip.generation.starts_with("tpu"))
    return c.fallback_tpu;
  if (chip.vendor != "NVIDIA")
    return c.fallback_other;
  const bool newer = chip.device_class == "datacenter" && chip.year >= c.fallback_year;
  return newer ? c.fallback_datacenter : c.fallback_older;
}

double log_square(double factor) {
  const double width = std::log(factor);
  return width * width;
}

} // namespace

KernelClass kernel_class(NetworkClass network) {
  switch (network) {
  case NetworkClass::decoder:
  case NetworkClass::encoder:
  case NetworkClass::encoder_decoder:
  case NetworkClass::vision_transformer: return KernelClass::transformer;
  default: return KernelClass::convolution;
  }
}

ChipFactor
chip_factor(const Coefficients& c, const catalog::Accelerator& chip, KernelClass kernels) {
  const std::string own = "chip." + std::string(chip.name);
  const std::string generation = "generation." + std::string(chip.generation);
  if (const auto value = by_class(c, own, kernels))
    return {.value = *value, .origin = FactorOrigin::chip};
  if (const auto value = by_class(c, generation, kernels))
    return {.value = *value, .origin = FactorOrigin::generation};
  if (const auto value = by_class(c, own, other(kernels)))
    return {.value = *value, .origin = FactorOrigin::generation};
  if (const auto value = by_class(c, generation, other(kernels)))
    return {.value = *value, .origin = FactorOrigin::fallback};
  return {.value = fallback_factor(c, chip), .origin = FactorOrigin::fallback};
}

NetworkFactor network_factor(const Coefficients& c, const workload::Architecture& model) {
  const auto& kind = c.workload(model);
  NetworkFactor result{.time = kind.factor, .traffic = kind.traffic, .band = kind.band};
  const std::string family = "training.family." + model.family;
  if (const auto factor = c.lookup(family + ".factor")) {
    result.time = *factor;
    result.band = 1;
  }
  if (const auto traffic = c.lookup(family + ".traffic"))
    result.traffic = *traffic;
  if (const auto factor = c.lookup("training.model." + model.name + ".factor")) {
    result.time *= *factor;
    result.band = 1;
  }
  return result;
}

bool is_depthwise(const workload::Architecture& model) {
  constexpr std::array<std::string_view, 6> k_words{
      "efficientnet", "mobilenet", "convnext", "ghostnet", "xception", "mnasnet"};
  return model.network == NetworkClass::cnn &&
         std::any_of(k_words.begin(), k_words.end(), [&model](std::string_view word) {
           return model.name.find(word) != std::string::npos;
         });
}

Band training_band(const Coefficients& c,
                   const Coefficients::Stack& stack,
                   FactorOrigin chip,
                   double network_band,
                   double extra) {
  double sum = log_square(stack.band) + log_square(network_band) + log_square(extra);
  Band band{.text = "other sources of the same software"};
  if (network_band > 1)
    band.text = "no measurement for this network";
  if (extra > 1)
    band.text = "no measurement with the optimizer on the host";
  if (chip == FactorOrigin::generation) {
    sum += log_square(c.band_generation);
    band.text = "no measurement for this chip, its generation's factor";
  } else if (chip == FactorOrigin::fallback) {
    sum += log_square(c.band_fallback);
    band.text = "no measurement for this chip or its generation";
  }
  band.factor = std::max(c.band_least, std::exp(std::sqrt(sum)));
  return band;
}

} // namespace gpuplan::perf
