#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

constexpr BlockRules k_block{.norm = NormWeights::weight_and_bias,
                             .gated = false,
                             .qkv_bias = true,
                             .output_bias = true,
                             .mlp_bias = true,
                             .embedding_norm = true,
                             .final_norm = false};

/// Each stack stores its positions with two rows more than it can use.
void bart(Shape& shape) {
  shape.rules = k_block;
  shape.position_rows = shape.dims.max_position + 2;
}

/// NLLB and M2M-100: computed positions, a final norm in each stack, no norm behind the table.
void m2m(Shape& shape) {
  shape.rules = k_block;
  shape.rules.embedding_norm = false;
  shape.rules.final_norm = true;
  shape.position_rows = 0;
}

/// mBART: as BART, with the final norms.
void mbart(Shape& shape) {
  bart(shape);
  shape.rules.final_norm = true;
}

/// One shared table; two attentions and three norms in a decoder layer.
ParameterCounts count_bart(const Shape& shape) {
  const auto& dims = shape.dims;
  const std::int64_t norm = 2 * dims.hidden;
  const std::int64_t attention = attention_parameters(shape, dims.heads, dims.kv_heads);
  const std::int64_t mlp = mlp_parameters(shape, dims.ffn);
  const std::int64_t encoder_layer = attention + mlp + 2 * norm;
  const std::int64_t decoder_layer = 2 * attention + mlp + 3 * norm;
  const std::int64_t norms =
      2 * norm * ((shape.rules.embedding_norm ? 1 : 0) + (shape.rules.final_norm ? 1 : 0));
  ParameterCounts counts;
  counts.embedding = dims.vocab * dims.hidden + 2 * shape.position_rows * dims.hidden;
  counts.layer = decoder_layer;
  counts.total =
      counts.embedding + norms + dims.layers * encoder_layer + dims.decoder_layers * decoder_layer;
  counts.active = counts.total;
  return counts;
}

constexpr auto k_families = std::to_array<Family>({
    {"bart", NetworkClass::encoder_decoder, TableDefault::tied, bart, count_bart},
    {"mbart", NetworkClass::encoder_decoder, TableDefault::tied, mbart, count_bart},
    {"m2m", NetworkClass::encoder_decoder, TableDefault::tied, m2m, count_bart},
});

} // namespace

std::span<const Family> bart_families() {
  return k_families;
}

} // namespace gpuplan::workload
