#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// ChatGLM2, ChatGLM3, GLM-4-9B: biases on queries, keys and values.
void chatglm(Shape& shape) {
  shape.rules = {.qkv_bias = true};
}

/// GLM-4-0414: two further norms behind attention and MLP.
void glm4(Shape& shape) {
  shape.rules = {.norms_per_layer = 4, .qkv_bias = true};
}

/// GLM-4.5-Air: experts with a correction bias each; the first layer dense.
void glm4_moe(Shape& shape) {
  shape.rules = {.qkv_bias = true, .router_bias = true};
}

/// GLM-4.5: with norms on queries and keys.
void glm4_moe_qk(Shape& shape) {
  shape.rules = {.qkv_bias = true, .qk_norm = QueryKeyNorm::shared, .router_bias = true};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "chatglm", .apply = chatglm, .count = count_decoder},
    {.name = "glm4", .apply = glm4, .count = count_decoder},
    {.name = "glm4_moe", .apply = glm4_moe, .count = count_decoder},
    {.name = "glm4_moe_qk", .apply = glm4_moe_qk, .count = count_decoder},
});

} // namespace

std::span<const Family> glm_families() {
  return k_families;
}

} // namespace gpuplan::workload
