#include "output/json/schema_bodies.hpp"
#include "output/json/schema_parts.hpp"

namespace gpuplan::output::schema {
namespace {

Json quote_schema() {
  return object_of({{"currency", text()},
                    {"lines",
                     list_of(object_of({{"label", text()},
                                        {"kind", text()},
                                        {"quantity", or_null("number")},
                                        {"unit", text()},
                                        {"rate", money_or_null()},
                                        {"amount", money()},
                                        {"source", text()}}))},
                    {"total", money()},
                    {"total_low", money()},
                    {"total_high", money()},
                    {"paid_at_start", money_or_null()},
                    {"notes", list_of(text())},
                    {"left_out", list_of(object_of({{"kind", text()}, {"why", text()}}))}});
}

/// Why a plan is no pick.
Json bars_schema() {
  return list_of(object_of({{"reason", text()}, {"why", text()}, {"lifted_by", text()}}));
}

Json rank_schema() {
  return told(or_null("integer"),
              "place among the matched plans, from 1: the # of the list, and what `gpuplan explain "
              "N` takes; null: a pick whose offer is ranked in another setup, at offer_rank");
}

Json offer_rank_schema() {
  return told(
      or_null("integer"),
      "rank of the plan that stands for the same offer; that of this plan where it has one");
}

Json result_schema() {
  Json rule{{"type", "object"},
            {"properties",
             {{"rule", text()},
              {"level", {{"enum", {"require", "warn", "prefer", "note"}}}},
              {"outcome", {{"enum", {"pass", "fail", "unknown"}}}},
              {"check", text()},
              {"numbers", text()},
              {"message", text()},
              {"missing", text()}}},
            {"required", {"rule", "level", "outcome"}},
            {"additionalProperties", false}};
  return facts_object(
      {{"rank", rank_schema()},
       {"offer_rank", offer_rank_schema()},
       {"price_as_of", or_null("string")},
       {"price_as_of_kind", {{"enum", {"exact", "bound", "unknown"}}}},
       {"price_source", text()},
       {"price_line", text()},
       {"marks", list_of(text())},
       {"no_pick", bars_schema()},
       {"memory",
        object_of({{"parts_gib", {{"type", "object"}, {"additionalProperties", number()}}},
                   {"allocated_gib", number()},
                   {"reserved_gib", number()},
                   {"device_gib", number()}})},
       {"quote", quote_schema()},
       {"rules", list_of(rule)}});
}

Json request_schema() {
  return object_of(
      {{"name", text()},
       {"model", text()},
       {"kind", text()},
       {"preset", text()},
       {"job", text()},
       {"labels", {{"type", "object"}, {"additionalProperties", text()}}},
       {"stated",
        object_of({{"file", or_null("string")},
                   {"text", or_null("string")},
                   {"flags", list_of(object_of({{"key", text()}, {"value", text()}}))}})}});
}

Json exclusion_schema() {
  return object_of({{"reason", text()},
                    {"count", integer()},
                    {"summary", text()},
                    {"nearest", text()},
                    {"nearest_note", text()},
                    {"least", or_null("number")},
                    {"remedy", text()}});
}

} // namespace

Json recommend_schema() {
  const Json pick = object_of({{"plan", text()},
                               {"rank", rank_schema()},
                               {"offer_rank", offer_rank_schema()},
                               {"total", money()},
                               {"why", text()}});
  return envelope(
      {{"request", request_schema()},
       {"results",
        told(list_of(result_schema()), "the lines of the list, then the picks that are not on it")},
       {"picks",
        {{"type", "object"},
         {"properties", {{"rely", pick}, {"cheap", pick}, {"fast", pick}}},
         {"additionalProperties", false}}},
       {"first_not_picked",
        {{"oneOf",
          {{{"type", "null"}}, object_of({{"plan", text()}, {"reasons", bars_schema()}})}}}},
       {"excluded", list_of(exclusion_schema())},
       {"assumptions",
        list_of(
            object_of({{"name", text()}, {"value", text()}, {"why", text()}, {"flag", text()}}))},
       {"warnings", list_of(object_of({{"code", text()}, {"message", text()}, {"path", text()}}))},
       {"naive",
        {{"description", "cheapest plan on demand where people rent without comparing"},
         {"oneOf", {{{"type", "null"}}, object_of({{"plan", text()}, {"total", money()}})}}}},
       {"summary",
        object_of(
            {{"offers", told(integer(), "offers of the catalog")},
             {"matched", told(integer(), "ranked plans, one an offer: ranks go from 1 to this")},
             {"current", told(integer(), "of matched, those with a dated and fresh price")},
             {"later", told(integer(), "of matched, those with a price dated after as_of")},
             {"shown", told(integer(), "of matched, those among the results")},
             {"unranked",
              told(integer(), "results beside: picks in another setup than the ranked one")},
             {"grouped", told(integer(), "kinds (provider, chip, terms) of the matched plans")},
             {"unpriced", told(integer(), "offers left out since they have no price")},
             {"twins", told(integer(), "left out: the same offer is matched by another name")}})},
       {"exchange_rates", exchange_rates()}});
}

Json explain_schema() {
  return envelope(
      {{"request", request_schema()},
       {"standing",
        object_of({{"chosen_as", text()},
                   {"rank", rank_schema()},
                   {"offer_rank", offer_rank_schema()},
                   {"of", told(integer(), "ranked plans of the same job")},
                   {"no_pick", bars_schema()}})},
       {"plan", text()},
       {"result", {{"oneOf", {{{"type", "null"}}, result_schema()}}}},
       {"memory_lines",
        list_of(object_of({{"part", text()},
                           {"gib", number()},
                           {"formula", text()},
                           {"note", text()},
                           {"coefficients", list_of(text())}}))},
       {"time_lines", list_of(text())},
       {"inputs",
        list_of(object_of(
            {{"what", text()}, {"value", text()}, {"line", text()}, {"source", text()}}))},
       {"less_memory",
        list_of(object_of({{"name", text()},
                           {"change", text()},
                           {"device_gib", number()},
                           {"time_hours", number()},
                           {"cost_total", text()}}))},
       {"changes", list_of(text())},
       {"excluded", list_of(exclusion_schema())}});
}

Json compare_schema() {
  const Json answer{{"oneOf", {{{"type", "null"}}, facts_object()}}};
  const Json older{
      {"oneOf",
       {{{"type", "null"}},
        object_of({{"plan", text()}, {"total", money()}, {"price_as_of", or_null("string")}})}}};
  return envelope({{"axes", list_of(text())},
                   {"results",
                    list_of({{"type", "object"},
                             {"properties",
                              {{"cell", {{"type", "object"}, {"additionalProperties", text()}}},
                               {"answer", answer},
                               {"marks", list_of(text())},
                               {"no_pick", bars_schema()},
                               {"cheaper_at_older_price", older},
                               {"why_none", text()}}},
                             {"required", {"cell", "answer", "cheaper_at_older_price"}},
                             {"additionalProperties", false}})},
                   {"notes", list_of(text())}});
}

} // namespace gpuplan::output::schema
