#pragma once

#include "cost/rates.hpp"

namespace gpuplan::cost {

/// Total and wall time of a use at some rates. Allocates nothing. Unknown where there is no price
/// (a price of zero is none), where a rate it needs is not known, or where it would not fit an
/// amount.
core::Known<Charge> charge_of(const Rates& rates, const Usage& usage);
core::Known<core::Money> total_cost(const Rates& rates, const Usage& usage);

/// The same with lines, interval, outlooks and notes; its total is the exact sum of its lines and
/// equals `total_cost`.
///
/// The interval holds two independent uncertainties: the estimated time (run and evaluation scaled
/// by the band; serving is a month whatever the estimate) and the rate of interruptions. Their
/// deviations from the total add as a root of squares.
core::Known<Quote> full_quote(const Rates& rates, const Usage& usage, TimeBand band);

} // namespace gpuplan::cost
