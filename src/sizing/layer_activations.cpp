#include "sizing/layer_activations.hpp"

#include "sizing/numbers.hpp"

namespace gpuplan::sizing {

namespace {

using workload::AttentionKind;
using workload::TransformerDims;

constexpr double k_element = 2; ///< bytes of a 16-bit element

/// Queries, keys, values and attention output.
LayerActivations attention(const TransformerDims& dims) {
  const double queries = real(dims.heads) * real(dims.head_dim);
  if (dims.attention == AttentionKind::latent) {
    const double rope = real(dims.heads) * real(dims.latent.rope_dim);
    const double latents =
        real(dims.latent.kv_rank) + real(dims.latent.q_rank) + real(dims.latent.rope_dim);
    return {.replicated = k_element * latents, .split = k_element * (4 * queries + 2 * rope)};
  }
  const double keys = real(dims.kv_heads) * real(dims.head_dim);
  return {.split = 2 * k_element * queries, .keys = 2 * k_element * keys};
}

} // namespace

LayerActivations& LayerActivations::operator+=(const LayerActivations& other) {
  replicated += other.replicated;
  split += other.split;
  keys += other.keys;
  scores += other.scores;
  return *this;
}

LayerActivations LayerActivations::scaled(double factor) const {
  return {.replicated = replicated * factor,
          .split = split * factor,
          .keys = keys * factor,
          .scores = scores * factor};
}

LayerActivations layer_activations(const TransformerDims& dims,
                                   const ActivationRules& rules,
                                   double ffn,
                                   double context) {
  LayerActivations kept = attention(dims);
  const double hidden = real(dims.hidden);
  kept.replicated += hidden * real(dims.norms_per_layer) * rules.norm;
  if (rules.dropout == Dropout::yes)
    kept.replicated += 2 * hidden;
  if (dims.qk_norm) {
    kept.split += rules.norm * real(dims.heads) * real(dims.head_dim);
    kept.keys += rules.norm * real(dims.kv_heads) * real(dims.head_dim);
  }
  kept.split += rules.mlp * ffn;
  if (rules.attention == AttentionKernel::eager)
    kept.scores = 5 * real(dims.heads) * context;
  return kept;
}

LayerActivations
mlp_activations(const TransformerDims& dims, const ActivationRules& rules, double ffn) {
  return {.replicated = real(dims.hidden) * rules.norm, .split = rules.mlp * ffn};
}

LayerActivations cross_attention_activations(const TransformerDims& dims,
                                             const ActivationRules& rules,
                                             double context) {
  LayerActivations kept = attention(dims);
  kept.replicated += real(dims.hidden) * rules.norm;
  if (rules.attention == AttentionKernel::eager)
    kept.scores = 5 * real(dims.heads) * context;
  return kept;
}

double active_ffn(const TransformerDims& dims) {
  if (dims.experts.experts == 0)
    return real(dims.ffn);
  return real(dims.experts.active + dims.experts.shared) * real(dims.experts.ffn);
}

double dispatch_activations(const TransformerDims& dims) {
  if (dims.experts.experts == 0)
    return 0;
  return 2 * k_element * real(dims.experts.active) * real(dims.hidden);
}

} // namespace gpuplan::sizing
