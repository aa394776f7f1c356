#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// The first T5: plain MLP, tied tables.
void t5(Shape& shape) {
  shape.rules = {.gated = false};
}

/// T5 v1.1, Flan-T5, mT5: gated MLP, an output table of its own.
void t5_v11(Shape& shape) {
  shape.rules = {};
}

/// h and a d are independent; 32 buckets × heads of relative positions in each stack; no bias; the
/// decoder has two attentions and three norms.
ParameterCounts count_t5(const Shape& shape) {
  const auto& dims = shape.dims;
  constexpr std::int64_t k_buckets = 32;
  const std::int64_t attention = attention_parameters(shape, dims.heads, dims.kv_heads);
  const std::int64_t mlp = mlp_parameters(shape, dims.ffn);
  const std::int64_t encoder_layer = attention + mlp + 2 * dims.hidden;
  const std::int64_t decoder_layer = 2 * attention + mlp + 3 * dims.hidden;
  ParameterCounts counts;
  counts.embedding = dims.vocab * dims.hidden;
  counts.head = dims.tied_embeddings ? 0 : dims.vocab * dims.hidden;
  counts.layer = decoder_layer;
  counts.total = counts.embedding + counts.head + dims.layers * encoder_layer +
                 dims.decoder_layers * decoder_layer + 2 * k_buckets * dims.heads + 2 * dims.hidden;
  counts.active = counts.total;
  return counts;
}

constexpr auto k_families = std::to_array<Family>({
    {"t5", NetworkClass::encoder_decoder, TableDefault::tied, t5, count_t5},
    {"t5v11", NetworkClass::encoder_decoder, TableDefault::untied, t5_v11, count_t5},
});

} // namespace

std::span<const Family> t5_families() {
  return k_families;
}

} // namespace gpuplan::workload
