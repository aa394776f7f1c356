#include "output/json/recommend_json.hpp"

#include "core/text.hpp"
#include "output/json/envelope.hpp"
#include "output/reports/explain_report.hpp"
#include "output/reports/why_not_report.hpp"
#include "plan/facts/answer_facts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;
using plan::Recommendation;
using plan::RecommendationSet;

Json quote_json(const cost::Quote& quote) {
  Json lines = Json::array();
  for (const auto& line : quote.lines) {
    Json entry{{"label", line.label},
               {"kind", to_string(line.kind)},
               {"quantity", number_json(line.quantity)},
               {"unit", line.unit}};
    entry["rate"] = line.rate ? money_json(*line.rate) : Json(nullptr);
    entry["amount"] = money_json(line.amount);
    entry["source"] = line.source;
    lines.push_back(std::move(entry));
  }
  Json result{{"currency", quote.total.currency().code()},
              {"lines", std::move(lines)},
              {"total", money_json(quote.total)},
              {"total_low", money_json(quote.total_low)},
              {"total_high", money_json(quote.total_high)}};
  result["paid_at_start"] = quote.paid_at_start ? money_json(*quote.paid_at_start) : Json(nullptr);
  result["notes"] = quote.notes;
  Json left_out = Json::array();
  for (const auto& part : quote.left_out) {
    left_out.push_back({{"kind", to_string(part.kind)}, {"why", part.why}});
  }
  result["left_out"] = std::move(left_out);
  return result;
}

Json memory_json(const sizing::MemoryEstimate& memory) {
  Json parts = Json::object();
  for (std::size_t i = 0; i < sizing::k_memory_parts; ++i) {
    parts[std::string(to_string(static_cast<sizing::MemoryPart>(i)))] =
        number_json(core::to_gib(memory.parts[i]));
  }
  return {{"parts_gib", std::move(parts)},
          {"allocated_gib", number_json(core::to_gib(memory.allocated))},
          {"reserved_gib", number_json(core::to_gib(memory.reserved))},
          {"device_gib", number_json(core::to_gib(memory.device))}};
}

Json verdicts_json(const std::vector<plan::Verdict>& verdicts) {
  Json list = Json::array();
  for (const auto& verdict : verdicts) {
    if (verdict.outcome == plan::Outcome::not_applicable)
      continue;
    Json entry{
        {"rule", verdict.rule}, {"level", verdict.level}, {"outcome", to_string(verdict.outcome)}};
    entry["check"] = verdict.check;
    entry["numbers"] = verdict.numbers;
    if (verdict.outcome != plan::Outcome::pass)
      entry["message"] = verdict.message;
    if (!verdict.missing.empty())
      entry["missing"] = verdict.missing;
    list.push_back(std::move(entry));
  }
  return list;
}

Json marks_json(const Recommendation& entry) {
  Json words = Json::array();
  for (const auto& mark : plan::marks()) {
    if (entry.has(mark.mark))
      words.push_back(mark.word);
  }
  return words;
}

Json bars_json(const std::vector<plan::Bar>& bars) {
  Json list = Json::array();
  for (const auto& bar : bars)
    list.push_back({{"reason", bar.reason}, {"why", bar.why}, {"lifted_by", bar.lifted}});
  return list;
}

Json result_json(plan::AnswerFacts& reader, const Recommendation& entry) {
  Json result{{"rank", entry.rank == 0 ? Json(nullptr) : Json(entry.rank)}};
  add_facts(result, reader.of(entry));
  const auto& offer = entry.offer;
  result["price_as_of"] = offer.as_of ? Json(core::to_string(*offer.as_of)) : Json(nullptr);
  result["price_as_of_kind"] = offer.as_of_kind == catalog::DateKind::exact   ? "exact"
                               : offer.as_of_kind == catalog::DateKind::bound ? "bound"
                                                                              : "unknown";
  result["price_source"] = offer.source;
  result["price_line"] = fmt::format("{}:{}", offer.source_file, offer.source_line);
  result["marks"] = marks_json(entry);
  result["no_pick"] = bars_json(entry.bars);
  result["memory"] = memory_json(entry.setup.memory);
  result["quote"] = quote_json(entry.quote);
  result["rules"] = verdicts_json(entry.verdicts);
  return result;
}

