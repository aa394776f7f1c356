#pragma once

#include "perf/training_coefficients.hpp"
#include "perf/training_factors.hpp"
#include "workload/layout.hpp"

namespace gpuplan::perf {

/// How one micro-batch lies over devices; what a layout says before data parallelism.
struct MicroBatchLayout {
  double tensor = 1;
  double pipeline = 1;
  double virtual_stages = 1;
  double context = 1;
  double expert = 1;
  double samples = 1; ///< of the mean micro-batch; below 1 where a sample is spread over devices
  workload::Recompute recompute = workload::Recompute::none;
  bool sequence_parallel = true;
};

MicroBatchLayout micro_batch_layout(const workload::Layout& layout);

/// A demand as the time form counts it, per sample and summed over the layers a token passes.
struct NetworkWork {
  enum class Form : std::uint8_t { transformer, sampled, tables } form = Form::transformer;

  // Method and formats
  double passes = 3; ///< over the weights: forward, two backward; 2 where the base is frozen
  double activation_bytes = 2;
  double weight_bytes = 2;
  bool dequantises = false;
  bool stock = false; ///< plain framework code: wide gradients, more optimizer traffic

  // Transformers
  double tokens = 1; ///< of a sample
  double layers = 1; ///< that a token passes
  double layers_launched = 1;
  double hidden = 0;
  double ffn = 0;      ///< width used by a token, summed over its experts, mean of layers
  double routed = 0;   ///< experts a token visits; 0 for a dense network
  double kv_width = 0; ///< k d of one layer
  double kv_heads = 1;
  double weights_used = 0;    ///< N: in matrix products of one token, without tables
  double weights_dense = 0;   ///< held, outside experts and tables
  double weights_experts = 0; ///< held in routed experts
  double head_weights = 0;    ///< V h, as far as the head is computed
  double vocabulary = 0;      ///< V, likewise
  double attention_flops = 0; ///< forward, of one token at its mean context
  double score_elements = 0;  ///< written per token; 0 with fused attention
  double score_coefficient = 0;
  bool fused_attention = true;

  // Networks described by a sample's cost
  double flops_forward = 0;
  double activation_elements = 0;
  double gathered_elements = 0;  ///< embedding elements a sample reads, all passes
  double exchanged_elements = 0; ///< pooled ones it sends to other devices

  // State
  double parameters_dense = 0; ///< with tables
  double parameters_experts = 0;
  double trainable_dense = 0;
  double trainable_experts = 0;

  /// Pipeline stages of the depth of the fullest, which is the one a step waits for: the layers
  /// over ceil(layers ÷ p). 126 layers in 16 stages count as 15.75.
  [[nodiscard]] double stages(const MicroBatchLayout& layout) const;
};

/// Unknown where the demand lacks what its kind needs (FLOPs of a sample, layers).
core::Known<NetworkWork> network_work(const TrainingModel::Coefficients& coefficients,
                                      const workload::Demand& demand);

/// What one device does for one micro-batch.
///
/// Transformers, with T tokens, t tensor, p pipeline, c context ranks, N weights a token, V words,
/// h hidden, f feed-forward width, a heads of d, L layers, e bytes an activation, r = 1 with full
/// recomputation, π passes:
///   products   2 T N (π + r)/(t p) + 6 T V h/(t p)
///   attention  4 T s a d (L/p)/t κ ψ; fused κ = 1/2 if causal, ψ = 3.5 + r (the backward pass is
///              five products for two, arXiv:2205.14135); else κ = 1, ψ = 3, + 1 with recomputation
///   traffic    c_a w A + c_w W + c_s w S, w the network's own traffic factor
///     A  T (L/p) e [h (4/t' + 6/t) + 4 f/t] (π + r)/3 + T V (2 e + 4)/(t p); t' = t with sequence
///        parallelism, else 1 (arXiv:2205.05198); experts add 4 k h e T L/p
///     W  weights held × bytes × (π + r): what makes small micro-batches slow
///     S  T s (a/t)(L/p) e (8 + 3 with recomputation), unfused attention alone
///   launches   (L/p)(π + r)/3 + 2, twice the layers with experts
/// Networks by the sample, b samples: 3 b F; c b w elements e + 3 c_w e P; layers/3 launches.
/// Recommenders: 3 b F of the dense part and the embedding rows.
struct MicroBatchWork {
  double flops = 0;
  double flops_least = 0; ///< products and attention without recomputation; what the peak bounds
  double attention_flops = 0;
  double traffic_activations = 0; ///< B, each with its coefficient
  double traffic_weights = 0;
  double traffic_scores = 0;
  double dequantised_bytes = 0;
  double launches = 0; ///< in layers

  [[nodiscard]] double traffic() const {
    return traffic_activations + traffic_weights + traffic_scores;
  }
};

MicroBatchWork micro_batch_work(const TrainingModel::Coefficients& coefficients,
                                const NetworkWork& network,
                                double traffic_factor,
                                const MicroBatchLayout& layout);

} // namespace gpuplan::perf
