#pragma once

#include "cost/quote.hpp"
#include "facts/expression.hpp"
#include "plan/explore/explorer.hpp"
#include "plan/market/filters.hpp"
#include "plan/request/request.hpp"
#include "plan/rules/rule_book.hpp"

#include <optional>
#include <vector>

namespace gpuplan::plan {

/// What every step of a search looks at and none changes. Refers to what it is made of.
struct SearchInput {
  const catalog::Catalog& catalog;
  const Models& models;
  const cost::CostModel& cost;
  const RuleBook& rules;
  const Filters& filters;
  const Request& request;
  const std::optional<facts::Expression>& objective;
  /// The facts of a setup that pricing looks at, in rules or objective: few, and mostly none.
  std::vector<facts::FactId> setup_facts;
};

} // namespace gpuplan::plan
