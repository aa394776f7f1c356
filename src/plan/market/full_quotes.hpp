#pragma once

#include "cost/energy.hpp"
#include "plan/market/on_demand_prices.hpp"
#include "plan/records.hpp"
#include "plan/search_input.hpp"

namespace gpuplan::plan {

/// The use of machines that a setup stands for.
cost::Usage usage_of(const Setup& setup, const workload::Workload& job, const Filters& filters);

/// Everything there is to say of what a setup costs on an offer: for the plans of an answer, and
/// for rules that look beyond total and time.
class FullQuotes {
public:
  FullQuotes(const SearchInput& input, const Records& records);

  /// With the range of the setup's estimate, in the request's currency; in the offer's own where
  /// there is no rate. Unknown without a price.
  [[nodiscard]] core::Known<cost::Quote> quote_of(const catalog::Offer& offer,
                                                  const Setup& setup) const;

  /// What the same machine costs on demand there.
  [[nodiscard]] core::Known<OnDemandPrice> on_demand_beside(const catalog::Offer& offer) const {
    return on_demand_.beside(offer);
  }

  /// Energy and carbon of a setup that takes so long; unknown where power or grid are.
  [[nodiscard]] cost::EnergyEstimate
  energy_of(const catalog::Offer& offer, const Setup& setup, core::Milliseconds wall) const;

private:
  const catalog::Catalog& catalog_;
  const cost::CostModel& cost_;
  const Filters& filters_;
  const Request& request_;
  const Records& records_;
  mutable OnDemandPrices on_demand_;
  cost::CostSettings settings_;
};

} // namespace gpuplan::plan
