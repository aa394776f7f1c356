#include "perf/inference/samples.hpp"

#include "perf/inference/chip.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf::inference {

namespace {

using catalog::Accelerator;
using catalog::NumberFormat;
using core::Known;
using core::Unknown;
using workload::NetworkClass;
using workload::WeightFormat;

struct FamilyWord {
  std::string_view word;
  SampleClass which;
};

/// Families whose kernels differ from those of their network class.
constexpr FamilyWord k_family_words[] = {
    {"mobilenet", SampleClass::depthwise},
    {"efficientnet", SampleClass::depthwise},
    {"convnext", SampleClass::depthwise},
    {"mnasnet", SampleClass::depthwise},
    {"swin", SampleClass::windowed},
    {"maxvit", SampleClass::windowed},
    {"coatnet", SampleClass::windowed},
};

struct ChosenFormat {
  SampleFormat format = SampleFormat::sixteen_bit;
  NumberFormat rate = NumberFormat::fp16;
  double bytes = 2;
};

ChosenFormat chosen_format(const workload::ServingDemand& serving) {
  switch (serving.weights) {
  case WeightFormat::fp32:
    return serving.compute == NumberFormat::tf32
               ? ChosenFormat{SampleFormat::tf32, NumberFormat::tf32, 4}
               : ChosenFormat{SampleFormat::fp32, NumberFormat::fp32, 4};
  case WeightFormat::fp8: return {SampleFormat::fp8, NumberFormat::fp8, 1};
  case WeightFormat::int8: return {SampleFormat::int8, NumberFormat::int8, 1};
  default: break;
  }
  const NumberFormat stored =
      serving.weights == WeightFormat::bf16 ? NumberFormat::bf16 : NumberFormat::fp16;
  const bool named = serving.compute == NumberFormat::bf16 || serving.compute == NumberFormat::fp16;
  return {SampleFormat::sixteen_bit, named ? serving.compute : stored, 2};
}

Known<double> chip_rate(const Accelerator& chip, const ChosenFormat& format) {
  const catalog::FormatRate& rate = chip.rate(format.rate);
  if (rate.dense)
    return rate.dense->count();
  if (rate.unsupported)
    return Unknown{"the chip does not multiply in the precision asked for"};
  const bool sixteen = format.format == SampleFormat::sixteen_bit;
  const catalog::FormatRate& other =
      chip.rate(format.rate == NumberFormat::bf16 ? NumberFormat::fp16 : NumberFormat::bf16);
  if (sixteen && other.dense)
    return other.dense->count();
  return Unknown{"the chip's rate in the precision asked for is not known"};
}

double share_of_peak(const Coefficients& coefficients,
                     const GenerationRow* generation,
                     SampleFormat format) {
  const auto index = static_cast<std::size_t>(format);
  const double measured = generation != nullptr ? generation->sample_rate[index] : 0.0;
  return measured > 0 ? measured : coefficients.default_generation.sample_rate[index];
}

struct ClassFactors {
  double work = 1;        ///< u
  double activations = 1; ///< a
  double speed = 1;       ///< v
  double time = 1;        ///< on t
  bool measured = true;
};

ClassFactors class_factors(const Coefficients& coefficients, SampleClass which, SampleStack stack) {
  const auto index = static_cast<std::size_t>(which);
  const SampleShared& shared = coefficients.samples;
  const EagerClassRow& eager = coefficients.eager_classes[index];
  switch (stack) {
  case SampleStack::tensorrt:
    return {.work = coefficients.tensorrt_classes[index].work,
            .activations = shared.tensorrt_activations,
            .speed = shared.tensorrt_speed,
            .measured = coefficients.tensorrt_classes[index].measured > 0};
  case SampleStack::neuron:
    return {.work = eager.work,
            .activations = eager.activations,
            .time =
                which == SampleClass::encoder ? shared.neuron_encoder_factor : shared.eager_factor,
            .measured = eager.measured > 0};
  case SampleStack::eager: break;
  }
  return {.work = eager.work,
          .activations = eager.activations,
          .time = shared.eager_factor,
          .measured = eager.measured > 0};
}

double floor_seconds(const Coefficients& coefficients,
                     SampleClass which,
                     SampleStack stack,
                     double sample_s) {
  const SampleShared& shared = coefficients.samples;
  switch (stack) {
  case SampleStack::tensorrt: {
    const TensorRtClassRow& row = coefficients.tensorrt_classes[static_cast<std::size_t>(which)];
    const double single = row.single_ms * k_seconds_per_ms + row.single_factor * sample_s;
    return std::cbrt(std::max(0.0, single * single * single - sample_s * sample_s * sample_s));
  }
  case SampleStack::neuron: return shared.neuron_host_ms * k_seconds_per_ms;
  case SampleStack::eager: break;
  }
  return shared.eager_host_ms * k_seconds_per_ms;
}

/// Samples whose activations, all kept at once, take the stated share of memory: on the safe side.
double memory_batch(const SampleShared& shared,
                    const workload::Demand& demand,
                    const SampleWork& work,
                    double memory_bytes,
                    double bytes) {
  const double steps = std::max(1.0, demand.serving.steps);
  const double sample = work.activation_elements / steps * bytes;
  if (sample <= 0) // a denoiser's are large, those of other networks fit a batch that is enough
    return demand.model.network == NetworkClass::diffusion ? 1.0 : shared.batch_limit;
  const double room = shared.batch_memory_share * memory_bytes - demand.serving.weight_bytes;
  return std::clamp(std::floor(room / sample), 1.0, shared.batch_limit);
}

bool fully_published(const Accelerator& chip) {
  return chip.memory_bandwidth && chip.memory;
}

} // namespace

