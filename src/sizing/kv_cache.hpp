#pragma once

#include "workload/architecture.hpp"

namespace gpuplan::sizing {

/// Bytes of keys and values one token adds to the cache, whole model, in layers without a window:
/// 2 L k d × bytes; latent attention L (rank + rope) × bytes (arXiv 2405.04434). Of an
/// encoder-decoder the decoder's own attention counts.
double kv_bytes_per_token(const workload::TransformerDims& dims, double element);

/// Most that layers with a sliding window hold per sequence.
double kv_bytes_of_windows(const workload::TransformerDims& dims, double element);

/// Keys and values of an encoder's output per sequence, kept by every decoder layer.
double
kv_bytes_of_encoder(const workload::TransformerDims& dims, double encoder_tokens, double element);

/// Ranks of tensor parallelism over which a cache divides; beyond, it is copied. Latents are copied
/// on every rank.
double kv_ranks(const workload::TransformerDims& dims, double tensor);

} // namespace gpuplan::sizing
