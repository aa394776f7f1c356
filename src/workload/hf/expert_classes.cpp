#include "workload/hf/config_class.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

void stated_qkv_bias(ConfigKeys& keys, Shape& shape) {
  if (const auto bias = keys.flag({"attention_bias", "qkv_bias"}))
    shape.rules.qkv_bias = *bias;
}

void stated_output_bias(ConfigKeys& keys, Shape& shape) {
  if (const auto bias = keys.flag({"attention_bias"})) {
    shape.rules.qkv_bias = *bias;
    shape.rules.output_bias = *bias;
  }
}

void routing_bias(ConfigKeys& keys, Shape& shape) {
  if (const auto bias = keys.flag({"use_routing_bias"}))
    shape.rules.router_bias = *bias;
  if (!keys.flag({"use_qk_norm"}).value_or(true))
    shape.rules.qk_norm = QueryKeyNorm::none;
}

/// The size of a head without positions stands in for the head size; values may have another.
void latent(ConfigKeys& keys, Shape& shape) {
  auto& dims = shape.dims;
  dims.latent.kv_rank = keys.whole({"kv_lora_rank"}).value_or(0);
  dims.latent.q_rank = keys.whole({"q_lora_rank"}).value_or(0);
  dims.latent.rope_dim = keys.whole({"qk_rope_head_dim"}).value_or(0);
  dims.head_dim = keys.whole({"qk_nope_head_dim"}).value_or(0);
  shape.value_head_dim = keys.whole({"v_head_dim"}).value_or(0);
  shape.mtp_layers = keys.whole({"num_nextn_predict_layers"}).value_or(0);
  shape.indexer = {.heads = keys.whole({"index_n_heads"}).value_or(0),
                   .head_dim = keys.whole({"index_head_dim"}).value_or(0)};
}

void predicts(ConfigKeys& keys, Shape& shape) {
  shape.mtp_layers = keys.whole({"num_nextn_predict_layers"}).value_or(0);
}

/// A nested mapping's value, for DBRX.
std::optional<std::int64_t>
nested(ConfigKeys& keys, std::string_view mapping, std::string_view key) {
  const source::Node* outer = keys.find({mapping});
  const source::Node* value = outer != nullptr && outer->is_mapping() ? outer->find(key) : nullptr;
  return value == nullptr || value->is_null() ? std::nullopt : keys.whole(*value, key);
}

void dbrx(ConfigKeys& keys, Shape& shape) {
  auto& dims = shape.dims;
  dims.kv_heads = nested(keys, "attn_config", "kv_n_heads").value_or(0);
  dims.ffn = nested(keys, "ffn_config", "ffn_hidden_size").value_or(0);
  dims.experts.experts = nested(keys, "ffn_config", "moe_num_experts").value_or(0);
  dims.experts.active = nested(keys, "ffn_config", "moe_top_k").value_or(0);
  dims.experts.ffn = dims.ffn;
}

/// `intermediate_size` is an expert's width, `intermediate_size_mlp` a dense layer's; every layer
/// with experts has one shared expert as wide as a routed one.
void llama4(ConfigKeys& keys, Shape& shape) {
  auto& dims = shape.dims;
  dims.experts.ffn = keys.whole({"intermediate_size"}).value_or(0);
  dims.ffn = keys.whole({"intermediate_size_mlp"}).value_or(dims.experts.ffn);
  dims.experts.shared = 1;
}

std::string_view glm45(ConfigKeys& keys) {
  return keys.flag({"use_qk_norm"}).value_or(false) ? "glm4_moe_qk" : "glm4_moe";
}

std::string_view deepseek1(ConfigKeys& keys) {
  return keys.has("n_routed_experts") ? "deepseek_moe" : "deepseek";
}

constexpr auto k_classes = std::to_array<ConfigClass>({
    {.model_type = "mixtral", .family = "mixtral"},
    {.model_type = "phimoe", .family = "phi_moe", .rules = stated_output_bias},
    {.model_type = "dbrx", .family = "dbrx", .dims = dbrx},
    {.model_type = "olmoe", .family = "olmoe"},
    {.model_type = "grok-1", .family = "grok1"},
    {.model_type = "granitemoe", .family = "granite_moe"},
    {.model_type = "gpt_oss", .family = "gpt_oss", .rules = stated_output_bias},
    {.model_type = "llama4_text", .family = "llama4", .dims = llama4},
    {.model_type = "qwen2_moe", .family = "qwen2_moe"},
    {.model_type = "qwen3_moe", .family = "qwen3_moe", .rules = stated_output_bias},
    {.model_type = "qwen3_vl_moe_text", .family = "qwen3_moe", .rules = stated_output_bias},
    {.model_type = "deepseek", .family = "deepseek_moe", .choose = deepseek1},
    {.model_type = "deepseek_v2", .family = "deepseek_v2", .dims = latent},
    {.model_type = "deepseek_v3", .family = "deepseek_v3", .dims = latent},
    {.model_type = "deepseek_v32", .family = "deepseek_v32", .dims = latent},
    {.model_type = "kimi_k2", .family = "kimi_k2", .dims = latent},
    {.model_type = "minicpm3", .family = "minicpm3", .dims = latent},
    {.model_type = "glm4_moe",
     .family = "glm4_moe",
     .dims = predicts,
     .rules = stated_qkv_bias,
     .choose = glm45},
    {.model_type = "minimax_m2", .family = "minimax_m2", .rules = routing_bias},
});

} // namespace

std::span<const ConfigClass> expert_config_classes() {
  return k_classes;
}

} // namespace gpuplan::workload
