#pragma once

#include "plan/facts/candidate_facts.hpp"
#include "plan/market/full_quotes.hpp"
#include "plan/market/offer_screen.hpp"
#include "plan/search_result.hpp"

#include <span>
#include <vector>

namespace gpuplan::plan {

/// Writes out plans of a search that the answer keeps: quote, energy, verdicts, names.
class PlanWriter {
public:
  PlanWriter(const SearchInput& input, const Records& records, const SearchResult& result);

  /// Notes the order of `result.plans`; to be called when it is final, before anything is written.
  void note_ranking();

  [[nodiscard]] Recommendation write(const PricedPlan& plan) const;

private:
  /// The places in `result.plans` of those on one type of instance.
  [[nodiscard]] std::span<const std::uint32_t> on_instance(catalog::InstanceId instance) const;

  void rank(Recommendation& entry, const PricedPlan& plan) const;
  [[nodiscard]] std::uint32_t regions_at_same_price(const PricedPlan& plan) const;
  void judge(Recommendation& entry) const;

  const SearchInput& input_;
  const SearchResult& result_;
  OfferScreen screen_;
  FullQuotes quotes_;
  CatalogPlaceMatcher places_;
  std::vector<std::uint32_t> by_instance_; ///< places in `result.plans`, sorted by instance
  std::vector<std::uint32_t> begins_;      ///< where an instance begins in them, and the end
};

} // namespace gpuplan::plan
