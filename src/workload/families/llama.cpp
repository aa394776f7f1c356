#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// The base decoder as it is: gated MLP, two RMSNorms, no bias.
void base(Shape& shape) {
  shape.rules = {};
}

void all_attention_biases(Shape& shape) {
  shape.rules = {.qkv_bias = true, .output_bias = true};
}

void all_biases(Shape& shape) {
  shape.rules = {.qkv_bias = true, .output_bias = true, .mlp_bias = true};
}

void layer_norms(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias};
}

/// Norms on whole queries and keys; the two block norms stand behind attention and MLP.
void full_query_key_norm(Shape& shape) {
  shape.rules = {.qk_norm = QueryKeyNorm::full};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "llama", .apply = base, .count = count_decoder},
    {.name = "mistral", .apply = base, .count = count_decoder},
    {.name = "yi", .apply = base, .count = count_decoder},
    {.name = "baichuan", .apply = base, .count = count_decoder},
    {.name = "internlm2", .apply = base, .count = count_decoder},
    {.name = "phi3", .apply = base, .count = count_decoder},
    {.name = "deepseek", .apply = base, .count = count_decoder},
    {.name = "minicpm", .tables = TableDefault::tied, .apply = base, .count = count_decoder},
    {.name = "granite", .tables = TableDefault::tied, .apply = base, .count = count_decoder},
    {.name = "smollm", .tables = TableDefault::tied, .apply = base, .count = count_decoder},
    {.name = "internlm1", .apply = all_attention_biases, .count = count_decoder},
    {.name = "granite_code", .apply = all_biases, .count = count_decoder},
    {.name = "stablelm", .apply = layer_norms, .count = count_decoder},
    {.name = "olmo2", .apply = full_query_key_norm, .count = count_decoder},
});

} // namespace

std::span<const Family> llama_families() {
  return k_families;
}

} // namespace gpuplan::workload
