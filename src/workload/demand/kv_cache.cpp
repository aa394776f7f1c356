#include "workload/model/model_arithmetic.hpp"

#include <algorithm>

namespace gpuplan::workload {
namespace {

/// Elements one layer caches for one token.
double elements_per_layer(const TransformerDims& dims) {
  if (dims.latent.kv_rank > 0)
    return static_cast<double>(dims.latent.kv_rank + dims.latent.rope_dim);
  return 2 * static_cast<double>(dims.kv_heads) * static_cast<double>(dims.head_dim);
}

} // namespace

double kv_bytes_per_token(const TransformerDims& dims, double bytes_per_element) {
  const std::int64_t layers =
      dims.decoder_layers > 0 ? dims.decoder_layers : dims.attention_layers - dims.windowed_layers;
  return static_cast<double>(layers) * elements_per_layer(dims) * bytes_per_element;
}

double kv_bytes_beside(const TransformerDims& dims, double bytes_per_element, double tokens) {
  const double held = std::min(tokens, static_cast<double>(dims.window));
  return (static_cast<double>(dims.windowed_layers) * elements_per_layer(dims) * held +
          static_cast<double>(dims.state_elements)) *
         bytes_per_element;
}

} // namespace gpuplan::workload
