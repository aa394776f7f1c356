#pragma once

#include "plan/answer/picks.hpp"
#include "plan/answer/plan_marks.hpp"
#include "plan/recommendation.hpp"

#include <vector>

namespace gpuplan::plan {

/// Marks with which a plan is never a pick.
constexpr std::uint32_t k_never_picked = bit(Mark::price_old) | bit(Mark::price_later) |
                                         bit(Mark::quarantined) | bit(Mark::price_outlying) |
                                         bit(Mark::price_unconfirmed) | bit(Mark::unconfirmed) |
                                         bit(Mark::community_host) | bit(Mark::other_stack) |
                                         bit(Mark::storage_unknown) | bit(Mark::memory_tight);

/// Marks with which a plan is neither what one can rely on nor the fast one, beside the above.
constexpr std::uint32_t k_not_sure =
    bit(Mark::chip_not_measured) | bit(Mark::rule_of_thumb) | bit(Mark::assumed);

/// What keeps a plan from every pick, a sentence each with what would lift it; empty where nothing
/// does. Looks at the plan's verdicts and at the findings of its row.
std::vector<Bar>
bars_of(const catalog::Catalog& catalog, core::Date as_of, const Recommendation& entry);

/// What makes picks pass over a plan that might be one: it is not sure, or on terms no pick has.
std::vector<Bar>
passed_over(const catalog::Catalog& catalog, const Recommendation& entry, const PickTerms& terms);

/// Why a plan that might be a pick and is first by what was asked for is none.
std::string beyond_picks(const catalog::Catalog& catalog,
                         const RecommendationSet& set,
                         const Recommendation& first);

} // namespace gpuplan::plan
