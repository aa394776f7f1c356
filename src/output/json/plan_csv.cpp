#include "output/json/plan_csv.hpp"

#include "core/text.hpp"
#include "output/json/envelope.hpp"
#include "output/table.hpp"
#include "plan/facts/answer_facts.hpp"

namespace gpuplan::output {

using plan::Recommendation;
using plan::RecommendationSet;

std::vector<std::string> usual_facts(core::Currency currency) {
  constexpr std::string_view k_dollars = "_usd";
  std::vector<std::string> columns{"plan",
                                   "provider",
                                   "instance_type",
                                   "region",
                                   "country",
                                   "accelerator",
                                   "gpus_total",
                                   "nodes",
                                   "terms",
                                   "price_hourly_usd",
                                   "price_age_days",
                                   "memory_needed_gib",
                                   "memory_utilization",
                                   "time_hours",
                                   "throughput_tokens_s",
                                   "throughput_samples_s",
                                   "cost_total_usd",
                                   "cost_total_usd_low",
                                   "cost_total_usd_high",
                                   "bottleneck"};
  for (auto& column : columns) {
    const auto at = column.find(k_dollars);
    if (at != std::string::npos)
      column.replace(at, k_dollars.size(), "_" + core::lower(currency.code()));
  }
  return columns;
}

std::vector<std::string> usual_columns(core::Currency currency) {
  auto columns = usual_facts(currency);
  columns.insert(columns.begin(), "rank");
  columns.insert(columns.end(), {"marks", "no_pick"});
  return columns;
}

bool is_plan_column(std::string_view column) {
  return column == "rank" || column == "marks" || column == "no_pick";
}

std::string plan_field(const Recommendation& entry, std::string_view column) {
  if (column == "rank")
    return entry.rank == 0 ? std::string{} : std::to_string(entry.rank);
  std::string words;
  const auto add = [&](std::string_view word) {
    words += (words.empty() ? "" : " ") + std::string(word);
  };
  if (column == "marks") {
    for (const auto& mark : plan::marks()) {
      if (entry.has(mark.mark))
        add(mark.word);
    }
  } else {
    for (const auto& bar : entry.bars)
      add(bar.reason);
  }
  return csv_field(words);
}

std::string
recommend_csv(const RecommendationSet& set, Rows rows, const std::vector<std::string>& named) {
  const auto columns = named.empty() ? usual_columns(set.currency) : named;
  std::string text;
  for (std::size_t c = 0; c < columns.size(); ++c)
    text += (c > 0 ? "," : "") + csv_field(columns[c]);
  text += '\n';
  plan::AnswerFacts reader(set);
  for (const auto index : rows_of(set, rows)) {
    const auto& entry = set.recommendations[index];
    const auto& values = reader.of(entry);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& column = columns[c];
      text += (c > 0 ? "," : "") +
              (is_plan_column(column) ? plan_field(entry, column) : fact_field(values, column));
    }
    text += '\n';
  }
  return text;
}

} // namespace gpuplan::output
