#include "output/json/plan_json.hpp"

#include "output/json/envelope.hpp"
#include "output/reports/recommend_report.hpp"

#include <fmt/format.h>

namespace gpuplan::output {

using Json = nlohmann::ordered_json;
using plan::Recommendation;
using plan::RecommendationSet;

namespace {

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

} // namespace

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

Json rank_json(std::uint32_t rank) {
  return rank == 0 ? Json(nullptr) : Json(rank);
}

Json result_json(plan::AnswerFacts& reader, const Recommendation& entry) {
  Json result{{"rank", rank_json(entry.rank)}, {"offer_rank", rank_json(entry.offer_rank)}};
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

Json exclusion_json(const plan::Exclusion& exclusion) {
  return {{"reason", exclusion.reason},
          {"count", exclusion.count},
          {"summary", exclusion.summary},
          {"nearest", exclusion.nearest},
          {"nearest_note", exclusion.nearest_note},
          {"least", exclusion.least ? number_json(*exclusion.least) : Json(nullptr)},
          {"remedy", exclusion.remedy}};
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

} // namespace gpuplan::output
