#pragma once

#include "cost/energy.hpp"
#include "cost/quote.hpp"
#include "plan/exclusions.hpp"
#include "plan/explorer.hpp"
#include "plan/facts/fill.hpp"
#include "plan/filters.hpp"
#include "plan/priced_plan.hpp"
#include "plan/rank.hpp"
#include "plan/request.hpp"
#include "plan/rule_book.hpp"
#include "plan/storage_rates.hpp"

#include <map>
#include <memory>
#include <vector>

namespace gpuplan::plan {

/// A setup the search kept, with what the rules said of it before any price was known.
struct KeptSetup {
  Setup setup;
  std::string_view time_unknown;
  std::uint32_t preferences_missed = 0;
  bool unconfirmed = false;
};

/// What the walk over all offers gave: one plan per offer at its best number of instances.
struct SearchResult {
  std::vector<KeptSetup> setups;
  std::vector<PricedPlan> plans;     ///< in the request's currency, unsorted
  std::vector<PricedPlan> others;    ///< the cheapest and the fastest of an offer beside its best
  std::vector<PricedPlan> elsewhere; ///< in other currencies, without a rate
  Exclusions exclusions;
  std::uint64_t offers_seen = 0;
};

/// Both phases of the search: explore the shapes that are for sale, price the offers of those that
/// can run the job.
class Search {
public:
  Search(const catalog::Catalog& catalog,
         const Models& models,
         const cost::CostModel& cost,
         const RuleBook& rules,
         const Filters& filters,
         const Request& request,
         const std::optional<facts::Expression>& objective);

  SearchResult run();

  [[nodiscard]] core::Known<bool> place_allowed(const catalog::Offer& offer) const {
    return filters_.allows_place(offer.region);
  }

  [[nodiscard]] bool provider_allowed(const catalog::Offer& offer) const;

  [[nodiscard]] const facts::PlaceMatcher* places() const { return places_.get(); }

  /// The use of machines a setup stands for.
  [[nodiscard]] cost::Usage usage_of(const Setup& setup) const;

  /// What a setup costs on an offer, with the range of its estimate, in the request's currency; in
  /// the offer's own where there is no rate. Unknown without a price.
  [[nodiscard]] core::Known<cost::Quote> quote_of(const catalog::Offer& offer,
                                                  const Setup& setup) const;

  /// Cheapest on-demand price of the same size, place and currency.
  [[nodiscard]] core::Known<core::Money> on_demand_of(const catalog::Offer& offer) const;

  /// Energy and carbon of a setup that takes so long; unknown where power or grid are.
  [[nodiscard]] cost::EnergyEstimate
  energy_of(const catalog::Offer& offer, const Setup& setup, core::Milliseconds wall) const;

  [[nodiscard]] std::uint32_t marks_of(const catalog::Offer& offer, const KeptSetup& kept) const;

private:
  struct ShapeWork;
  struct OfferPlans;
  void search_shape(catalog::ShapeId id);
  void explore_shape(ShapeWork& work);
  static void note_failure(ShapeWork& work,
                           const facts::Rule& rule,
                           const facts::FactValues& values,
                           std::int32_t nodes);
  std::vector<std::int32_t> counts_to_try(const catalog::Shape& shape);
  void price_offer(ShapeWork& work, catalog::OfferId id);
  bool asked_for(const catalog::Offer& offer);
  OfferContext context_of(const catalog::Offer& offer);
  [[nodiscard]] bool is_enough(core::Milliseconds before, core::Milliseconds now) const;
  void assume(facts::FactValues& values) const;
  void state_layout(const Setup& setup);
  core::Known<bool> software_runs(workload::Stack stack, const catalog::Accelerator* chip);
  const catalog::Instance& instance_of(catalog::InstanceId id) const;
  void prepare_on_demand(ShapeWork& work);
  [[nodiscard]] std::optional<core::Money> comparable(const core::Money& amount) const;
  void state_bill(const catalog::Offer& offer, const KeptSetup& kept, const cost::Charge& charge);
  void keep_plans(const OfferPlans& plans);

  const catalog::Catalog& catalog_;
  const cost::CostModel& cost_;
  const RuleBook& rules_;
  const Filters& filters_;
  const Request& request_;
  const std::optional<facts::Expression>& objective_;
  Explorer explorer_;
  PlanOrder order_;
  std::unique_ptr<facts::PlaceMatcher> places_;
  std::unique_ptr<facts::FactValues> values_;
  std::vector<std::optional<catalog::Region>> regions_;
  std::vector<catalog::Provider> providers_;
  std::vector<std::optional<catalog::Accelerator>> accelerators_;
  mutable std::vector<std::optional<catalog::Instance>> instances_;
  std::vector<catalog::BillingRule> billing_;
  cost::CostSettings settings_;
  StorageRates storage_;
  std::string offer_id_; ///< texts of the candidate at hand, where a rule names them
  std::string plan_;
  std::string layout_;
  double nodes_exact_ = 0;                   ///< of the shape at hand, for a stated load
  std::optional<core::Money> max_price_;     ///< in the request's currency
  std::optional<core::Money> max_gpu_price_; ///< in the request's currency
  bool full_quote_ = false;                  ///< rules or objective look beyond the short bill
  std::map<std::pair<workload::Stack, std::uint32_t>, core::Known<bool>> software_;
  SearchResult result_;
};

} // namespace gpuplan::plan
