#include "workload/model/model_arithmetic.hpp"

namespace gpuplan::workload {
namespace {

/// d_in + d_out over the matrices of one attention.
std::int64_t attention_sides(const TransformerDims& dims, AdapterTargets targets) {
  const std::int64_t hidden = dims.hidden;
  const auto& latent = dims.latent;
  const std::int64_t queries = dims.heads * (dims.head_dim + latent.rope_dim);
  if (latent.kv_rank > 0) {
    const std::int64_t query_in = latent.q_rank > 0 ? latent.q_rank : hidden;
    const std::int64_t query_up = query_in + queries;
    const std::int64_t value_up = latent.kv_rank + 2 * dims.heads * dims.head_dim;
    if (targets == AdapterTargets::query_and_value)
      return query_up + value_up;
    const std::int64_t query_down = latent.q_rank > 0 ? hidden + latent.q_rank : 0;
    const std::int64_t value_down = hidden + latent.kv_rank + latent.rope_dim;
    return query_down + query_up + value_down + value_up + dims.heads * dims.head_dim + hidden;
  }
  const std::int64_t keys = dims.kv_heads * dims.head_dim;
  if (targets == AdapterTargets::query_and_value)
    return (hidden + queries) + (hidden + keys);
  return 2 * (hidden + queries) + 2 * (hidden + keys);
}

std::int64_t mlp_sides(const TransformerDims& dims, std::int64_t ffn) {
  return (dims.gated_mlp ? 3 : 2) * (dims.hidden + ffn);
}

} // namespace

std::int64_t
adapter_parameters(const Architecture& model, std::int64_t rank, AdapterTargets targets) {
  const auto& dims = model.dims;
  const auto& experts = dims.experts;
  const std::int64_t attention = attention_sides(dims, targets);
  // A decoder layer of an encoder-decoder attends twice.
  std::int64_t sides = (dims.attention_layers + 2 * dims.decoder_layers) * attention;
  if (targets == AdapterTargets::all_linear) {
    const std::int64_t dense = experts.experts > 0 ? experts.dense_ffn : dims.ffn;
    sides += (dims.mlp_layers + dims.decoder_layers) * mlp_sides(dims, dense);
    if (experts.shared > 0)
      sides += (dims.layers - experts.dense_layers) * mlp_sides(dims, experts.shared * experts.ffn);
  }
  return rank * sides;
}

} // namespace gpuplan::workload
