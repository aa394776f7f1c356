#pragma once

#include "workload/architecture.hpp"

#include <cstdint>

namespace gpuplan::sizing {

enum class Dropout : std::uint8_t { no, yes };
enum class AttentionKernel : std::uint8_t { fused, eager };

/// Bytes kept for the backward pass by one transformer layer, by how tensor parallelism splits
/// them.
struct LayerActivations {
  double replicated = 0; ///< norms and dropout masks: whole on every tensor rank, unless sequence
                         ///< parallelism splits them too
  double split = 0;      ///< queries, attention output, MLP, experts
  double keys = 0;       ///< keys and values: split over at most the key-value heads
  double scores = 0;     ///< of eager attention; what selective recomputation drops

  [[nodiscard]] double total() const { return replicated + split + keys + scores; }

  LayerActivations& operator+=(const LayerActivations& other);
  [[nodiscard]] LayerActivations scaled(double factor) const;
};

/// What the code keeps, in bytes per token and hidden element.
struct ActivationRules {
  double norm = 0; ///< nu, of one norm with its input: 4 in 16-bit, about 10 with fp32 copies
  double mlp = 0;  ///< mu, per element of the MLP's width: 8 gated, 4 plain; LoRA keeps less
  Dropout dropout = Dropout::no;
  AttentionKernel attention = AttentionKernel::fused;
};

/// One decoder or encoder layer, bytes per token in 16-bit:
///
///     h [ n nu + 4 (qw + kw) + mu r ]   + 2 h of dropout masks   + 5 a s of eager scores
///
/// h hidden, n norms (those of queries and keys count their width), qw = a d / h, kw = k d / h,
/// r = `ffn` / h, a heads, s `context` tokens. With nu 4, plain GELU, f = 4 h and dropout it is
/// 34 h + 5 a s, of which 10 h are replicated under tensor parallelism: Korthikanti et al.,
/// arXiv 2205.05198. Latent attention keeps its expanded heads and the latents.
LayerActivations layer_activations(const workload::TransformerDims& dims,
                                   const ActivationRules& rules,
                                   double ffn,
                                   double context);

/// A layer that is an MLP alone, with its norm.
LayerActivations
mlp_activations(const workload::TransformerDims& dims, const ActivationRules& rules, double ffn);

/// The cross-attention of a decoder layer on top: another attention and its norm.
LayerActivations cross_attention_activations(const workload::TransformerDims& dims,
                                             const ActivationRules& rules,
                                             double context);

/// Width of the MLP one token passes: `ffn`, or of its active and shared experts.
double active_ffn(const workload::TransformerDims& dims);

/// Copies of a token on its way to and from its experts, bytes per token: input and output of each
/// active expert are kept for the backward pass.
double dispatch_activations(const workload::TransformerDims& dims);

} // namespace gpuplan::sizing
