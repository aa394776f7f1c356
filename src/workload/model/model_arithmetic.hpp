#pragma once

#include "workload/demand/demand.hpp"

namespace gpuplan::workload {

// What a model asks for, from its dimensions and counts. Symbols: h hidden, f MLP width, L layers,
// a heads, k KV heads, d head size, V vocabulary rows, S tokens of context, N weights in matrix
// products of a token (active ones without tables), r adapter rank.

/// Which matrices low-rank adapters stand on: all of a layer's, or queries and values alone.
/// Routed experts stay frozen either way.
enum class AdapterTargets : std::uint8_t { query_and_value, all_linear };

/// Trainable adapter parameters: the sum of r (d_in + d_out) over the adapted matrices.
std::int64_t
adapter_parameters(const Architecture& model, std::int64_t rank, AdapterTargets targets);

/// Bytes a weight takes in the formats that are a measured mixture or packing; the others are
/// arithmetic of their block layout.
struct FormatWidths {
  double awq_int4 = 0; ///< also GPTQ, group 128
  double q4_k_m = 0;   ///< of all weights, tables included
};

/// Bytes of a whole model in a format. Tables keep 16 bits beside fp8, int8 and the 4-bit formats;
/// mxfp4 packs routed experts alone where there are any; q4_k_m and q8_0 (8.5 bits) cover all; nf4
/// is 4 bits and one fp32 scale for 64 weights, nvfp4 4.5 bits, mxfp4 4.25. Rows of a recommender
/// stay in fp32. A file that states its own size in that format is taken at its word.
double weight_bytes(const Architecture& model, WeightFormat format, const FormatWidths& widths);

/// A demand as it is served where neither chip nor software multiplies with the checkpoint's narrow
/// weights: they are widened to bf16 when they are loaded, and so is a cache that is narrow only
/// because the multiplication would be.
Demand with_widened_weights(Demand demand);

/// KV cache a token adds in layers that see everything: 2 L k d × bytes; latent attention
/// L (rank + rotary part) × bytes; an encoder-decoder caches input (cross attention) and output
/// tokens in its decoder layers.
double kv_bytes_per_token(const TransformerDims& dims, double bytes_per_element);

/// What a sequence of `tokens` holds beside: windowed layers, capped at their window, and the state
/// of recurrent layers.
double kv_bytes_beside(const TransformerDims& dims, double bytes_per_element, double tokens);

/// Weights in matrix products of one token, without the tables.
double matrix_weights(const Architecture& model);

/// Weights of the output product: V h where there is one, tied or not; 0 for encoders.
double head_weights(const Architecture& model);

/// Forward FLOPs of a token: 2 (N + V h) + 4 L S a d over the context a token sees on average (half
/// of S where causal, the window where narrower). An encoder-decoder is counted over input and
/// output tokens together, each passing one of the two stacks.
double forward_flops_per_token(const Architecture& model, double context);

/// Forward and backward FLOPs of a training token, without recomputation: three times forward;
/// with frozen weights (LoRA, QLoRA) two thirds of that for products with weights.
double training_flops_per_token(const Architecture& model,
                                double sequence,
                                Method method,
                                const std::optional<Adapter>& adapter);

/// Parameters of a recommender's tables: each dense weight takes part in one multiply-add of a
/// sample, the rest are rows.
double table_parameters(double parameters, double flops_forward);

/// Moments of an optimizer, bytes per trained parameter: AdamW 8, in 8 bit 2, in bf16 4, Lion and
/// SGD with momentum 4, plain SGD 0, Adafactor two fp32 vectors a matrix (8 / hidden).
double moment_bytes(Optimizer optimizer, double hidden);

/// Whether a number format computes on 4-byte tensors.
bool is_full_precision(catalog::NumberFormat compute);

/// One checkpoint to resume from: weights and optimizer state of what is trained. Mixed precision:
/// 2 weights + 4 master + states (Adam 8: 14 bytes in all); fp32: 4 + states. A recommender's
/// tables are fp32, with one number a row, which is left out. Adapters alone for LoRA and QLoRA. 0
/// for serving.
double checkpoint_bytes(const Demand& demand);

} // namespace gpuplan::workload
