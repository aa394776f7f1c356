#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

/// Latent attention; the router has no correction.
void deepseek_v2(Shape& shape) {
  shape.rules = {};
}

/// Latent attention, a correction bias an expert.
void deepseek_v3(Shape& shape) {
  shape.rules = {.router_bias = true};
}

constexpr auto k_families = std::to_array<Family>({
    {.name = "deepseek_v2", .apply = deepseek_v2, .count = count_decoder},
    {.name = "minicpm3",
     .tables = TableDefault::tied,
     .apply = deepseek_v2,
     .count = count_decoder},
    {.name = "deepseek_v3", .apply = deepseek_v3, .count = count_decoder},
    {.name = "deepseek_v32", .apply = deepseek_v3, .count = count_decoder},
    {.name = "kimi_k2", .apply = deepseek_v3, .count = count_decoder},
});

} // namespace

std::span<const Family> deepseek_families() {
  return k_families;
}

} // namespace gpuplan::workload
