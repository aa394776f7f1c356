#include "output/json/envelope.hpp"
#include "output/json/plan_json.hpp"
#include "output/reports/explain_report.hpp"
#include "output/reports/why_not_report.hpp"

#include <fmt/format.h>

namespace gpuplan::output {

using Json = nlohmann::ordered_json;
using plan::Recommendation;
using plan::RecommendationSet;

namespace {

Json standing_json(const Standing& standing) {
  return {{"chosen_as", standing.chosen_as},
          {"rank", rank_json(standing.rank)},
          {"offer_rank", rank_json(standing.offer_rank)},
          {"of", standing.of},
          {"no_pick", bars_json(standing.bars)}};
}

} // namespace

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
