#include "output/json/schema_parts.hpp"

#include "facts/fact.hpp"

#include <fmt/format.h>

namespace gpuplan::output::schema {

Json text() {
  return {{"type", "string"}};
}

Json number() {
  return {{"type", "number"}};
}

Json integer() {
  return {{"type", "integer"}};
}

/// A schema with what its value means.
Json told(Json schema, std::string_view description) {
  schema["description"] = description;
  return schema;
}

Json or_null(std::string_view type) {
  return {{"type", {type, "null"}}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json object_of(Json properties, bool closed) {
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

namespace {

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

} // namespace

Json exchange_rates() {
  return list_of(object_of({{"from", text()},
                            {"to", text()},
                            {"rate", money()},
                            {"date", {{"type", "string"}, {"format", "date"}}}}));
}

Json facts_object(const Json& more) {
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

} // namespace gpuplan::output::schema
