#pragma once

#include "plan/answer/priced_plan.hpp"
#include "plan/records.hpp"

#include <vector>

namespace gpuplan::plan {

/// Leaves one plan of each offer that a provider sells under two names: the fresher price stays,
/// then the dearer, then the first name. Answers how many went.
std::size_t drop_twins(std::vector<PricedPlan>& plans, const Records& records);

} // namespace gpuplan::plan