std::string_view to_string(SampleClass which) {
  constexpr std::array<std::string_view, k_sample_classes> k_words = {"convolutions",
                                                                      "depthwise convolutions",
                                                                      "vision transformer",
                                                                      "windowed attention",
                                                                      "encoder",
                                                                      "U-Net",
                                                                      "diffusion",
                                                                      "detection",
                                                                      "speech"};
  return k_words[static_cast<std::size_t>(which)];
}

SampleClass sample_class(const workload::Architecture& model) {
  for (const std::string& text : {model.family, model.name})
    for (const FamilyWord& known : k_family_words)
      if (text.find(known.word) != std::string::npos)
        return known.which;
  switch (model.network) {
  case NetworkClass::vision_transformer: return SampleClass::vision_transformer;
  case NetworkClass::detection: return SampleClass::detection;
  case NetworkClass::segmentation_2d:
  case NetworkClass::unet_3d: return SampleClass::unet;
  case NetworkClass::diffusion: return SampleClass::diffusion;
  case NetworkClass::speech: return SampleClass::speech;
  case NetworkClass::encoder:
  case NetworkClass::encoder_decoder:
  case NetworkClass::decoder: return SampleClass::encoder;
  default: return SampleClass::convnet;
  }
}

SampleStack sample_stack(workload::Stack stack, const Accelerator& chip) {
  if (is_neuron(chip))
    return SampleStack::neuron;
  const bool tensorrt = stack == workload::Stack::tensorrt_llm || stack == workload::Stack::mlperf;
  return tensorrt ? SampleStack::tensorrt : SampleStack::eager;
}

double encoder_activations(const workload::TransformerDims& dims, double tokens) {
  const auto layers = static_cast<double>(dims.layers);
  const auto hidden = static_cast<double>(dims.hidden);
  const auto ffn = static_cast<double>(dims.ffn);
  const auto heads = static_cast<double>(dims.heads);
  const auto width = heads * static_cast<double>(dims.head_dim);
  const auto kv_width = static_cast<double>(dims.kv_heads * dims.head_dim);
  const double mlp = dims.gated_mlp ? 2.0 * ffn : ffn;
  return layers *
         (tokens * (2.0 * width + 2.0 * kv_width + 2.0 * hidden + mlp) + heads * tokens * tokens);
}

