#pragma once

#include "output/reports/report.hpp"
#include "output/table.hpp"
#include "plan/recommendation.hpp"

#include <optional>

namespace gpuplan::output {

/// One cell of a comparison: the values of its axes and the plan that answers it.
struct ComparedCell {
  std::vector<std::string> values;
  workload::Workload workload;
  std::optional<plan::Recommendation> entry;
  std::optional<plan::Recommendation> older; ///< at an old or undated price, and cheaper
  std::string why_none;
  std::vector<std::string> notes; ///< what is said of the whole answer it is of
};

struct Comparison {
  std::vector<std::string> axes;
  std::vector<ComparedCell> cells;
  core::Currency currency; ///< of the amounts
  cost::ExchangeRates exchange;
};

/// What the rows are, in which currency and of which catalog.
std::string compare_title(const catalog::Catalog& catalog,
                          const Comparison& comparison,
                          const ReportStyle& style);

/// What speaks against an answer as a pick, and what would be cheaper at prices that are old,
/// undated or of a later day, and so is no answer.
std::vector<std::string> compare_notes(const Comparison& comparison);

/// What the letters of the table mean, a text each.
std::vector<std::string> compare_letters(const Comparison& comparison);

/// A row a cell; the cheapest and the fastest are marked.
Table compare_table(const catalog::Catalog& catalog, const Comparison& comparison);

} // namespace gpuplan::output
