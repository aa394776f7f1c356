#include "sizing/kv_cache.hpp"

#include <algorithm>

namespace gpuplan::sizing {

namespace {

using workload::AttentionKind;
using workload::TransformerDims;

double real(std::int64_t count) {
  return static_cast<double>(count);
}

double per_layer(const TransformerDims& dims, double element) {
  if (dims.attention == AttentionKind::latent)
    return (real(dims.latent.kv_rank) + real(dims.latent.rope_dim)) * element;
  return 2 * real(dims.kv_heads) * real(dims.head_dim) * element;
}

} // namespace

double kv_bytes_per_token(const TransformerDims& dims, double element) {
  std::int64_t layers = dims.attention_layers > 0 ? dims.attention_layers : dims.layers;
  if (dims.decoder_layers > 0)
    layers = dims.decoder_layers;
  if (dims.window > 0)
    layers -= std::min(layers, dims.windowed_layers);
  return real(layers) * per_layer(dims, element);
}

double kv_bytes_of_windows(const TransformerDims& dims, double element) {
  if (dims.window <= 0)
    return 0;
  return real(dims.windowed_layers) * real(dims.window) * per_layer(dims, element);
}

double kv_bytes_of_encoder(const TransformerDims& dims, double encoder_tokens, double element) {
  return real(dims.decoder_layers) * encoder_tokens * per_layer(dims, element);
}

double kv_ranks(const TransformerDims& dims, double tensor) {
  if (dims.attention == AttentionKind::latent)
    return 1;
  return std::min(tensor, std::max(1.0, real(dims.kv_heads)));
}

} // namespace gpuplan::sizing
