#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

void gemma(Shape& shape) {
  shape.rules = {};
}

/// Four norms a layer: before and behind attention and MLP.
void gemma2(Shape& shape) {
  shape.rules = {.norms_per_layer = 4};
}

void gemma3(Shape& shape) {
  shape.rules = {.norms_per_layer = 4, .qk_norm = QueryKeyNorm::shared};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "gemma", .tables = TableDefault::tied, .apply = gemma, .count = count_decoder},
    {.name = "gemma2", .tables = TableDefault::tied, .apply = gemma2, .count = count_decoder},
    {.name = "gemma3", .tables = TableDefault::tied, .apply = gemma3, .count = count_decoder},
});

} // namespace

std::span<const Family> gemma_families() {
  return k_families;
}

} // namespace gpuplan::workload
