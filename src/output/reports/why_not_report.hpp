#pragma once

#include "output/reports/report.hpp"
#include "plan/recommendation.hpp"

#include <string>
#include <vector>

namespace gpuplan::output {

/// What left a plan out: reasons with offers of its own, not those that other plans were.
std::vector<const plan::Exclusion*> reasons_against(const plan::RecommendationSet& set);

/// Why a plan is not recommended: the reasons that left it out, with their numbers.
std::string why_not_text(const plan::RecommendationSet& set,
                         std::string_view reference,
                         const ReportStyle& style);

} // namespace gpuplan::output
