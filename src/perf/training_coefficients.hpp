#pragma once

#include "perf/links.hpp"
#include "perf/training.hpp"

#include <array>
#include <cstdint>

namespace gpuplan::perf {

/// Which kernels carry a network; chip and stack factors differ between the two.
enum class KernelClass : std::uint8_t { transformer, convolution };

constexpr std::size_t k_training_stacks = 10; ///< nine measured, and one for the unknown
constexpr std::size_t k_network_classes = 11;

/// Coefficients under `training.` in catalogs/calibration.yaml, in SI units, and the lookup for
/// keys that are open-ended. The table in training_coefficients.cpp says which key goes where.
struct TrainingModel::Coefficients {
  /// Share of the dense peak that matrix products reach, with memory traffic and attention apart.
  struct Efficiency {
    double half = 1;
    double tf32 = 1;
    double fp32 = 1;
    double fp8 = 1;
    double fp8_block = 1;
    double fp4 = 1;
    double int8 = 1;
  };

  struct Stack {
    double speed_transformer = 1;
    double speed_convolution = 1;
    double speed_vision_transformer = 1;
    double attention = 1; ///< on the attention efficiency
    double launch_s = 0;  ///< of one layer, forward and backward
    double fixed_s = 0;   ///< of one step
    double band = 1;      ///< 90th percentile of measured ÷ predicted, as a factor
  };

  struct Workload {
    double factor = 1;  ///< time against what the published FLOPs take
    double traffic = 1; ///< memory traffic of activations against the plain count
    double band = 1;    ///< widens the interval where the network itself was not measured
  };

  Efficiency matrix;
  Efficiency convolution; ///< half, TF32 and fp32; narrower formats run as half
  double vision_transformer_half = 1;
  double depthwise = 1; ///< multiplies the convolution efficiency of depthwise networks
  double attention_fused = 1;
  double attention_unfused = 1;
  double most_of_peak = 1;  ///< that all kernels of a micro-batch together reach
  double bound_of_peak = 1; ///< that no range passes
  double bandwidth = 1;     ///< share of the memory bandwidth

  double traffic_activations = 0;
  double traffic_weights = 0;
  double traffic_scores = 0;       ///< of unfused attention in plain framework code
  double traffic_scores_fused = 0; ///< the same with a fused softmax kernel
  double traffic_sampled = 0;      ///< passes over each convolution output
  double traffic_experts = 0;      ///< multiplies activations of mixtures of experts
  double traffic_tables = 0;       ///< of a recommender's embedding rows
  double dequantise = 0;           ///< of the traffic of 4-bit base weights

  LinkCoefficients link;
  double exposed_tensor = 1;
  double exposed_context = 1;
  double exposed_expert = 1;
  double exposed_gradient = 1;
  double exposed_pipeline = 1;
  double exposed_sharding = 1; ///< on top of the smooth maximum with the computation
  double backward_share = 0;   ///< of a micro-batch that can hide the gradient reduction
  double straggler = 0;        ///< more time per doubling of devices
  double straggler_ragged = 0; ///< the same for detection and U-Nets
  double expert_bytes = 0;     ///< an element of the all-to-all, mean of dispatch and return

  double era = 1;        ///< slower a year of software age, vendor-tuned stack alone
  double era_launch = 1; ///< the same for launches
  double era_reference_year = 0;
  double era_newest = 0; ///< limits of the age in years; the first is what a plan assumes
  double era_oldest = 0;

  double optimizer = 1;
  double optimizer_bytes = 0;       ///< read and written per trainable parameter
  double optimizer_bytes_stock = 0; ///< the same in stock framework code
  double gradient_bytes = 0;        ///< per trainable parameter in the reduction
  double gradient_bytes_stock = 0;

  double head_share_encoder = 0; ///< of the output head that masked pre-training computes
  double stack_share = 0;        ///< of an encoder-decoder's weights that one token passes
  double layers_sampled = 0;     ///< of a network that states none, for its launches
  double layers_detection = 0;
  double elements_per_flop = 0; ///< activation elements per forward FLOP where none is stated
  double table_elements = 0;    ///< pooled embedding elements a sample exchanges
  double table_passes = 0;
  double table_passes_multi = 0; ///< where a feature looks up several rows
  double table_fixed_s = 0;

  double fallback_datacenter = 1; ///< chip factors without any measurement
  double fallback_older = 1;
  double fallback_tpu = 1;
  double fallback_other = 1;
  double fallback_year = 0; ///< data-centre chips from this year on are newer than the measured
  double band_generation = 1;
  double band_fallback = 1;
  double band_host_only = 1;
  double band_offload = 1;
  double band_least = 1;

  double goodput_long = 1;
  double goodput_long_hours = 1;

  double cpu_flops_x86 = 0; ///< per vCPU
  double cpu_flops_arm = 0;

  std::array<Stack, k_training_stacks> stacks;
  std::array<Workload, k_network_classes> workloads;
  Workload experts; ///< decoders with experts
  CoefficientLookup lookup;

  [[nodiscard]] const Stack& stack(workload::Stack stack) const;
  [[nodiscard]] const Workload& workload(const workload::Architecture& model) const;
};

} // namespace gpuplan::perf
