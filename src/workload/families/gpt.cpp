#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

constexpr BlockRules k_all_biases{.norm = NormWeights::weight_and_bias,
                                  .gated = false,
                                  .qkv_bias = true,
                                  .output_bias = true,
                                  .mlp_bias = true};

/// Learned positions; the plain MLP, LayerNorm and all biases of the first GPTs.
void gpt2(Shape& shape) {
  shape.rules = k_all_biases;
  shape.position_rows = shape.dims.max_position;
}

/// Stores two more position rows. The 350M member has a narrower table with two projections and no
/// final norm.
void opt(Shape& shape) {
  gpt2(shape);
  shape.position_rows = shape.dims.max_position + 2;
  shape.rules.final_norm = shape.embedding_width == 0;
}

/// One LayerNorm a layer, MLP biases only, an output table with bias.
void gptj(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias,
                 .norms_per_layer = 1,
                 .gated = false,
                 .mlp_bias = true,
                 .head_bias = true};
}

void neox(Shape& shape) {
  shape.rules = k_all_biases;
}

/// A LayerNorm behind the table; ALiBi stores no positions.
void bloom(Shape& shape) {
  shape.rules = k_all_biases;
  shape.rules.embedding_norm = true;
}

/// No bias anywhere, not even in the norms.
void mpt(Shape& shape) {
  shape.rules = {.gated = false};
}

/// Phi-1.5 and Phi-2: one LayerNorm (parallel block), all biases, an output bias.
void phi(Shape& shape) {
  shape.rules = k_all_biases;
  shape.rules.norms_per_layer = 1;
  shape.rules.head_bias = true;
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "gpt2", .tables = TableDefault::tied, .apply = gpt2, .count = count_decoder},
    {.name = "gpt3", .tables = TableDefault::tied, .apply = gpt2, .count = count_decoder},
    {.name = "opt", .tables = TableDefault::tied, .apply = opt, .count = count_decoder},
    {.name = "starcoder", .tables = TableDefault::tied, .apply = gpt2, .count = count_decoder},
    {.name = "starcoder2", .tables = TableDefault::tied, .apply = neox, .count = count_decoder},
    {.name = "bloom", .tables = TableDefault::tied, .apply = bloom, .count = count_decoder},
    {.name = "mpt", .tables = TableDefault::tied, .apply = mpt, .count = count_decoder},
    {.name = "gptj", .apply = gptj, .count = count_decoder},
    {.name = "neox", .apply = neox, .count = count_decoder},
    {.name = "phi", .apply = phi, .count = count_decoder},
});

} // namespace

std::span<const Family> gpt_families() {
  return k_families;
}

} // namespace gpuplan::workload
