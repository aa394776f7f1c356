#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// Key projections have no bias; tables are tied.
void whisper(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias,
                 .gated = false,
                 .qkv_bias = true,
                 .key_bias = false,
                 .output_bias = true,
                 .mlp_bias = true};
  constexpr std::int64_t k_text_positions = 448;
  shape.position_rows = shape.dims.max_position > 0 ? shape.dims.max_position : k_text_positions;
}

/// Two convolutions of length 3 over 80 bands (128 in large-v3), 1,500 frames; a decoder layer has
/// two attentions and three norms.
ParameterCounts count_whisper(const Shape& shape) {
  const auto& dims = shape.dims;
  constexpr std::int64_t k_kernel = 3;
  constexpr std::int64_t k_frames = 1500;
  constexpr std::int64_t k_bands = 80;
  const std::int64_t bands = shape.extra_rows > 0 ? shape.extra_rows : k_bands;
  const std::int64_t norm = 2 * dims.hidden;
  const std::int64_t attention = attention_parameters(shape, dims.heads, dims.kv_heads);
  const std::int64_t mlp = mlp_parameters(shape, dims.ffn);
  const std::int64_t convolutions =
      k_kernel * dims.hidden * (bands + dims.hidden) + 2 * dims.hidden;
  ParameterCounts counts;
  counts.embedding = dims.vocab * dims.hidden + (k_frames + shape.position_rows) * dims.hidden;
  counts.layer = 2 * attention + mlp + 3 * norm;
  counts.total = counts.embedding + convolutions + dims.layers * (attention + mlp + 2 * norm) +
                 dims.decoder_layers * counts.layer + 2 * norm;
  counts.active = counts.total;
  return counts;
}

constexpr auto k_families = std::to_array<Family>({
    {"whisper", NetworkClass::encoder_decoder, TableDefault::tied, whisper, count_whisper},
});

} // namespace

std::span<const Family> whisper_families() {
  return k_families;
}

} // namespace gpuplan::workload
