#pragma once

#include "catalog/catalog.hpp"
#include "plan/rule_book.hpp"

#include <map>
#include <utility>

namespace gpuplan::plan {

/// Whether the price of an offer is one that counts today: dated, and fresh and of no later day as
/// the rules have it. They are asked once for each day and purchase option.
class CurrentPrices {
public:
  CurrentPrices(const RuleBook& rules, core::Date as_of) : rules_(rules), as_of_(as_of) {}

  bool operator()(const catalog::Offer& offer);

private:
  const RuleBook& rules_;
  core::Date as_of_;
  std::map<std::pair<core::Date, catalog::PurchaseOption>, bool> answers_;
};

/// The rules about the age of a price, where they are there and not switched off.
struct FreshnessRules {
  const facts::Rule* fresh = nullptr;
  const facts::Rule* not_later = nullptr;
};

FreshnessRules freshness_rules(const RuleBook& rules);

} // namespace gpuplan::plan