SampleWork sample_work(const workload::Demand& demand) {
  const workload::ServingDemand& serving = demand.serving;
  const double steps = std::max(1.0, serving.steps);
  SampleWork work;
  work.flops = serving.flops_per_sample * steps;
  work.activation_elements =
      demand.model.sample.activation_elements > 0
          ? demand.model.sample.activation_elements * serving.spatial_scale * steps
          : encoder_activations(demand.model.dims, serving.input_tokens);
  return work;
}

Known<SampleCosts> sample_costs(const Coefficients& coefficients,
                                const workload::Demand& demand,
                                const Topology& topology,
                                SampleStack stack) {
  const Accelerator& chip = *topology.accelerator;
  const SampleWork work = sample_work(demand);
  if (work.flops <= 0)
    return Unknown{"the FLOPs of a sample are not known"};
  if (!fully_published(chip))
    return Unknown{"the chip's memory or its bandwidth is not known"};
  const ChosenFormat format = chosen_format(demand.serving);
  const Known<double> rate = chip_rate(chip, format);
  if (!rate)
    return Unknown{rate.why_unknown()};

  const SampleShared& shared = coefficients.samples;
  const SampleClass which = sample_class(demand.model);
  const ClassFactors factors = class_factors(coefficients, which, stack);
  const GenerationRow* generation = coefficients.generation(chip.generation);
  const GenerationRow& traits =
      generation != nullptr ? *generation : coefficients.default_generation;
  const ChipRow* row = coefficients.chip(chip.name);
  const double fraction = std::min(1.0, topology.shape->devices.value());
  const double omega = power_ratio(
      traits, chip, coefficients.shared.power_lowest, coefficients.shared.power_highest);
  const bool measured = row != nullptr && row->samples > 0;
  const double of_chip = share_of_peak(coefficients, generation, format.format) *
                         std::pow(omega, shared.power_exponent) * (measured ? row->samples : 1.0);
  const double calls = std::max(1.0, demand.serving.steps);

  SampleCosts costs;
  costs.from = {.work = factors.work * work.flops,
                .speed = *rate * fraction * of_chip * factors.speed,
                .bytes = factors.activations * work.activation_elements * format.bytes,
                .bandwidth = shared.bandwidth_share * chip.memory_bandwidth->count() * fraction,
                .time = factors.time,
                .calls = calls,
                .calls_per_step = demand.serving.calls_per_step,
                .call_flops = work.flops / calls,
                .peak = *rate * fraction,
                .chip = of_chip,
                .software = factors.speed,
                .network = factors.work,
                .call_bytes = work.activation_elements / calls * format.bytes,
                .activations = factors.activations,
                .bandwidth_share = shared.bandwidth_share};
  const double compute_s = costs.from.work / costs.from.speed;
  const double memory_s = costs.from.bytes / costs.from.bandwidth;
  costs.sample_s = factors.time * std::sqrt(compute_s * compute_s + memory_s * memory_s);
  costs.floor_s = floor_seconds(coefficients, which, stack, costs.sample_s);
  costs.batch_limit =
      memory_batch(shared, demand, work, chip.memory->count() * fraction, format.bytes);
  costs.p99_factor = stack == SampleStack::eager ? shared.eager_p99 : 0.0;
  costs.compute_bound = compute_s >= memory_s;
  costs.chip_measured = measured;
  costs.class_measured = factors.measured;
  costs.eager = stack == SampleStack::eager;
  if (work.activation_elements <= 0)
    costs.note = demand.model.network == NetworkClass::diffusion
                     ? "activation size not known: time by FLOPs alone, and one image at a time, "
                       "since what more would take is not known"
                     : "activation size not known: time by FLOPs alone";
  return costs;
}

double sufficient_batch(const SampleCosts& costs) {
  constexpr double k_gain = 0.005;
  const double most = std::cbrt(std::pow(1 + k_gain, 3) - 1); // H ÷ (b·t)
  return std::max(1.0, std::ceil(costs.floor_s / (most * costs.sample_s)));
}

double batch_seconds(const SampleCosts& costs, double batch) {
  const double device = batch * costs.sample_s;
  return std::cbrt(device * device * device + costs.floor_s * costs.floor_s * costs.floor_s);
}

} // namespace gpuplan::perf::inference
