#include "workload/hf/config_class.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// `attention_bias` puts biases on all four projections, `mlp_bias` on the MLP.
void stated_biases(ConfigKeys& keys, Shape& shape) {
  if (const auto bias = keys.flag({"attention_bias", "bias"})) {
    shape.rules.qkv_bias = *bias;
    shape.rules.output_bias = *bias;
  }
  if (const auto bias = keys.flag({"mlp_bias"}))
    shape.rules.mlp_bias = *bias;
}

/// `attention_bias` on queries, keys and values alone.
void stated_qkv_bias(ConfigKeys& keys, Shape& shape) {
  if (const auto bias = keys.flag({"attention_bias", "add_qkv_bias", "use_qkv_bias"}))
    shape.rules.qkv_bias = *bias;
}

void stablelm(ConfigKeys& keys, Shape& shape) {
  stated_qkv_bias(keys, shape);
  if (keys.flag({"qk_layernorm"}).value_or(false))
    shape.rules.qk_norm = QueryKeyNorm::full;
  if (keys.flag({"use_parallel_residual"}).value_or(false))
    shape.rules.norms_per_layer = 1;
}

/// Mllama: cross-attention layers among the others, eight image rows in the input table alone.
void mllama(ConfigKeys& keys, Shape& shape) {
  constexpr std::int64_t k_image_rows = 8;
  shape.extra_rows = k_image_rows;
  const auto layers = keys.whole({"num_hidden_layers"}).value_or(0);
  constexpr std::int64_t k_most_layers = 10'000;
  if (layers > k_most_layers)
    return;
  shape.plan.resize(static_cast<std::size_t>(layers));
  const source::Node* crossing = keys.find({"cross_attention_layers"});
  if (crossing == nullptr || !crossing->is_sequence())
    return;
  for (const auto& item : crossing->items) {
    const auto index = keys.whole(item, "cross_attention_layers");
    if (index && *index < layers)
      shape.plan[static_cast<std::size_t>(*index)].mixer = Mixer::cross_attention;
  }
}

std::string_view command_r(ConfigKeys& keys) {
  return keys.flag({"use_qk_norm"}).value_or(false) ? "command_r_plus" : "command_r";
}

constexpr auto k_classes = std::to_array<ConfigClass>({
    {.model_type = "llama", .family = "llama", .rules = stated_biases},
    {.model_type = "mllama_text_model", .family = "llama", .dims = mllama},
    {.model_type = "mistral", .family = "mistral", .rules = stated_biases},
    {.model_type = "mistral3", .family = "mistral", .rules = stated_biases},
    {.model_type = "ministral", .family = "mistral", .rules = stated_biases},
    {.model_type = "Yi", .family = "yi"},
    {.model_type = "baichuan", .family = "baichuan"},
    {.model_type = "internlm", .family = "internlm1", .rules = stated_biases},
    {.model_type = "internlm2", .family = "internlm2", .rules = stated_biases},
    {.model_type = "internlm3", .family = "internlm2", .rules = stated_biases},
    {.model_type = "phi", .family = "phi"},
    {.model_type = "phi3", .family = "phi3", .rules = stated_biases},
    {.model_type = "smollm3", .family = "smollm", .rules = stated_biases},
    {.model_type = "stablelm", .family = "stablelm", .rules = stablelm},
    {.model_type = "granite", .family = "granite", .rules = stated_biases},
    {.model_type = "minicpm", .family = "minicpm"},
    {.model_type = "olmo2", .family = "olmo2", .rules = stated_biases},
    {.model_type = "olmo3", .family = "olmo2", .rules = stated_biases},
    {.model_type = "starcoder2", .family = "starcoder2"},
    {.model_type = "qwen2", .family = "qwen2"},
    {.model_type = "qwen2_vl", .family = "qwen2"},
    {.model_type = "qwen2_vl_text", .family = "qwen2"},
    {.model_type = "qwen2_5_vl", .family = "qwen2"},
    {.model_type = "qwen2_5_vl_text", .family = "qwen2"},
    {.model_type = "qwen2_5_omni_text", .family = "qwen2"},
    {.model_type = "qwen3", .family = "qwen3", .rules = stated_biases},
    {.model_type = "qwen3_vl_text", .family = "qwen3", .rules = stated_biases},
    {.model_type = "gemma", .family = "gemma", .rules = stated_biases},
    {.model_type = "gemma2", .family = "gemma2", .rules = stated_biases},
    {.model_type = "gemma3", .family = "gemma3", .rules = stated_biases},
    {.model_type = "gemma3_text", .family = "gemma3", .rules = stated_biases},
    {.model_type = "chatglm", .family = "chatglm", .rules = stated_qkv_bias},
    {.model_type = "glm", .family = "chatglm", .rules = stated_qkv_bias},
    {.model_type = "glm4", .family = "glm4", .rules = stated_qkv_bias},
    {.model_type = "cohere", .family = "command_r", .choose = command_r},
    {.model_type = "cohere2", .family = "command_r"},
    {.model_type = "nemotron", .family = "nemotron4", .rules = stated_biases},
});

} // namespace

std::span<const ConfigClass> dense_config_classes() {
  return k_classes;
}

} // namespace gpuplan::workload
