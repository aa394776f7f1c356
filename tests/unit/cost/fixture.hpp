#pragma once

#include "cost/pricing.hpp"
#include "support/catch.hpp"

#include <cmath>

namespace gpuplan::test {

inline core::Money money(const char* decimal, const char* currency = "USD") {
  return core::Money::parse(decimal, core::Currency::parse(currency).value()).value();
}

inline core::Milliseconds hours(double count) {
  return core::Milliseconds{std::llround(count * 3.6e6)};
}

inline cost::Usage run_of(double run_hours) {
  cost::Usage usage;
  usage.run = hours(run_hours);
  return usage;
}

inline cost::TierTable tiers_of(std::vector<cost::Band> bands) {
  return std::get<cost::TierTable>(cost::TierTable::from_bands(std::move(bands)));
}

/// Defaults of the tests: round numbers, not the catalog's.
inline cost::CostSettings test_settings() {
  cost::CostSettings settings;
  settings.monthly_rate = 0.35;
  settings.monthly_rate_low = 0.20;
  settings.monthly_rate_high = 0.60;
  settings.replacement_wait = 10.0 / 60;
  settings.checkpoint_stop = 0.0;
  settings.checkpoint_node_bytes_s = 1e9;
  settings.checkpoint_copies = 2.0;
  settings.storage_hold = 24.0;
  settings.object_gb_month = money("0.023");
  settings.transfer_internet_gb = money("0.09");
  settings.transfer_region_gb = money("0.02");
  settings.longest_term = 26280.0;
  settings.block_daily_until = 14.0 * 24;
  settings.block_step = 7.0 * 24;
  settings.block_longest = 182.0 * 24;
  settings.energy_load_share = 1.0;
  settings.energy_host_share = 0.0;
  settings.energy_pue = 1.56;
  return settings;
}

/// Rates at a price, billed by the second, with settings and exchange rates that outlive them.
struct Market {
  cost::CostSettings settings = test_settings();
  cost::ExchangeRates exchange;

  [[nodiscard]] cost::Rates
  at(const char* hourly,
     catalog::PurchaseOption option = catalog::PurchaseOption::on_demand) const {
    cost::Rates rates;
    rates.option = option;
    rates.hourly = money(hourly);
    rates.step = {.increment = core::Milliseconds{1000}, .minimum = core::Milliseconds{60'000}};
    rates.monthly_rate = settings.monthly_rate;
    rates.object = {.price = settings.object_gb_month, .assumed = true};
    rates.settings = &settings;
    rates.exchange = &exchange;
    return rates;
  }
};

/// The amount of the one line of a kind; nothing where there is none.
inline std::optional<core::Money> amount_of(const cost::Quote& quote, cost::LineKind kind) {
  for (const cost::QuoteLine& line : quote.lines) {
    if (line.kind == kind)
      return line.amount;
  }
  return std::nullopt;
}

inline bool says(const std::vector<std::string>& notes, const std::string& part) {
  for (const std::string& note : notes) {
    if (note.find(part) != std::string::npos)
      return true;
  }
  return false;
}

} // namespace gpuplan::test
