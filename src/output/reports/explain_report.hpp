#pragma once

#include "output/reports/report.hpp"
#include "plan/explain/explained.hpp"

namespace gpuplan::output {

using plan::Standing;

/// One plan in full for people: memory, time, cost and rules with their numbers, the catalog line
/// behind each input, and what would change it.
std::string explain_text(const plan::RecommendationSet& set,
                         const plan::Recommendation& entry,
                         const plan::Explanation& explanation,
                         const Standing& standing,
                         const ReportStyle& style);

/// The same as a JSON document (`gpuplan schema explain`).
std::string explain_json(const plan::RecommendationSet& set,
                         const plan::Recommendation& entry,
                         const plan::Explanation& explanation,
                         const Standing& standing);

/// The same document for a plan that was left out: without a result, with the reasons.
std::string why_not_json(const plan::RecommendationSet& set, std::string_view reference);

} // namespace gpuplan::output
