#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/explore/kept_setup.hpp"
#include "plan/remedies/exclusions.hpp"

#include <vector>

namespace gpuplan::plan {

/// What the walk over all offers gave: one plan per offer at its best number of instances.
struct SearchResult {
  std::vector<KeptSetup> setups;
  std::vector<PricedPlan> plans;     ///< in the request's currency, unsorted
  std::vector<PricedPlan> others;    ///< on other numbers of machines than the best of an offer
  std::vector<PricedPlan> elsewhere; ///< in other currencies, without a rate
  Exclusions exclusions;
  std::uint64_t offers_seen = 0;
};

} // namespace gpuplan::plan
