#pragma once

#include "output/reports/report.hpp"
#include "plan/recommendation.hpp"

#include <span>

namespace gpuplan::output {

/// The picks as a table with the reason of the first, or why there is none.
std::string picks_block(const plan::RecommendationSet& set, const ReportStyle& style);

/// What a month of the project costs on each pick, a line; empty where no hours a month are given
/// to a job that ends: the bill of a service is a month's anyway.
std::string month_line(const plan::RecommendationSet& set, const ReportStyle& style);

/// Why the first of the ranking is no pick, a line; empty where it is one.
std::string first_not_picked(const plan::RecommendationSet& set, const ReportStyle& style);

/// `its price has no date (a price of your own with its date: --catalog FILE)`.
std::string bars_text(std::span<const plan::Bar> bars);

} // namespace gpuplan::output
