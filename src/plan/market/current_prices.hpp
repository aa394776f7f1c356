#pragma once

#include "catalog/catalog.hpp"
#include "plan/rules/rule_book.hpp"

#include <map>
#include <utility>

namespace gpuplan::plan {

/// What the rules say of the age of a price.
struct PriceAge {
  bool old = false;
  bool later = false; ///< dated after the day of the answer
};

/// The rules about it, where they are there and not switched off.
class Freshness {
public:
  explicit Freshness(const RuleBook& rules);

  [[nodiscard]] PriceAge judge(const facts::FactValues& offer) const;

private:
  const facts::Rule* fresh_ = nullptr;
  const facts::Rule* not_later_ = nullptr;
};

/// Whether the price of an offer is one that counts today: dated, and fresh and of no later day as
/// the rules have it. They are asked once for each day and purchase option.
class CurrentPrices {
public:
  CurrentPrices(const RuleBook& rules, core::Date as_of) : freshness_(rules), as_of_(as_of) {}

  bool operator()(const catalog::Offer& offer);

private:
  Freshness freshness_;
  core::Date as_of_;
  std::map<std::pair<core::Date, catalog::PurchaseOption>, bool> answers_;
};

} // namespace gpuplan::plan
