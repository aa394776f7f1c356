#include "plan/rules/catalog_rules.hpp"

#include "core/ensure.hpp"

namespace gpuplan::plan {
namespace {

std::optional<std::string> present(std::string_view text) {
  if (text.empty())
    return std::nullopt;
  return std::string(text);
}

facts::RuleText text_of(const catalog::RuleRecord& record) {
  return {.id = std::string(record.id),
          .corner = present(record.corner),
          .applies = present(record.applies),
          .check = present(record.check),
          .level = present(record.level),
          .unknown = present(record.unknown),
          .message = present(record.message),
          .why = present(record.why),
          .source = present(record.source),
          .position = {.file = std::string(record.file), .line = record.line}};
}

} // namespace

facts::RuleSet rules_of(const catalog::Catalog& catalog) {
  facts::RuleSet rules;
  for (const auto& record : catalog.rules()) {
    const auto fault = rules.add(text_of(record));
    GPUPLAN_ENSURE(!fault.has_value());
  }
  return rules;
}

} // namespace gpuplan::plan
