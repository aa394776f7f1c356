#pragma once

#include "cost/quote.hpp"

namespace gpuplan::cost {

/// A secondary rate and whose it is.
struct UnitRate {
  core::Known<core::Money> price;              ///< per unit, in its own currency
  std::int64_t bytes_per_unit = 1'000'000'000; ///< GB; 2^30 where the provider sells GiB
  bool assumed = false;                        ///< a default: the provider states none
  std::string_view source;
};

/// What it costs to bring the data to the machine.
struct TransferRate {
  enum class Kind : std::uint8_t {
    free,    ///< within one region, or the sender charges nothing
    tiers,   ///< charged by the sender
    unknown, ///< nobody said where the data lies
  };
  Kind kind = Kind::free;
  bool moves = false; ///< the data lies elsewhere
  const TierTable* tiers = nullptr;
  std::int64_t bytes_per_unit = 1'000'000'000;
  bool assumed = false;
  std::string_view source;
};

/// How time is billed: in multiples of a step, and at least a minimum per start of an instance.
struct BillingStep {
  core::Milliseconds increment{1};
  core::Milliseconds minimum{0};
};

/// Everything a cost model knows about an offer, without the catalog behind it. Cheap to fill: it
/// owns nothing.
struct Rates {
  catalog::PurchaseOption option = catalog::PurchaseOption::on_demand;
  catalog::Term term = catalog::Term::none;
  catalog::Payment payment = catalog::Payment::unspecified;
  core::Known<core::Money> hourly;  ///< effective, of one instance
  core::Known<core::Money> upfront; ///< part of it that is paid at the start, of one instance
  BillingStep step;
  bool step_assumed = false;                ///< a default: the provider states none
  core::Milliseconds removed_before_end{0}; ///< of a block: machines go that much earlier
  core::Known<double> monthly_rate;         ///< share of machines reclaimed in a month
  std::string_view monthly_rate_source;
  UnitRate object; ///< object storage, per unit and month
  TransferRate transfer;
  core::Known<core::Money> on_demand_hourly; ///< same size and place: what comes after a term
  std::string_view price_source;             ///< `prices.csv:612`; only quotes look at it
  const CostSettings* settings = nullptr;
  const ExchangeRates* exchange = nullptr;
};

} // namespace gpuplan::cost
