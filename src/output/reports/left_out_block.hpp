#pragma once

#include "output/reports/report.hpp"
#include "plan/recommendation.hpp"

namespace gpuplan::output {

/// A line for each reason: how many offers, why, what would bring them back.
std::string left_out_block(const plan::RecommendationSet& set, const ReportStyle& style);

/// The answer where there is no plan: which one change would help, then what left the offers out.
std::string nothing_block(const plan::RecommendationSet& set, const ReportStyle& style);

} // namespace gpuplan::output
