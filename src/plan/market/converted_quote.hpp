#pragma once

#include "cost/exchange_rate.hpp"
#include "cost/quote.hpp"

namespace gpuplan::plan {

/// A quote told in another currency than it is billed in. Every line is converted at the dated
/// rates and has no rate of its own any more; the total is the converted total exactly, so the line
/// with the largest amount takes what rounding leaves over. Notes name the day of the rate. Unknown
/// without a rate; a quote in that currency already comes back as it is.
core::Known<cost::Quote>
in_currency(const cost::Quote& quote, core::Currency currency, const cost::ExchangeRates& exchange);

} // namespace gpuplan::plan
