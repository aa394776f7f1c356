#pragma once

#include "cost/energy.hpp"
#include "plan/records.hpp"
#include "plan/search_input.hpp"

namespace gpuplan::plan {

/// The use of machines that a setup stands for.
cost::Usage usage_of(const Setup& setup, const workload::Workload& job, const Filters& filters);

/// The cheapest offer on demand of the same size, place and currency that has a price.
std::optional<catalog::OfferId> on_demand_beside(const catalog::Catalog& catalog,
                                                 const catalog::Offer& offer);

/// Everything there is to say of what a setup costs on an offer: for the plans of an answer, and
/// for rules that look beyond total and time.
class FullQuotes {
public:
  FullQuotes(const SearchInput& input, const Records& records);

  /// With the range of the setup's estimate, in the request's currency; in the offer's own where
  /// there is no rate. Unknown without a price.
  [[nodiscard]] core::Known<cost::Quote> quote_of(const catalog::Offer& offer,
                                                  const Setup& setup) const;

  /// Cheapest on-demand price of the same size, place and currency.
  [[nodiscard]] core::Known<core::Money> on_demand_of(const catalog::Offer& offer) const;

  /// Energy and carbon of a setup that takes so long; unknown where power or grid are.
  [[nodiscard]] cost::EnergyEstimate
  energy_of(const catalog::Offer& offer, const Setup& setup, core::Milliseconds wall) const;

private:
  const catalog::Catalog& catalog_;
  const cost::CostModel& cost_;
  const Filters& filters_;
  const Request& request_;
  const Records& records_;
  cost::CostSettings settings_;
};

} // namespace gpuplan::plan
