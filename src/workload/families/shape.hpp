#pragma once

#include "workload/architecture.hpp"

#include <vector>

namespace gpuplan::workload {

/// Norms on queries and keys: one vector of the head size each, shared by the heads, or a weight
/// for every head.
enum class QueryKeyNorm : std::uint8_t { none, shared, full };

/// What a norm stores per width: a weight (RMSNorm, or LayerNorm without bias), or weight and bias.
enum class NormWeights : std::uint8_t { weight, weight_and_bias };

/// How a family's block differs from the base decoder (gated, two RMSNorms, no bias).
struct BlockRules {
  NormWeights norm = NormWeights::weight;
  std::int64_t norms_per_layer = 2;
  bool gated = true;
  bool qkv_bias = false;
  bool key_bias = true; ///< with qkv_bias: the key projection has one too (Whisper's has none)
  bool output_bias = false;
  bool mlp_bias = false;
  bool head_bias = false;
  QueryKeyNorm qk_norm = QueryKeyNorm::none;
  bool embedding_norm = false;
  bool final_norm = true;
  bool attention_sinks = false; ///< one learned sink a head
  bool attention_gate = false;  ///< a second projection of the queries' size
  bool router_bias = false;     ///< one correction an expert
  bool expert_bias = false;     ///< 2 f + h an expert
  bool shared_expert_gate = false;
  bool has_head = true; ///< false for encoders and for checkpoints stored without one
};

/// Layers without attention, by kind; symbols as in `recurrent_parameters`.
enum class RecurrentKind : std::uint8_t {
  none,
  mamba1,
  mamba2,
  delta_net,
  linear_attention,
  short_convolution,
};

struct RecurrentDims {
  RecurrentKind kind = RecurrentKind::none;
  std::int64_t inner = 0;       ///< D: width inside a Mamba layer
  std::int64_t state = 0;       ///< s; DeltaNet: size of a key head
  std::int64_t convolution = 0; ///< kernel length
  std::int64_t groups = 0;      ///< g, Mamba-2
  std::int64_t heads = 0;       ///< n: heads of Mamba-2, value heads of DeltaNet
  std::int64_t rank = 0;        ///< r: time-step rank of Mamba-1
  std::int64_t key_width = 0;   ///< K, DeltaNet: key heads × key head size
  std::int64_t value_width = 0; ///< W
};

enum class Mixer : std::uint8_t { attention, cross_attention, recurrent, none };
enum class FeedForward : std::uint8_t { dense, experts, none };

/// One layer where layers differ. A zero means as in the dimensions.
struct LayerPlan {
  Mixer mixer = Mixer::attention;
  FeedForward feed_forward = FeedForward::dense;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t ffn = 0;
};

/// The sparse-attention indexer of DeepSeek-V3.2 and GLM-5.
struct SparseIndexer {
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
};

/// All that decides a parameter count: dimensions, the family's rules, and what only some have.
struct Shape {
  TransformerDims dims;
  BlockRules rules;
  std::int64_t embedding_width = 0; ///< where it is not the hidden size (ELECTRA, OPT-350m)
  std::int64_t position_rows = 0;   ///< stored learned positions
  std::int64_t type_rows = 0;       ///< token types of an encoder
  std::int64_t extra_rows = 0;      ///< rows of the input table alone (Mllama's image tokens)
  std::int64_t value_head_dim = 0;  ///< of latent attention; 0: as the head without positions
  bool pooler = false;              ///< of an encoder
  std::int64_t mtp_layers = 0;      ///< multi-token-prediction blocks that are counted
  SparseIndexer indexer;
  RecurrentDims recurrent;
  std::vector<LayerPlan> plan; ///< empty: `dims.experts.dense_layers` dense ones, then experts
};

} // namespace gpuplan::workload
