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

/// The same in Markdown, with what the letters of its notes mean and what is said of the whole.
std::string recommend_markdown(const plan::RecommendationSet& set, Rows rows);

/// What is said of the whole answer: of the job as it was read, and of prices.
std::vector<std::string> notes_of(const plan::RecommendationSet& set);

/// The indices of the rows, in order.
std::vector<std::size_t> rows_of(const plan::RecommendationSet& set, Rows rows);

/// `not confirmed: 3 plans, cheapest acme/a1x8@home at 3.50: … is not known (--assume …=yes)`;
/// empty where none would stand among the lines.
std::string not_confirmed_text(const plan::RecommendationSet& set);

/// `--method qlora makes #5 fit, with 30.1 GiB a GPU, 2.1 h and 48.0`: what was tried on the first
/// tight line; empty where nothing helps or none is tight.
std::string relief_text(const plan::RecommendationSet& set);

/// One phrase for the job: `llama-3.1-8b, full fine-tune, 500M tokens, within 48 h`.
std::string job_phrase(const workload::Workload& workload);

} // namespace gpuplan::output
