#include "plan/request/rate_age.hpp"

#include "core/counted.hpp"
#include "core/ensure.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

namespace gpuplan::plan {

std::optional<core::UnitError> later_rate(const cost::ExchangeRates& exchange, core::Date as_of) {
  for (const auto& rate : exchange.rates()) {
    if (core::days_between(as_of, rate.date) > 1)
      return core::UnitError{
          .headline = fmt::format("{}, a rate of a later day than {}, the day of the answer",
                                  to_string(rate),
                                  core::to_string(as_of)),
          .help = fmt::format("state the rate of that day or before, or --as-of {}",
                              core::to_string(rate.date))};
  }
  return std::nullopt;
}

std::vector<std::string>
old_rates(const catalog::Catalog& catalog, const cost::ExchangeRates& exchange, core::Date as_of) {
  const auto setting = catalog.setting("exchange.rate_age_days_most");
  GPUPLAN_ENSURE(setting.has_value());
  const auto most = source::parse_number(setting->value);
  GPUPLAN_ENSURE(most.has_value());
  std::vector<std::string> told;
  for (const auto& rate : exchange.rates()) {
    const auto age = core::days_between(rate.date, as_of);
    if (static_cast<double>(age) > *most)
      told.push_back(fmt::format("the exchange rate {} is {} old: over {:g} days it no longer says "
                                 "what prices are",
                                 to_string(rate),
                                 core::counted(static_cast<std::uint64_t>(age), "day"),
                                 *most));
  }
  return told;
}

} // namespace gpuplan::plan
