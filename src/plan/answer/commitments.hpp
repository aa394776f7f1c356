#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/records.hpp"

#include <optional>
#include <span>

namespace gpuplan::plan {

/// The cheapest plan on a term that commits, of those one could rely on: a current, dated price, a
/// secure host, a measured chip, memory that fits. It is no pick unless its terms are asked for,
/// since it binds for longer than the job; who says how long the project lasts wants to know of it.
std::optional<PricedPlan> cheapest_commitment(const catalog::Catalog& catalog,
                                              std::span<const PricedPlan> ranked);

} // namespace gpuplan::plan