Json standing_json(const Standing& standing) {
  return {{"chosen_as", standing.chosen_as},
          {"rank", standing.rank == 0 ? Json(nullptr) : Json(standing.rank)},
          {"of", standing.of},
          {"no_pick", bars_json(standing.bars)}};
}

Json exclusion_json(const plan::Exclusion& exclusion) {
  return {{"reason", exclusion.reason},
          {"count", exclusion.count},
          {"summary", exclusion.summary},
          {"nearest", exclusion.nearest},
          {"nearest_note", exclusion.nearest_note},
          {"least", exclusion.least ? number_json(*exclusion.least) : Json(nullptr)},
          {"remedy", exclusion.remedy}};
}

Json excluded_json(const RecommendationSet& set) {
  Json list = Json::array();
  for (const auto& exclusion : set.excluded)
    list.push_back(exclusion_json(exclusion));
  return list;
}

Json request_json(const RecommendationSet& set) {
  const auto& workload = set.workload;
  Json request{{"name", workload.name},
               {"model", workload.demand.model.name},
               {"kind", to_string(workload.demand.kind)},
               {"preset", workload.preset},
               {"job", job_phrase(workload)}};
  Json labels = Json::object();
  for (const auto& [name, value] : workload.labels)
    labels[name] = value;
  request["labels"] = std::move(labels);
  Json flags = Json::array();
  for (const auto& [key, value] : set.stated.overrides)
    flags.push_back({{"key", key}, {"value", value}});
  const bool file = !set.stated.file_name.empty();
  request["stated"] = {{"file", file ? Json(set.stated.file_name) : Json(nullptr)},
                       {"text", file ? Json(set.stated.file_text) : Json(nullptr)},
                       {"flags", std::move(flags)}};
  return request;
}

Json picks_json(const RecommendationSet& set) {
  Json picks = Json::object();
  for (const auto& pick : set.picks) {
    const auto& entry = set.recommendations[pick.index];
    picks[std::string(to_string(pick.kind))] = {
        {"plan", entry.plan},
        {"rank", entry.rank == 0 ? Json(nullptr) : Json(entry.rank)},
        {"total", money_json(entry.quote.total)},
        {"why", pick.why}};
  }
  return picks;
}

Json warnings_json(const RecommendationSet& set) {
  Json list = Json::array();
  for (const auto& note : set.workload.notes) {
    list.push_back({{"code", "note"}, {"message", note}, {"path", "model"}});
  }
  for (const auto& note : set.footnotes)
    list.push_back({{"code", "price-later"}, {"message", note}, {"path", "as_of"}});
  if (!set.tight_remedy.empty())
    list.push_back({{"code", "memory-tight"},
                    {"message", set.tight_remedy + " makes the first tight plan fit"},
                    {"path", "results"}});
  return list;
}

Json rates_json(const cost::ExchangeRates& exchange) {
  Json list = Json::array();
  for (const auto& rate : exchange.rates()) {
    list.push_back({{"from", rate.from.code()},
                    {"to", rate.to().code()},
                    {"rate", money_json(rate.price)},
                    {"date", core::to_string(rate.date)}});
  }
  return list;
}

/// The rows, and the picks that are not among them.
std::vector<std::size_t> results_of(const RecommendationSet& set, Rows rows) {
  auto indices = rows_of(set, rows);
  for (const auto& pick : set.picks) {
    if (std::find(indices.begin(), indices.end(), pick.index) == indices.end()) {
      indices.push_back(pick.index);
    }
  }
  return indices;
}

} // namespace

