#pragma once

#include "catalog/catalog.hpp"
#include "core/date.hpp"
#include "core/unit_text.hpp"
#include "cost/exchange_rate.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::plan {

/// A rate of a later day than the answer's, which nobody could know; the day after is let pass,
/// since there it may be today already. Nothing where there is none.
std::optional<core::UnitError> later_rate(const cost::ExchangeRates& exchange, core::Date as_of);

/// What is to be said of the rates that are older than the setting `exchange.rate_age_days_most`, a
/// sentence each.
std::vector<std::string>
old_rates(const catalog::Catalog& catalog, const cost::ExchangeRates& exchange, core::Date as_of);

} // namespace gpuplan::plan
