#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// Qwen, Qwen1.5, 2 and 2.5: biases on queries, keys and values.
void qwen2(Shape& shape) {
  shape.rules = {.qkv_bias = true};
}

/// The shared expert has a gate of its own.
void qwen2_moe(Shape& shape) {
  shape.rules = {.qkv_bias = true, .shared_expert_gate = true};
}

void qwen3(Shape& shape) {
  shape.rules = {.qk_norm = QueryKeyNorm::shared};
}

/// Qwen3-Next and Qwen3.5: three of four layers are gated DeltaNet; the others have a gate as wide
/// as the queries.
void qwen3_next(Shape& shape) {
  shape.rules = {
      .qk_norm = QueryKeyNorm::shared, .attention_gate = true, .shared_expert_gate = true};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "qwen1", .apply = qwen2, .count = count_decoder},
    {.name = "qwen2", .apply = qwen2, .count = count_decoder},
    {.name = "qwen2_moe", .apply = qwen2_moe, .count = count_decoder},
    {.name = "qwen3", .apply = qwen3, .count = count_decoder},
    {.name = "qwen3_moe", .apply = qwen3, .count = count_decoder},
    {.name = "qwen3_next", .apply = qwen3_next, .count = count_decoder},
});

} // namespace

std::span<const Family> qwen_families() {
  return k_families;
}

} // namespace gpuplan::workload