std::string recommend_json(const RecommendationSet& set, std::string_view command, Rows rows) {
  Json root;
  begin_envelope(root, command, *set.catalog, set.as_of, set.currency);
  root["request"] = request_json(set);
  plan::AnswerFacts reader(set);
  Json results = Json::array();
  const auto indices = results_of(set, rows);
  for (const auto index : indices)
    results.push_back(result_json(reader, set.recommendations[index]));
  root["results"] = std::move(results);
  root["picks"] = picks_json(set);
  const auto& first = set.first_not_picked;
  root["first_not_picked"] = first ? Json{{"plan", set.recommendations[first->index].plan},
                                          {"reasons", bars_json(first->bars)}}
                                   : Json(nullptr);
  root["excluded"] = excluded_json(set);
  Json assumptions = Json::array();
  for (const auto& assumption : set.assumptions) {
    assumptions.push_back({{"name", assumption.name},
                           {"value", assumption.value},
                           {"why", assumption.why},
                           {"flag", assumption.flag}});
  }
  root["assumptions"] = std::move(assumptions);
  root["warnings"] = warnings_json(set);
  if (set.naive) {
    root["naive"] = {{"plan", set.naive->plan}, {"total", money_json(set.naive->total)}};
  } else {
    root["naive"] = nullptr;
  }
  root["summary"] = {{"offers", set.counts.offers},
                     {"matched", set.counts.ranked},
                     {"current", set.counts.current},
                     {"later", set.counts.later},
                     {"shown", indices.size()},
                     {"grouped", set.counts.groups},
                     {"unpriced", set.counts.unpriced},
                     {"twins", set.counts.twins}};
  root["exchange_rates"] = rates_json(set.exchange);
  return text_of(root);
}

void recommend_ndjson(const RecommendationSet& set,
                      Rows rows,
                      const std::function<void(std::string_view)>& write) {
  plan::AnswerFacts reader(set);
  for (const auto index : rows_of(set, rows))
    write(line_of(result_json(reader, set.recommendations[index])));
}

std::vector<std::string> usual_columns(core::Currency currency) {
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

std::string
recommend_csv(const RecommendationSet& set, Rows rows, const std::vector<std::string>& columns) {
  std::string text;
  for (std::size_t c = 0; c < columns.size(); ++c)
    text += (c > 0 ? "," : "") + csv_field(columns[c]);
  text += '\n';
  plan::AnswerFacts reader(set);
  for (const auto index : rows_of(set, rows)) {
    const auto& values = reader.of(set.recommendations[index]);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      text += (c > 0 ? "," : "") + fact_field(values, columns[c]);
    }
    text += '\n';
  }
  return text;
}

std::string explain_json(const RecommendationSet& set,
                         const Recommendation& entry,
                         const plan::Explanation& explanation,
                         const Standing& standing) {
  Json root;
  begin_envelope(root, "explain", *set.catalog, set.as_of, set.currency);
  root["request"] = request_json(set);
  root["plan"] = entry.plan;
  root["standing"] = standing_json(standing);
  plan::AnswerFacts reader(set);
  root["result"] = result_json(reader, entry);
  Json memory = Json::array();
  for (const auto& line : explanation.memory) {
    memory.push_back({{"part", to_string(line.part)},
                      {"gib", number_json(core::to_gib(line.bytes))},
                      {"formula", line.formula},
                      {"note", line.note},
                      {"coefficients", line.keys}});
  }
  root["memory_lines"] = std::move(memory);
  root["time_lines"] = explanation.time;
  Json inputs = Json::array();
  for (const auto& input : explanation.inputs) {
    inputs.push_back({{"what", input.what},
                      {"value", input.value},
                      {"line", input.place},
                      {"source", input.source}});
  }
  root["inputs"] = std::move(inputs);
  Json smaller = Json::array();
  for (const auto& plan : explanation.smaller) {
    smaller.push_back({{"name", plan.name},
                       {"change", plan.flags},
                       {"device_gib", number_json(core::to_gib(plan.device))},
                       {"time_hours", number_json(core::to_hours(plan.wall))},
                       {"cost_total", core::to_decimal(plan.total)}});
  }
  root["less_memory"] = std::move(smaller);
  root["changes"] = explanation.changes;
  root["excluded"] = Json::array();
  return text_of(root);
}

std::string why_not_json(const RecommendationSet& set, std::string_view reference) {
  Json root;
  begin_envelope(root, "explain", *set.catalog, set.as_of, set.currency);
  root["request"] = request_json(set);
  root["plan"] = reference;
  root["standing"] = standing_json({});
  root["result"] = nullptr;
  for (const auto* list : {"memory_lines", "time_lines", "inputs", "less_memory", "changes"})
    root[list] = Json::array();
  Json excluded = Json::array();
  for (const auto* reason : reasons_against(set))
    excluded.push_back(exclusion_json(*reason));
  root["excluded"] = std::move(excluded);
  return text_of(root);
}

} // namespace gpuplan::output
