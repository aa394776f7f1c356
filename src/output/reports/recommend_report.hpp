#pragma once

#include "output/reports/report.hpp"
#include "output/table.hpp"
#include "plan/recommendation.hpp"

namespace gpuplan::output {

/// Which rows a listing of plans has.
enum class Rows : std::uint8_t {
  lines, ///< the default lines
  old,   ///< the default lines, then those with old or undated prices
  every, ///< every ranked plan
};

/// How wide the table of plans is made.
enum class Detail : std::uint8_t { usual, wide };

/// The answer for people: what is needed and assumed, the picks, the lines of the list, what was
/// left out and why, what it saves, and the next command.
std::string recommend_text(const plan::RecommendationSet& set,
                           Rows rows,
                           Detail detail,
                           const ReportStyle& style);

/// The plans alone, as a table for CSV, Markdown and wide listings.
Table plan_table(const plan::RecommendationSet& set, Rows rows, Detail detail);

/// The indices of the rows, in order.
std::vector<std::size_t> rows_of(const plan::RecommendationSet& set, Rows rows);

/// One phrase for the job: `llama-3.1-8b, full fine-tune, 500M tokens, within 48 h`.
std::string job_phrase(const workload::Workload& workload);

} // namespace gpuplan::output
