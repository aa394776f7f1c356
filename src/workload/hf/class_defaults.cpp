#include "workload/hf/class_defaults.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

struct ClassDefault {
  std::string_view model_type;
  std::string_view key;
  std::int64_t value;
};

constexpr auto k_defaults = std::to_array<ClassDefault>({
    {"llama", "hidden_size", 4096},
    {"llama", "intermediate_size", 11008},
    {"llama", "num_hidden_layers", 32},
    {"llama", "num_attention_heads", 32},
    {"llama", "vocab_size", 32000},
    {"mistral", "hidden_size", 4096},
    {"mistral", "intermediate_size", 14336},
    {"mistral", "num_hidden_layers", 32},
    {"mistral", "num_attention_heads", 32},
    {"mistral", "num_key_value_heads", 8},
    {"mistral", "vocab_size", 32000},
    {"gemma", "hidden_size", 3072},
    {"gemma", "intermediate_size", 24576},
    {"gemma", "num_hidden_layers", 28},
    {"gemma", "num_attention_heads", 16},
    {"gemma", "num_key_value_heads", 16},
    {"gemma", "head_dim", 256},
    {"gemma", "vocab_size", 256000},
    {"gemma2", "hidden_size", 2304},
    {"gemma2", "intermediate_size", 9216},
    {"gemma2", "num_hidden_layers", 26},
    {"gemma2", "num_attention_heads", 8},
    {"gemma2", "num_key_value_heads", 4},
    {"gemma2", "head_dim", 256},
    {"gemma2", "vocab_size", 256000},
    {"gemma3_text", "hidden_size", 2304},
    {"gemma3_text", "intermediate_size", 9216},
    {"gemma3_text", "num_hidden_layers", 26},
    {"gemma3_text", "num_attention_heads", 8},
    {"gemma3_text", "num_key_value_heads", 4},
    {"gemma3_text", "head_dim", 256},
    {"gemma3_text", "vocab_size", 262208},
    {"qwen2", "hidden_size", 4096},
    {"qwen2", "intermediate_size", 22016},
    {"qwen2", "num_hidden_layers", 32},
    {"qwen2", "num_attention_heads", 32},
    {"qwen2", "num_key_value_heads", 32},
    {"qwen2", "vocab_size", 151936},
    {"qwen3", "hidden_size", 4096},
    {"qwen3", "intermediate_size", 22016},
    {"qwen3", "num_hidden_layers", 32},
    {"qwen3", "num_attention_heads", 32},
    {"qwen3", "num_key_value_heads", 32},
    {"qwen3", "head_dim", 128},
    {"qwen3", "vocab_size", 151936},
});

} // namespace

std::optional<std::int64_t> class_default(std::string_view model_type, std::string_view key) {
  for (const auto& entry : k_defaults) {
    if (entry.model_type == model_type && entry.key == key)
      return entry.value;
  }
  return std::nullopt;
}

} // namespace gpuplan::workload
