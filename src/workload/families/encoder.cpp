#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

constexpr BlockRules k_encoder{.norm = NormWeights::weight_and_bias,
                               .gated = false,
                               .qkv_bias = true,
                               .output_bias = true,
                               .mlp_bias = true,
                               .embedding_norm = true,
                               .final_norm = false,
                               .has_head = false};

void bert(Shape& shape) {
  shape.rules = k_encoder;
  shape.position_rows = shape.dims.max_position;
  shape.type_rows = 2;
  shape.pooler = true;
}

void roberta(Shape& shape) {
  bert(shape);
  shape.type_rows = 1;
}

/// The small member has a table of half its width.
void electra(Shape& shape) {
  bert(shape);
  constexpr std::int64_t k_small = 256;
  if (shape.embedding_width == 0 && shape.dims.hidden == k_small)
    shape.embedding_width = k_small / 2;
}

void distilbert(Shape& shape) {
  bert(shape);
  shape.type_rows = 0;
  shape.pooler = false;
}

/// 512 relative positions with a norm of their own, no pooler.
void deberta_v3(Shape& shape) {
  shape.rules = k_encoder;
}

/// CLIP's text tower: causal, learned positions, a norm at the end instead of one at the begin.
void clip_text(Shape& shape) {
  shape.rules = k_encoder;
  shape.rules.embedding_norm = false;
  shape.rules.final_norm = true;
  shape.position_rows = shape.dims.max_position;
}

ParameterCounts count_deberta(const Shape& shape) {
  auto counts = count_encoder(shape);
  constexpr std::int64_t k_relative_rows = 512;
  const std::int64_t relative = k_relative_rows * shape.dims.hidden;
  counts.embedding += relative;
  counts.total += relative + 2 * shape.dims.hidden;
  counts.active = counts.total;
  return counts;
}

constexpr auto k_families = std::to_array<Family>({
    {"bert", NetworkClass::encoder, TableDefault::tied, bert, count_encoder},
    {"roberta", NetworkClass::encoder, TableDefault::tied, roberta, count_encoder},
    {"electra", NetworkClass::encoder, TableDefault::tied, electra, count_encoder},
    {"distilbert", NetworkClass::encoder, TableDefault::tied, distilbert, count_encoder},
    {"deberta_v3", NetworkClass::encoder, TableDefault::tied, deberta_v3, count_deberta},
    {"clip_text", NetworkClass::encoder, TableDefault::tied, clip_text, count_encoder},
});

} // namespace

ParameterCounts count_encoder(const Shape& shape) {
  const auto& dims = shape.dims;
  const std::int64_t width = shape.embedding_width > 0 ? shape.embedding_width : dims.hidden;
  ParameterCounts counts;
  counts.embedding = (dims.vocab + shape.position_rows + shape.type_rows) * width;
  // Two norms with weight and bias a layer.
  counts.layer = attention_parameters(shape, dims.heads, dims.kv_heads) +
                 mlp_parameters(shape, dims.ffn) + 4 * dims.hidden;
  std::int64_t rest = 0;
  rest += shape.rules.embedding_norm ? 2 * width : 0;
  rest += shape.rules.final_norm ? 2 * dims.hidden : 0;
  rest += width != dims.hidden ? width * dims.hidden + dims.hidden : 0;
  rest += shape.pooler ? dims.hidden * dims.hidden + dims.hidden : 0;
  counts.total = counts.embedding + dims.layers * counts.layer + rest;
  counts.active = counts.total;
  return counts;
}

std::span<const Family> encoder_families() {
  return k_families;
}

} // namespace gpuplan::workload
