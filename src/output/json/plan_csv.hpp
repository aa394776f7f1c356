#pragma once

#include "output/reports/recommend_report.hpp"
#include "plan/recommendation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::output {

/// Facts of a plan that CSV has where none are named; amounts in the currency of the answer.
std::vector<std::string> usual_facts(core::Currency currency);

/// The same as columns of a list of plans: with the rank, the marks and what bars a plan from
/// picks.
std::vector<std::string> usual_columns(core::Currency currency);

/// Whether a column is of a plan's place in the answer, and no fact: `rank`, `marks`, `no_pick`.
bool is_plan_column(std::string_view column);

/// The field of such a column: a number, or words with spaces between them.
std::string plan_field(const plan::Recommendation& entry, std::string_view column);

/// One plan a row, facts and columns of plans in their order; the usual ones where none are named.
std::string
recommend_csv(const plan::RecommendationSet& set, Rows rows, const std::vector<std::string>& named);

} // namespace gpuplan::output
