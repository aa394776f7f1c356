#pragma once

#include "workload/families/shape.hpp"

namespace gpuplan::workload {

// Parameter arithmetic that families share. Symbols: h hidden, L layers, V vocabulary rows as
// stored, f MLP width, a query heads, k KV heads, d head size (a d need not equal h), E experts,
// t of them active. The rules were checked against independently published counts; the sources
// stand beside each model in catalogs/models.

/// Attention of one layer: h a d + 2 h k d + a d h; biases (a + 2k) d for queries, keys and values
/// and h for the output; latent attention h r_q + r_q + r_q a (n + p) for the queries (h a (n + p)
/// without a rank), h (r + p) + r + r a (n + v) for keys and values, a v h for the output.
std::int64_t attention_parameters(const Shape& shape, std::int64_t heads, std::int64_t kv_heads);

/// One MLP of width f: gated 3 h f, plain 2 h f; biases f for each up or gate matrix, and h.
std::int64_t mlp_parameters(const Shape& shape, std::int64_t ffn);

/// One routed expert: an MLP of the experts' width.
std::int64_t expert_parameters(const Shape& shape);

/// The layer without attention of a hybrid.
std::int64_t recurrent_parameters(const RecurrentDims& dims, std::int64_t hidden);

/// Elements of state that layer keeps for each sequence, whatever its length.
std::int64_t recurrent_state(const RecurrentDims& dims, std::int64_t hidden);

/// The layers one by one: the plan of a shape, or the one its dimensions imply.
std::vector<LayerPlan> layer_plan(const Shape& shape);

/// Decoder-only models of every kind: tables, layers, final norm, head, prediction blocks.
ParameterCounts count_decoder(const Shape& shape);

/// BERT and relatives: (V + positions + types) e + 2 e (+ e h + h), L (4 h² + 2 h f + 9 h + f),
/// pooler h² + h.
ParameterCounts count_encoder(const Shape& shape);

/// False where the dimensions give more than 10^16 parameters, which no counter here could hold.
bool countable(const Shape& shape);

} // namespace gpuplan::workload
