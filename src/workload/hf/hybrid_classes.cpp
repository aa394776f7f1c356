#include "workload/hf/config_class.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

constexpr std::int64_t k_most_layers = 10'000;

std::int64_t layers_of(ConfigKeys& keys) {
  const auto layers = keys.whole({"num_hidden_layers"}).value_or(0);
  return layers <= k_most_layers ? layers : 0;
}

std::int64_t round_up(std::int64_t value, std::int64_t multiple) {
  return multiple > 0 ? (value + multiple - 1) / multiple * multiple : value;
}

/// One letter a layer: M Mamba-2, * attention, - MLP, E experts.
void nemotron_h(ConfigKeys& keys, Shape& shape) {
  const auto heads = keys.whole({"mamba_num_heads"}).value_or(0);
  shape.recurrent = {.kind = RecurrentKind::mamba2,
                     .inner = heads * keys.whole({"mamba_head_dim"}).value_or(0),
                     .state = keys.whole({"ssm_state_size"}).value_or(0),
                     .convolution = keys.whole({"conv_kernel"}).value_or(0),
                     .groups = keys.whole({"n_groups"}).value_or(0),
                     .heads = heads};
  const auto pattern = keys.text({"hybrid_override_pattern"});
  if (!pattern || static_cast<std::int64_t>(pattern->size()) > k_most_layers) {
    keys.missing("hybrid_override_pattern", "one letter for each layer");
    return;
  }
  for (const char letter : *pattern) {
    switch (letter) {
    case 'M':
      shape.plan.push_back({.mixer = Mixer::recurrent, .feed_forward = FeedForward::none});
      break;
    case '*':
      shape.plan.push_back({.mixer = Mixer::attention, .feed_forward = FeedForward::none});
      break;
    case '-':
      shape.plan.push_back({.mixer = Mixer::none, .feed_forward = FeedForward::dense});
      break;
    case 'E':
      shape.plan.push_back({.mixer = Mixer::none, .feed_forward = FeedForward::experts});
      break;
    default:
      keys.fault(*keys.find({"hybrid_override_pattern"}),
                 "met a letter other than M, *, - and E in hybrid_override_pattern");
      return;
    }
  }
}

/// Every `attn_layer_period`-th layer is attention, every `expert_layer_period`-th has experts.
void jamba(ConfigKeys& keys, Shape& shape) {
  const auto hidden = keys.whole({"hidden_size"}).value_or(0);
  shape.recurrent = {.kind = RecurrentKind::mamba1,
                     .inner = hidden * keys.whole({"mamba_expand"}).value_or(2),
                     .state = keys.whole({"mamba_d_state"}).value_or(0),
                     .convolution = keys.whole({"mamba_d_conv"}).value_or(0),
                     .rank = keys.whole({"mamba_dt_rank"}).value_or(0)};
  const auto attention_period = keys.whole({"attn_layer_period"}).value_or(0);
  const auto attention_offset = keys.whole({"attn_layer_offset"}).value_or(0);
  const auto expert_period = keys.whole({"expert_layer_period"}).value_or(0);
  const auto expert_offset = keys.whole({"expert_layer_offset"}).value_or(0);
  if (attention_period == 0 || expert_period == 0) {
    keys.missing("attn_layer_period", "which layers are attention and which have experts");
    return;
  }
  const auto layers = layers_of(keys);
  for (std::int64_t i = 0; i < layers; ++i) {
    const bool attends = i % attention_period == attention_offset;
    const bool routes = i % expert_period == expert_offset;
    shape.plan.push_back({.mixer = attends ? Mixer::attention : Mixer::recurrent,
                          .feed_forward = routes ? FeedForward::experts : FeedForward::dense});
  }
}

/// LFM2: the stated width is cut to two thirds and rounded up; short convolutions beside attention.
void lfm2(ConfigKeys& keys, Shape& shape) {
  auto ffn = keys.whole({"block_ff_dim", "intermediate_size"}).value_or(0);
  if (keys.flag({"block_auto_adjust_ff_dim"}).value_or(true)) {
    constexpr double k_most_factor = 1000;
    const double factor =
        std::clamp(keys.number({"block_ffn_dim_multiplier"}).value_or(1.0), 0.0, k_most_factor);
    const auto two_thirds = 2 * ffn / 3; // in whole numbers, as the class does
    ffn = round_up(static_cast<std::int64_t>(static_cast<double>(two_thirds) * factor),
                   keys.whole({"block_multiple_of"}).value_or(1));
  }
  shape.dims.ffn = ffn;
  shape.recurrent = {.kind = RecurrentKind::short_convolution,
                     .convolution = keys.whole({"conv_L_cache"}).value_or(0)};
  shape.plan.assign(static_cast<std::size_t>(layers_of(keys)), {.mixer = Mixer::recurrent});
  const auto types = keys.list("layer_types");
  for (std::size_t i = 0; i < types.size() && i < shape.plan.size(); ++i) {
    if (types[i] == "full_attention")
      shape.plan[i].mixer = Mixer::attention;
  }
  const source::Node* indices = keys.find({"full_attn_idxs"});
  for (std::size_t i = 0; indices != nullptr && i < indices->items.size(); ++i) {
    const auto index = keys.whole(indices->items[i], "full_attn_idxs");
    if (index && *index < static_cast<std::int64_t>(shape.plan.size()))
      shape.plan[static_cast<std::size_t>(*index)].mixer = Mixer::attention;
  }
}

