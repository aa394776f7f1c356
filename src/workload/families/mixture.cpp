#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// A router h E and E gated experts a layer, on the base block; DBRX's norms store no bias.
void mixture(Shape& shape) {
  shape.rules = {};
}

/// Norms on whole queries and keys.
void olmoe(Shape& shape) {
  shape.rules = {.qk_norm = QueryKeyNorm::full};
}

void grok(Shape& shape) {
  shape.rules = {.norms_per_layer = 4};
}

/// Biases on all projections, the router and inside the experts; a learned sink a head.
void gpt_oss(Shape& shape) {
  shape.rules = {.qkv_bias = true,
                 .output_bias = true,
                 .attention_sinks = true,
                 .router_bias = true,
                 .expert_bias = true};
}

/// MiniMax-M2: norms on whole queries and keys, a correction bias an expert.
void minimax_m2(Shape& shape) {
  shape.rules = {.qk_norm = QueryKeyNorm::full, .router_bias = true};
}

/// Phi-3.5-MoE: LayerNorm, biases on every projection and on the output table.
void phi_moe(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias,
                 .qkv_bias = true,
                 .output_bias = true,
                 .head_bias = true};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "mixtral", .apply = mixture, .count = count_decoder},
    {.name = "dbrx", .apply = mixture, .count = count_decoder},
    {.name = "deepseek_moe", .apply = mixture, .count = count_decoder},
    {.name = "granite_moe", .tables = TableDefault::tied, .apply = mixture, .count = count_decoder},
    {.name = "llama4", .apply = mixture, .count = count_decoder},
    {.name = "olmoe", .apply = olmoe, .count = count_decoder},
    {.name = "grok1", .tables = TableDefault::tied, .apply = grok, .count = count_decoder},
    {.name = "gpt_oss", .apply = gpt_oss, .count = count_decoder},
    {.name = "minimax_m2", .apply = minimax_m2, .count = count_decoder},
    {.name = "phi_moe", .apply = phi_moe, .count = count_decoder},
});

} // namespace

std::span<const Family> mixture_families() {
  return k_families;
}

} // namespace gpuplan::workload
