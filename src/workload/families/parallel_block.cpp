#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// Falcon-7B: one KV head, one LayerNorm (parallel block), plain MLP, no bias.
void falcon7(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias, .norms_per_layer = 1, .gated = false};
}

/// Falcon-40B and 180B: grouped KV heads, two LayerNorms.
void falcon40(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias, .gated = false};
}

/// Falcon-RW: as many KV heads as heads, all biases, ALiBi.
void falcon_rw(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias,
                 .gated = false,
                 .qkv_bias = true,
                 .output_bias = true,
                 .mlp_bias = true};
}

/// Command R: one weight-only LayerNorm (parallel block).
void command_r(Shape& shape) {
  shape.rules = {.norms_per_layer = 1};
}

/// Command R+ adds norms for every head of queries and keys.
void command_r_plus(Shape& shape) {
  shape.rules = {.norms_per_layer = 1, .qk_norm = QueryKeyNorm::full};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "falcon7", .tables = TableDefault::tied, .apply = falcon7, .count = count_decoder},
    {.name = "falcon40", .tables = TableDefault::tied, .apply = falcon40, .count = count_decoder},
    {.name = "falconrw", .tables = TableDefault::tied, .apply = falcon_rw, .count = count_decoder},
    {.name = "command_r", .tables = TableDefault::tied, .apply = command_r, .count = count_decoder},
    {.name = "command_r_plus",
     .tables = TableDefault::tied,
     .apply = command_r_plus,
     .count = count_decoder},
});

} // namespace

std::span<const Family> parallel_block_families() {
  return k_families;
}

} // namespace gpuplan::workload
