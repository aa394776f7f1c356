#include "output/json/recommend_json.hpp"

#include "output/json/envelope.hpp"
#include "output/json/plan_json.hpp"
#include "plan/facts/answer_facts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;
using plan::Recommendation;
using plan::RecommendationSet;

Json excluded_json(const RecommendationSet& set) {
  Json list = Json::array();
  for (const auto& exclusion : set.excluded)
    list.push_back(exclusion_json(exclusion));
  return list;
}

Json picks_json(const RecommendationSet& set) {
  Json picks = Json::object();
  for (const auto& pick : set.picks) {
    const auto& entry = set.recommendations[pick.index];
    picks[std::string(to_string(pick.kind))] = {
        {"plan", entry.plan},
        {"rank", rank_json(entry.rank)},
        {"offer_rank", rank_json(entry.offer_rank)},
        {"total", money_json(entry.quote.total)},
        {"why", pick.many.empty() ? pick.why : pick.why + "; " + pick.many}};
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
  for (const auto& old : set.old_rates)
    list.push_back({{"code", "rate-old"}, {"message", old}, {"path", "exchange_rates"}});
  for (const auto& pick : set.picks) {
    const auto& entry = set.recommendations[pick.index];
    for (const auto* warning : warnings_of(entry))
      list.push_back({{"code", warning->rule},
                      {"message", fmt::format("{}: {}", entry.plan, warning->message)},
                      {"path", fmt::format("picks.{}", to_string(pick.kind))}});
  }
  if (set.tight) {
    const auto& entry = set.recommendations[*set.tight];
    const auto mark =
        entry.has(plan::Mark::memory_over) ? plan::Mark::memory_over : plan::Mark::memory_tight;
    list.push_back({{"code", info_of(mark).word},
                    {"message",
                     fmt::format("nothing to pick fits in memory; the nearest is {}: {}",
                                 entry.plan,
                                 info_of(mark).meaning)},
                    {"path", "picks"}});
  }
  if (const auto told = not_confirmed_text(set); !told.empty())
    list.push_back({{"code", "not-confirmed"}, {"message", told}, {"path", "results"}});
  if (const auto told = relief_text(set); !told.empty())
    list.push_back({{"code", "memory-tight"}, {"message", told}, {"path", "results"}});
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
  const auto shown = static_cast<std::size_t>(
      std::count_if(indices.begin(), indices.end(), [&](std::size_t index) {
        return set.recommendations[index].rank > 0;
      }));
  root["summary"] = {{"offers", set.counts.offers},
                     {"matched", set.counts.ranked},
                     {"current", set.counts.current},
                     {"later", set.counts.later},
                     {"shown", shown},
                     {"unranked", indices.size() - shown},
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

} // namespace gpuplan::output
