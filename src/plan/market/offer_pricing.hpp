#pragma once

#include "plan/market/current_prices.hpp"
#include "plan/market/fed_setups.hpp"
#include "plan/market/full_quotes.hpp"
#include "plan/market/offer_plans.hpp"
#include "plan/market/offer_screen.hpp"

#include <optional>
#include <vector>

namespace gpuplan::plan {

/// The second phase of the search: what the setups of a shape cost on its offers. An offer becomes
/// a plan at its best number of instances, or is counted among those left out, with the reason.
class OfferPricing {
public:
  OfferPricing(const SearchInput& input,
               const Records& records,
               CurrentPrices& current,
               SearchResult& result);

  /// The offers that follow are of this shape, which outlives them.
  void begin(const ExploredShape& shape);

  void price(const catalog::Offer& offer);

private:
  /// The setup of an offer that comes nearest to passing: of the rules that failed the one of the
  /// cheapest setup, and by the figure that the rule is about.
  struct Miss;

  [[nodiscard]] core::Known<core::Money> on_demand_beside(const catalog::Offer& offer) const;
  [[nodiscard]] OfferContext context_of(const catalog::Offer& offer) const;
  void leave_out(const catalog::Offer& offer, const facts::Rule& failed);
  [[nodiscard]] bool is_of_time(const facts::Rule& rule) const;
  void price_setups(const catalog::Offer& offer, std::uint32_t marks);
  bool state_bill(const catalog::Offer& offer, const Setup& setup, const cost::Charge& charge);
  [[nodiscard]] PricedPlan
  plan_of(const catalog::Offer& offer, std::uint32_t index, const cost::Charge& charge) const;
  void keep(const OfferPlans& plans);

  const SearchInput& input_;
  const Records& records_;
  CurrentPrices& current_;
  SearchResult& result_;
  OfferScreen screen_;
  FullQuotes quotes_;
  PlanOrder order_;
  CandidateFacts facts_;
  bool full_quote_; ///< rules or objective look beyond the short bill
  Freshness freshness_;
  OfferPlans plans_;                        ///< of the offer at hand
  std::vector<const facts::Rule*> of_time_; ///< rules whose check is about the time it takes
  const ExploredShape* shape_ = nullptr;
  FedSetups setups_;                    ///< of the shape
  std::optional<std::uint32_t> stated_; ///< the setup among the facts
};

} // namespace gpuplan::plan