/// Qwen3-Next and Qwen3.5: gated DeltaNet but for every fourth layer.
void qwen3_next(ConfigKeys& keys, Shape& shape) {
  const auto key_dim = keys.whole({"linear_key_head_dim"}).value_or(0);
  const auto heads = keys.whole({"linear_num_value_heads"}).value_or(0);
  shape.recurrent = {.kind = RecurrentKind::delta_net,
                     .state = key_dim,
                     .convolution = keys.whole({"linear_conv_kernel_dim"}).value_or(0),
                     .heads = heads,
                     .key_width = key_dim * keys.whole({"linear_num_key_heads"}).value_or(0),
                     .value_width = heads * keys.whole({"linear_value_head_dim"}).value_or(0)};
  if (heads == 0) {
    keys.missing("linear_num_value_heads", "the heads of the DeltaNet layers");
    return;
  }
  const auto layers = layers_of(keys);
  const auto types = keys.list("layer_types");
  constexpr std::int64_t k_usual_interval = 4;
  const auto interval =
      std::max<std::int64_t>(1, keys.whole({"full_attention_interval"}).value_or(k_usual_interval));
  const bool routes = keys.whole({"num_experts"}).value_or(0) > 0;
  for (std::int64_t i = 0; i < layers; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool attends =
        at < types.size() ? types[at] == "full_attention" : (i + 1) % interval == 0;
    shape.plan.push_back({.mixer = attends ? Mixer::attention : Mixer::recurrent,
                          .feed_forward = routes ? FeedForward::experts : FeedForward::dense});
  }
}

/// MiniMax-01: `attn_type_list` holds 0 for linear attention and 1 for attention.
void minimax01(ConfigKeys& keys, Shape& shape) {
  for (const auto& type : keys.list("attn_type_list")) {
    shape.plan.push_back({.mixer = type == "1" ? Mixer::attention : Mixer::recurrent,
                          .feed_forward = FeedForward::experts});
  }
}

const source::Node* part(const source::Node& block, std::string_view name) {
  const source::Node* value = block.find(name);
  return value != nullptr && value->is_mapping() ? value : nullptr;
}

bool is_true(const source::Node& mapping, std::string_view name) {
  const source::Node* value = mapping.find(name);
  return value != nullptr && value->text == "true";
}

/// The width of a DeciLM block's MLP: 2 m h / 3, rounded up to 256.
std::int64_t decilm_width(double factor, std::int64_t hidden) {
  constexpr std::int64_t k_multiple = 256;
  constexpr double k_most_factor = 1000;
  const double width = 2 * std::clamp(factor, 0.0, k_most_factor) * static_cast<double>(hidden) / 3;
  return round_up(static_cast<std::int64_t>(width), k_multiple);
}

/// Each block may skip attention or MLP, and has its own KV heads and width.
LayerPlan decilm_block(ConfigKeys& keys, const source::Node& block, const TransformerDims& dims) {
  LayerPlan layer;
  const source::Node* attention = part(block, "attention");
  const source::Node* ffn = part(block, "ffn");
  if (attention != nullptr && is_true(*attention, "no_op"))
    layer.mixer = Mixer::none;
  if (ffn != nullptr && is_true(*ffn, "no_op"))
    layer.feed_forward = FeedForward::none;
  const source::Node* group = attention != nullptr ? attention->find("n_heads_in_group") : nullptr;
  if (group != nullptr && !group->is_null())
    layer.kv_heads =
        dims.heads / std::max<std::int64_t>(1, keys.whole(*group, "n_heads_in_group").value_or(1));
  const source::Node* factor = ffn != nullptr ? ffn->find("ffn_mult") : nullptr;
  if (factor != nullptr && !factor->is_null())
    layer.ffn = decilm_width(keys.number(*factor, "ffn_mult").value_or(0), dims.hidden);
  return layer;
}

void decilm(ConfigKeys& keys, Shape& shape) {
  const source::Node* blocks = keys.find({"block_configs"});
  if (blocks == nullptr || !blocks->is_sequence()) {
    keys.missing("block_configs", "one entry for each layer");
    return;
  }
  auto& dims = shape.dims;
  dims.hidden = keys.whole({"hidden_size"}).value_or(0);
  dims.heads = keys.whole({"num_attention_heads"}).value_or(0);
  std::int64_t groups = 0;
  std::int64_t attending = 0;
  for (const auto& block : blocks->items) {
    const auto layer = decilm_block(keys, block, dims);
    dims.ffn = std::max(dims.ffn, layer.ffn);
    groups += layer.mixer == Mixer::attention ? layer.kv_heads : 0;
    attending += layer.mixer == Mixer::attention ? 1 : 0;
    shape.plan.push_back(layer);
  }
  if (attending > 0)
    dims.kv_heads = (groups + attending - 1) / attending;
  keys.note("layers differ: the KV heads are the mean of the layers, the MLP width the widest");
}

constexpr auto k_classes = std::to_array<ConfigClass>({
    {.model_type = "nemotron_h", .family = "nemotron_h", .dims = nemotron_h},
    {.model_type = "jamba", .family = "jamba", .dims = jamba},
    {.model_type = "lfm2", .family = "lfm2", .dims = lfm2},
    {.model_type = "qwen3_next", .family = "qwen3_next", .dims = qwen3_next},
    {.model_type = "qwen3_5_text", .family = "qwen3_next", .dims = qwen3_next},
    {.model_type = "qwen3_5_moe_text", .family = "qwen3_next", .dims = qwen3_next},
    {.model_type = "minimax_text_01", .family = "minimax01", .dims = minimax01},
    {.model_type = "minimax", .family = "minimax01", .dims = minimax01},
    {.model_type = "deci", .family = "decilm", .dims = decilm},
    {.model_type = "nemotron-nas", .family = "decilm", .dims = decilm},
});

} // namespace

std::span<const ConfigClass> hybrid_config_classes() {
  return k_classes;
}

} // namespace gpuplan::workload
