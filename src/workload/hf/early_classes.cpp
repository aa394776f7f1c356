#include "workload/hf/config_class.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

constexpr std::int64_t k_plain_mlp = 4; ///< the MLP of early decoders is four times as wide

void four_times(ConfigKeys& keys, Shape& shape) {
  if (keys.find({"intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim"}) != nullptr)
    return;
  if (const auto hidden = keys.whole({"hidden_size", "n_embd", "n_embed", "d_model"}))
    shape.dims.ffn = k_plain_mlp * *hidden;
}

void multi_query(ConfigKeys& keys, Shape& shape) {
  four_times(keys, shape);
  if (keys.flag({"multi_query"}).value_or(false))
    shape.dims.kv_heads = 1;
}

void falcon(ConfigKeys& keys, Shape& shape) {
  four_times(keys, shape);
  const bool grouped = keys.flag({"new_decoder_architecture"}).value_or(false) ||
                       keys.text({"model_type"}) == "RefinedWeb";
  if (!grouped && keys.flag({"multi_query"}).value_or(true))
    shape.dims.kv_heads = 1;
}

std::string_view falcon_family(ConfigKeys& keys) {
  const bool grouped = keys.flag({"new_decoder_architecture"}).value_or(false) ||
                       keys.text({"model_type"}) == "RefinedWeb";
  if (grouped)
    return "falcon40";
  return keys.flag({"bias"}).value_or(false) ? "falconrw" : "falcon7";
}

/// Its checkpoints store the tied head a second time, which loading drops.
void falcon_note(ConfigKeys& keys, Shape& shape) {
  if (shape.dims.tied_embeddings)
    keys.note("the checkpoint stores its tied output table a second time; it is counted once");
}

void opt(ConfigKeys& keys, Shape& shape) {
  const auto width = keys.whole({"word_embed_proj_dim"});
  const auto hidden = keys.whole({"hidden_size"});
  if (width && hidden && *width != *hidden)
    shape.embedding_width = *width;
}

void opt_rules(ConfigKeys& keys, Shape& shape) {
  shape.rules.final_norm = keys.flag({"do_layer_norm_before"}).value_or(true);
}

void mpt(ConfigKeys& keys, Shape& shape) {
  const auto hidden = keys.whole({"d_model", "hidden_size"});
  constexpr double k_most_ratio = 1000;
  const double ratio =
      std::clamp(keys.number({"expansion_ratio"}).value_or(k_plain_mlp), 0.0, k_most_ratio);
  if (hidden)
    shape.dims.ffn = static_cast<std::int64_t>(static_cast<double>(*hidden) * ratio);
  const source::Node* attention = keys.find({"attn_config"});
  const source::Node* groups =
      attention != nullptr && attention->is_mapping() ? attention->find("kv_n_heads") : nullptr;
  if (groups != nullptr && !groups->is_null())
    shape.dims.kv_heads = keys.whole(*groups, "kv_n_heads").value_or(0);
}

void mpt_rules(ConfigKeys& keys, Shape& shape) {
  if (keys.flag({"no_bias"}).value_or(true))
    return;
  shape.rules.norm = NormWeights::weight_and_bias;
  shape.rules.qkv_bias = true;
  shape.rules.output_bias = true;
  shape.rules.mlp_bias = true;
}

/// Qwen-1 states twice the width of its gated MLP.
void qwen1(ConfigKeys& keys, Shape& shape) {
  if (const auto doubled = keys.whole({"intermediate_size"}))
    shape.dims.ffn = *doubled / 2;
}

constexpr auto k_classes = std::to_array<ConfigClass>({
    {.model_type = "gpt2", .family = "gpt2", .dims = four_times},
    {.model_type = "gptj", .family = "gptj", .dims = four_times},
    {.model_type = "codegen", .family = "gptj", .dims = four_times},
    {.model_type = "gpt_neox", .family = "neox"},
    {.model_type = "opt", .family = "opt", .dims = opt, .rules = opt_rules},
    {.model_type = "bloom", .family = "bloom", .dims = four_times},
    {.model_type = "gpt_bigcode", .family = "starcoder", .dims = multi_query},
    {.model_type = "mpt", .family = "mpt", .dims = mpt, .rules = mpt_rules},
    {.model_type = "qwen", .family = "qwen1", .dims = qwen1},
    {.model_type = "falcon",
     .family = "falcon7",
     .dims = falcon,
     .rules = falcon_note,
     .choose = falcon_family},
    {.model_type = "RefinedWeb",
     .family = "falcon40",
     .dims = falcon,
     .rules = falcon_note,
     .choose = falcon_family},
    {.model_type = "RefinedWebModel",
     .family = "falcon7",
     .dims = falcon,
     .rules = falcon_note,
     .choose = falcon_family},
});

} // namespace

std::span<const ConfigClass> early_config_classes() {
  return k_classes;
}

} // namespace gpuplan::workload
