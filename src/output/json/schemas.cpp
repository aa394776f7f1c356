#include "output/json/schemas.hpp"

#include "facts/fact.hpp"
#include "output/json/envelope.hpp"
#include "workload/keys.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 9> k_names{"recommend",
                                                  "estimate",
                                                  "explain",
                                                  "size",
                                                  "offers",
                                                  "compare",
                                                  "facts",
                                                  "version",
                                                  "workload"};

Json text() {
  return {{"type", "string"}};
}

Json number() {
  return {{"type", "number"}};
}

Json integer() {
  return {{"type", "integer"}};
}

Json or_null(std::string_view type) {
  return {{"type", {type, "null"}}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json object_of(Json properties, bool closed = true) {
  Json required = Json::array();
  for (const auto& [name, schema] : properties.items())
    required.push_back(name);
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", !closed}};
}

Json money() {
  return {{"type", "string"}, {"pattern", "^-?[0-9]+(\\.[0-9]+)?$"}};
}

Json money_or_null() {
  return {{"type", {"string", "null"}}, {"pattern", "^-?[0-9]+(\\.[0-9]+)?$"}};
}

Json schema_of(const facts::Fact& fact) {
  Json schema;
  if (fact.kind == facts::FactKind::text)
    schema = or_null("string");
  else if (fact.kind == facts::FactKind::boolean)
    schema = or_null("boolean");
  else if (fact.is_money())
    schema = money_or_null();
  else
    schema = or_null("number");
  std::string description(fact.definition);
  if (!fact.unit.empty())
    description += fmt::format(" ({})", fact.unit);
  schema["description"] = description;
  return schema;
}

/// Every fact, its ends where it has a range, and `unknown`.
Json fact_properties() {
  Json properties;
  for (const auto& fact : facts::all_facts()) {
    if (fact.id == facts::FactId::label)
      continue;
    properties[std::string(fact.name)] = schema_of(fact);
  }
  properties["unknown"] = {{"type", "object"}, {"additionalProperties", text()}};
  return properties;
}

/// `cost_total_cny_high`: what `--currency CNY` adds beside every amount in dollars.
std::string amounts_in_other_currencies() {
  std::string stems;
  for (const auto& fact : facts::all_facts()) {
    if (!fact.is_money())
      continue;
    constexpr std::size_t k_usd = std::string_view{"_usd"}.size();
    stems +=
        (stems.empty() ? "" : "|") + std::string(fact.name.substr(0, fact.name.size() - k_usd));
  }
  return fmt::format("^({})_[a-z]{{3}}(_low|_high)?$", stems);
}

Json facts_object(const Json& more = Json::object()) {
  Json properties = fact_properties();
  properties.update(more);
  Json schema = object_of(properties);
  for (const auto& fact : facts::all_facts()) {
    if (!fact.has_range)
      continue;
    for (const auto bound : {facts::Bound::low, facts::Bound::high}) {
      const auto name =
          facts::name_of({.id = fact.id, .bound = bound, .currency = {}, .label = {}});
      schema["properties"][name] = schema_of(fact);
    }
  }
  schema["patternProperties"] = {{amounts_in_other_currencies(), money_or_null()}};
  return schema;
}

Json envelope(const Json& more) {
  Json properties{{"schema_version", {{"type", "string"}, {"pattern", "^1\\."}}},
                  {"tool_version", text()},
                  {"command", text()},
                  {"as_of", {{"type", "string"}, {"format", "date"}}},
                  {"catalog", object_of({{"version", text()}, {"sha256", text()}})},
                  {"currency", {{"type", "string"}, {"pattern", "^[A-Z]{3}$"}}}};
  properties.update(more);
  return object_of(properties);
}

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
      {{"rank", or_null("integer")},
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

Json recommend_schema() {
  const Json pick = object_of(
      {{"plan", text()}, {"rank", or_null("integer")}, {"total", money()}, {"why", text()}});
  return envelope(
      {{"request", request_schema()},
       {"results", list_of(result_schema())},
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
        {{"oneOf", {{{"type", "null"}}, object_of({{"plan", text()}, {"total", money()}})}}}},
       {"summary",
        object_of({{"offers", integer()},
                   {"matched", integer()},
                   {"current", integer()},
                   {"later", integer()},
                   {"shown", integer()},
                   {"grouped", integer()},
                   {"unpriced", integer()},
                   {"twins", integer()}})},
       {"exchange_rates",
        list_of(object_of({{"from", text()},
                           {"to", text()},
                           {"rate", money()},
                           {"date", {{"type", "string"}, {"format", "date"}}}}))}});
}

Json explain_schema() {
  return envelope(
      {{"request", request_schema()},
       {"standing",
        object_of({{"chosen_as", text()},
                   {"rank", or_null("integer")},
                   {"of", integer()},
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

Json offers_schema() {
  const Json price{{"oneOf",
                    {{{"type", "null"}},
                     object_of({{"offer_id", text()},
                                {"region", text()},
                                {"price_hourly", money()},
                                {"currency", text()},
                                {"as_of", or_null("string")},
                                {"old", {{"type", "boolean"}}},
                                {"source", text()},
                                {"line", text()}})}}};
  const Json range{{"oneOf",
                    {{{"type", "null"}},
                     object_of({{"count", integer()},
                                {"least", money()},
                                {"median", money()},
                                {"most", money()},
                                {"dearest_region", money()}})}}};
  return envelope(
      {{"results",
        list_of(object_of({{"provider", text()},
                           {"instance_type", text()},
                           {"accelerator", or_null("string")},
                           {"gpu_count", number()},
                           {"vcpus", or_null("number")},
                           {"host_memory_gib", or_null("number")},
                           {"host_tier", text()},
                           {"on_demand", price},
                           {"on_demand_regions", integer()},
                           {"spot", price},
                           {"reserved_1y", price},
                           {"reserved_3y", price},
                           {"other", price}}))},
       {"prices",
        object_of({{"on_demand", range},
                   {"spot", range},
                   {"reserved_1y", range},
                   {"reserved_3y", range}})},
       {"unlisted",
        list_of(object_of(
            {{"offer_id", text()}, {"reason", text()}, {"note", text()}, {"line", text()}}))},
       {"summary",
        object_of({{"matched", integer()},
                   {"providers", integer()},
                   {"unknown_left_out", integer()},
                   {"other_currencies", integer()},
                   {"unlisted", integer()}})}});
}

/// The size document has keys that depend on the kind of job, so it is left open.
Json size_schema() {
  Json schema = envelope(
      {{"model", text()},
       {"family", text()},
       {"network", text()},
       {"params_total", integer()},
       {"params_active", integer()},
       {"params_embedding", integer()},
       {"params_experts", integer()},
       {"params_other_towers", integer()},
       {"left_out", list_of(text())},
       {"notes", list_of(text())},
       {"native_format", text()},
       {"kind", text()},
       {"state_gib", or_null("number")},
       {"activations_gib", or_null("number")},
       {"results", list_of({{"type", "object"}, {"required", {"accelerator", "gpus_total"}}})},
       {"less_memory",
        list_of(
            object_of({{"name", text()}, {"change", text()}, {"memory_needed_gib", number()}}))}});
  schema["additionalProperties"] = true;
  return schema;
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
                               {"cheaper_at_older_price", older},
                               {"why_none", text()}}},
                             {"required", {"cell", "answer", "cheaper_at_older_price"}},
                             {"additionalProperties", false}})}});
}

/// Sets the schema of a dotted path in nested objects.
void set_path(Json& root, std::string_view path, Json schema) {
  Json* at = &root;
  while (true) {
    const auto point = path.find('.');
    const std::string name(path.substr(0, point));
    if (!at->contains("properties")) {
      (*at)["type"] = "object";
      (*at)["properties"] = Json::object();
      (*at)["additionalProperties"] = false;
    }
    auto& child = (*at)["properties"][name];
    if (point == std::string_view::npos) {
      if (child.is_null())
        child = std::move(schema);
      return;
    }
    if (child.is_null() || !child.contains("properties")) {
      Json scalar = child;
      child = Json::object();
      child["type"] = "object";
      child["properties"] = Json::object();
      child["additionalProperties"] = false;
      (void)scalar;
    }
    at = &child;
    path.remove_prefix(point + 1);
  }
}

Json key_schema(const workload::Key& key) {
  using workload::ValueKind;
  Json schema{{"description", key.doc}};
  switch (key.kind) {
  case ValueKind::list: schema["type"] = {"array", "string"}; break;
  case ValueKind::table: schema["type"] = "object"; break;
  case ValueKind::model: schema["type"] = {"string", "object"}; break;
  case ValueKind::boolean: schema["type"] = "boolean"; break;
  case ValueKind::word:
    if (!key.words.empty())
      schema["enum"] = std::vector<std::string>(key.words.begin(), key.words.end());
    if (key.beside == workload::Beside::automatic)
      schema["enum"].push_back("auto");
    break;
  default: schema["type"] = {"string", "number"};
  }
  return schema;
}

/// Keys that are a word and a mapping alike (`precision`) are described as either.
Json workload_schema() {
  Json root;
  for (const auto& key : workload::keys()) {
    const auto owner = std::find_if(
        workload::keys().begin(), workload::keys().end(), [&](const workload::Key& other) {
          return other.path.starts_with(key.path) && other.path.size() > key.path.size() &&
                 other.path[key.path.size()] == '.';
        });
    if (owner != workload::keys().end())
      continue;
    set_path(root, key.path, key_schema(key));
  }
  for (const auto& key : workload::keys()) {
    auto& properties = root["properties"];
    const std::string name(key.path);
    if (name.find('.') != std::string::npos || !properties.contains(name))
      continue;
    auto& schema = properties[name];
    if (schema.contains("properties") && key.kind == workload::ValueKind::word) {
      schema = {{"oneOf", {key_schema(key), schema}}};
    }
  }
  return root;
}

Json facts_schema() {
  return envelope({{"results", list_of({{"type", "object"}})}});
}

Json version_schema() {
  return envelope({{"counts",
                    object_of({{"providers", integer()},
                               {"accelerators", integer()},
                               {"instances", integer()},
                               {"offers", integer()},
                               {"regions", integer()},
                               {"models", integer()}})}});
}

Json body_of(std::string_view name) {
  if (name == "recommend" || name == "estimate")
    return recommend_schema();
  if (name == "explain")
    return explain_schema();
  if (name == "size")
    return size_schema();
  if (name == "offers")
    return offers_schema();
  if (name == "compare")
    return compare_schema();
  if (name == "facts")
    return facts_schema();
  if (name == "version")
    return version_schema();
  return workload_schema();
}

} // namespace

std::span<const std::string_view> schema_names() {
  return k_names;
}

std::optional<std::string> schema_text(std::string_view name) {
  if (std::find(k_names.begin(), k_names.end(), name) == k_names.end())
    return std::nullopt;
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"$id", fmt::format("urn:gpuplan:schema:{}:{}", name, k_schema_version)},
              {"title", fmt::format("gpuplan {}", name)}};
  schema.update(body_of(name));
  return text_of(schema);
}

} // namespace gpuplan::output
