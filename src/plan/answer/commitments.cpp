#include "plan/answer/commitments.hpp"

#include "plan/answer/bars.hpp"

namespace gpuplan::plan {

std::optional<PricedPlan> cheapest_commitment(const catalog::Catalog& catalog,
                                              std::span<const PricedPlan> ranked) {
  constexpr std::uint32_t k_passed_over = k_never_picked | k_not_sure;
  const PricedPlan* best = nullptr;
  for (const auto& plan : ranked) {
    if ((plan.marks & k_passed_over) != 0 || (best != nullptr && !(plan.total < best->total)))
      continue;
    if (is_committed(catalog.option_of(plan.offer)) && catalog.offer(plan.offer).as_of)
      best = &plan;
  }
  return best == nullptr ? std::nullopt : std::optional{*best};
}

} // namespace gpuplan::plan
