#pragma once

#include "unit/cost/fixture.hpp"

#include <random>

namespace gpuplan::test {

/// Draws offers and uses of every kind, from a fixed seed.
class RandomUse {
public:
  explicit RandomUse(std::uint64_t seed) : random_(seed) {
    const auto rate = cost::parse_exchange_rate("EUR=1.10USD@2026-11-28");
    market_.exchange.add(std::get<cost::ExchangeRate>(rate));
    market_.settings.checkpoint_stop = 0.002;
    tiers_ = std::get<cost::TierTable>(
        cost::TierTable::from_bands({{0, 100, money("0")},
                                     {100, 10240, money("0.09")},
                                     {10240, std::nullopt, money("0.085")}}));
  }

  [[nodiscard]] double within(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

  [[nodiscard]] std::int64_t whole(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

  [[nodiscard]] bool chance(double share) { return within(0, 1) < share; }

  /// From a second to years, every size alike.
  [[nodiscard]] core::Milliseconds time() { return hours(std::exp(within(-8, 8))); }

  [[nodiscard]] cost::Rates rates() {
    const char* currencies[] = {"USD", "USD", "EUR", "CNY"};
    auto rates = market_.at("1");
    rates.option = static_cast<catalog::PurchaseOption>(whole(0, 7));
    rates.term = static_cast<catalog::Term>(whole(0, 3));
    rates.payment = static_cast<catalog::Payment>(whole(0, 5));
    rates.hourly = core::Money{whole(1, 200'000'000'000),
                               core::Currency::parse(currencies[whole(0, 3)]).value()};
    const core::Milliseconds steps[] = {hours(1.0 / 3600), hours(1.0 / 60), hours(1), hours(24)};
    rates.step = {.increment = steps[whole(0, 3)], .minimum = steps[whole(0, 3)]};
    if (chance(0.5))
      rates.on_demand_hourly = core::scale(*rates.hourly, within(0.5, 4)).value();
    rates.monthly_rate = within(0, 0.9);
    rates.transfer = {.kind = static_cast<cost::TransferRate::Kind>(whole(0, 2)),
                      .tiers = &tiers_.value()};
    return rates;
  }

  [[nodiscard]] cost::Usage usage() {
    cost::Usage usage;
    usage.nodes = whole(1, 64);
    usage.run = time();
    usage.setup = hours(within(0, 0.5));
    usage.evaluation = chance(0.5) ? hours(within(0, 2)) : core::Milliseconds{0};
    usage.retries = chance(0.3) ? within(0, 2) : 0;
    usage.can_resume = chance(0.8);
    usage.checkpoint_bytes = chance(0.7) ? within(1, 4e12) : 0;
    usage.dataset_bytes = chance(0.5) ? within(1, 1e14) : 0;
    usage.transfer_bytes = chance(0.5) ? within(1, 1e14) : 0;
    usage.serving = chance(0.2);
    if (chance(0.5))
      usage.project_duration = hours(within(1, 60) * 730);
    if (chance(0.5))
      usage.hours_per_month = within(1, 730);
    return usage;
  }

private:
  std::mt19937_64 random_;
  Market market_;
  std::optional<cost::TierTable> tiers_;
};

} // namespace gpuplan::test
