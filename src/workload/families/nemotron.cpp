#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// Nemotron-4: squared ReLU in a plain MLP, LayerNorm, no bias.
void nemotron4(Shape& shape) {
  shape.rules = {.norm = NormWeights::weight_and_bias, .gated = false};
}

/// Nemotron-H: one part a layer (Mamba-2, attention, plain MLP or experts), one norm each.
void nemotron_h(Shape& shape) {
  shape.rules = {.gated = false};
}

/// DeciLM and Nemotron-Super: the base block, layer by layer as the plan says.
void decilm(Shape& shape) {
  shape.rules = {};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "nemotron4", .apply = nemotron4, .count = count_decoder},
    {.name = "nemotron_h", .apply = nemotron_h, .count = count_decoder},
    {.name = "decilm", .apply = decilm, .count = count_decoder},
});

} // namespace

std::span<const Family> nemotron_families() {
  return k_families;
}

} // namespace gpuplan::workload
