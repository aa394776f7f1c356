#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// What kind of network it is; selects the rules for time and memory.
enum class NetworkClass : std::uint8_t {
  decoder,         ///< language models, dense or mixture of experts
  encoder,         ///< BERT and relatives
  encoder_decoder, ///< T5, BART, Whisper
  cnn,             ///< image classification with convolutions
  vision_transformer,
  detection,
  segmentation_2d,
  unet_3d,
  diffusion, ///< denoisers of image generators
  speech,
  recommender, ///< embedding tables and a small dense part
};

std::string_view to_string(NetworkClass network);
std::optional<NetworkClass> parse_network_class(std::string_view word);

enum class AttentionKind : std::uint8_t { multi_head, grouped, multi_query, latent, hybrid };

/// Mixture of experts: `experts` routed ones a layer of which `active` serve a token.
struct ExpertLayers {
  std::int64_t experts = 0; ///< 0: a dense model
  std::int64_t active = 0;
  std::int64_t shared = 0;       ///< shared experts, in units of `ffn`
  std::int64_t ffn = 0;          ///< width of one expert
  std::int64_t dense_layers = 0; ///< layers without experts
  std::int64_t dense_ffn = 0;    ///< their width
};

/// Latent attention (MLA): ranks and the rotary part of a head.
struct LatentAttention {
  std::int64_t kv_rank = 0;
  std::int64_t q_rank = 0;
  std::int64_t rope_dim = 0;
};

/// Dimensions of a transformer. Sizes are counts; `heads × head_dim` need not equal `hidden`.
struct TransformerDims {
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t ffn = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t vocab = 0;
  std::int64_t max_position = 0; ///< 0: not stated
  bool gated_mlp = true;
  bool tied_embeddings = false;
  bool qk_norm = false;
  std::int64_t norms_per_layer = 2;
  AttentionKind attention = AttentionKind::multi_head;
  LatentAttention latent;
  ExpertLayers experts;
  std::int64_t window = 0;          ///< sliding window in tokens; 0: none
  std::int64_t windowed_layers = 0; ///< of `layers`, those that see the window only
  std::int64_t attention_layers =
      0; ///< layers with a growing KV cache; equals `layers` unless hybrid
  std::int64_t decoder_layers = 0; ///< of an encoder-decoder, beside `layers` encoder layers
  std::int64_t mlp_layers = 0;     ///< layers with a dense MLP; the others have experts or none
  std::int64_t state_elements = 0; ///< recurrent state of hybrid layers, elements a sequence
};

/// Exact parameter counts by the group that sharding and serving treat alike.
struct ParameterCounts {
  std::int64_t total = 0;
  std::int64_t active = 0;       ///< used for one text token; total less other_towers if dense
  std::int64_t embedding = 0;    ///< input tables: tokens, and positions and types where stored
  std::int64_t head = 0;         ///< separate output table; 0 where tied
  std::int64_t experts = 0;      ///< all routed experts of all layers
  std::int64_t layer = 0;        ///< of the largest layer
  std::int64_t other_towers = 0; ///< counted in total, but no text token passes: vision and audio
                                 ///< towers, projectors, multi-token-prediction blocks
};

/// Cost of one sample where the network is not described by transformer dimensions.
struct SampleCost {
  double flops_forward = 0;              ///< per sample at `input_shape`, two per multiply-add
  double activation_elements = 0;        ///< outputs of convolutions and linear layers; 0: unknown
  std::vector<std::int64_t> input_shape; ///< channels first, `3x224x224` or `1x128x128x128`
  double embedding_parameters = 0;       ///< of a recommender's tables
  double embedding_bytes = 0;            ///< read per sample from them; 0: unknown
  std::vector<std::int64_t> reference_size; ///< pixels or voxels the figures hold for, `224 224`
};

/// A network as the estimators need it. `network` says which members hold.
struct Architecture {
  std::string name;   ///< catalog id or the name it was given under
  std::string family; ///< `llama`, `resnet`; selects family rules and calibrated factors
  NetworkClass network = NetworkClass::decoder;
  TransformerDims dims;
  ParameterCounts params;
  SampleCost sample;
  std::string native_precision;      ///< dtype of the published weights, empty when not stated
  std::string native_format;         ///< weight format of the files (`fp8`), empty: as the dtype
  double stored_bytes = 0;           ///< of the weights in that format, where a file states it
  std::vector<std::string> left_out; ///< parts that are not counted, named
  std::vector<std::string> notes;    ///< how it was resolved; defaults of the class that were used
  bool dims_scaled = false;          ///< dims invented from a parameter count alone (`--model 8B`)
};

} // namespace gpuplan::workload
