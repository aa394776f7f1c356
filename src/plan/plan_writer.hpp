#pragma once

#include "plan/candidate_facts.hpp"
#include "plan/full_quotes.hpp"
#include "plan/offer_screen.hpp"
#include "plan/search_result.hpp"

namespace gpuplan::plan {

/// Writes out plans of a search that the answer keeps: quote, energy, verdicts, names.
class PlanWriter {
public:
  PlanWriter(const SearchInput& input, const Records& records, const SearchResult& result);

  /// `result.plans` are in ranking order by now.
  [[nodiscard]] Recommendation write(const PricedPlan& plan) const;

private:
  [[nodiscard]] std::uint32_t rank_of(const PricedPlan& plan) const;
  [[nodiscard]] std::uint32_t regions_at_same_price(const PricedPlan& plan) const;
  [[nodiscard]] std::vector<Verdict> verdicts_of(const Recommendation& entry) const;

  const SearchInput& input_;
  const SearchResult& result_;
  OfferScreen screen_;
  FullQuotes quotes_;
  CatalogPlaceMatcher places_;
};

} // namespace gpuplan::plan
