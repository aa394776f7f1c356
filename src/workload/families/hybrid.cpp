#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

void jamba(Shape& shape) {
  shape.rules = {};
}

/// LFM2: short convolutions beside attention, norms on queries and keys.
void lfm2(Shape& shape) {
  shape.rules = {.qk_norm = QueryKeyNorm::shared};
}

/// MiniMax-01: every eighth layer is attention, the others linear attention as wide as the queries.
void minimax01(Shape& shape) {
  shape.rules = {};
  const auto& dims = shape.dims;
  shape.recurrent = {.kind = RecurrentKind::linear_attention,
                     .heads = dims.heads,
                     .value_width = dims.heads * dims.head_dim};
  if (!shape.plan.empty() || dims.attention_layers == 0 || dims.attention_layers >= dims.layers)
    return;
  const auto feed = dims.experts.experts > 0 ? FeedForward::experts : FeedForward::dense;
  shape.plan.assign(static_cast<std::size_t>(dims.layers),
                    {.mixer = Mixer::recurrent, .feed_forward = feed});
  const std::int64_t step = dims.layers / dims.attention_layers;
  for (std::int64_t i = 1; i <= dims.attention_layers; ++i)
    shape.plan[static_cast<std::size_t>(i * step - 1)].mixer = Mixer::attention;
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "jamba", .apply = jamba, .count = count_decoder},
    {.name = "lfm2", .tables = TableDefault::tied, .apply = lfm2, .count = count_decoder},
    {.name = "minimax01", .apply = minimax01, .count = count_decoder},
});

} // namespace

std::span<const Family> hybrid_families() {
  return k_families;
}

} // namespace gpuplan::workload
