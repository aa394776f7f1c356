#include "cost/interval.hpp"

#include "cost/amounts.hpp"
#include "cost/pricing.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

core::Milliseconds scaled(core::Milliseconds time, double factor) {
  const double most = static_cast<double>(core::Milliseconds::max().count()) / 2;
  const double result = std::min(static_cast<double>(time.count()) * factor, most);
  return core::Milliseconds{static_cast<std::int64_t>(std::nearbyint(result))};
}

core::Known<core::Money> with_time(const Rates& rates, Usage usage, double factor) {
  if (!usage.serving) {
    usage.run = scaled(usage.run, factor);
    usage.evaluation = scaled(usage.evaluation, factor);
  }
  return total_cost(rates, usage);
}

core::Known<core::Money> with_share(Rates rates, const Usage& usage, double share) {
  if (rates.option == catalog::PurchaseOption::spot)
    rates.monthly_rate = share;
  return total_cost(rates, usage);
}

/// total + d, where d joins two deviations of one sign as a root of squares: exactly the one where
/// the other is nothing.
core::Money joined(core::Money total, core::Money by_time, core::Money by_share) {
  const double time = (by_time - total).to_double();
  const double share = (by_share - total).to_double();
  const double beyond = std::sqrt(time * time + share * share) - std::abs(time);
  const core::Money one{1'000'000'000, total.currency()};
  const auto step = scale(one, share < 0 ? -beyond : beyond);
  const auto result = step ? sum(by_time, *step) : std::nullopt;
  if (!result)
    return most(total.currency());
  return core::Money{std::max<std::int64_t>(result->nanos(), 0), result->currency()};
}

} // namespace

ShareBand share_band(const Rates& rates) {
  const double point = rates.monthly_rate.value_or(0);
  return {.low = std::min(point, rates.settings->monthly_rate_low.value_or(point)),
          .high = std::max(point, rates.settings->monthly_rate_high.value_or(point))};
}

CostInterval
cost_interval(const Rates& rates, const Usage& usage, TimeBand band, core::Money total) {
  const auto time_low = with_time(rates, usage, band.factor_low);
  const auto time_high = with_time(rates, usage, band.factor_high);
  const ShareBand band_of_share = share_band(rates);
  const auto share_low = with_share(rates, usage, band_of_share.low);
  const auto share_high = with_share(rates, usage, band_of_share.high);
  CostInterval interval{.low = total, .high = most(total.currency()), .open = true};
  if (time_low && share_low)
    interval.low = joined(total, *time_low, *share_low);
  if (time_high && share_high) {
    interval.high = joined(total, *time_high, *share_high);
    interval.open = false;
  }
  return interval;
}

} // namespace gpuplan::cost
