#pragma once

#include "catalog/offer.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace gpuplan::cost {

/// Committed terms: paid for every hour of the term, used or not; nothing carries over from one
/// hour to the next (AWS reserved instances and savings plans, Azure reservations, FOCUS).

/// Hours of a term at 8,760 a year; nothing for `none` and `not_stated`.
std::optional<std::int64_t> term_hours(catalog::Term term);

/// Share of a term's hours above which the commitment is cheaper than on demand:
/// u* = p_commit ÷ p_on_demand = 1 − discount. Above 1 it never pays. Both rates in one currency;
/// the on-demand rate is positive.
double break_even_utilization(core::Money committed_hourly, core::Money on_demand_hourly);

/// Rate of a two-part price: running rate + upfront ÷ hours of the term, rounded half-even.
/// Nothing where the sum does not fit.
std::optional<core::Money>
effective_hourly(core::Money upfront, core::Money running_hourly, std::int64_t hours);

/// What is still paid an hour after the upfront part: effective − upfront ÷ hours.
std::optional<core::Money>
running_hourly(core::Money effective_hourly, core::Money upfront, std::int64_t hours);

/// Months until an upfront sum is repaid by the lower monthly bill; infinite where it is no lower.
double payback_months(double upfront, double monthly_on_demand, double monthly_committed);

/// The cheapest number of committed units for a demand sampled at equal steps: it minimises
/// Σ (p_c · c + p_od · max(0, D − c)), so it is the smallest c with F(c) ≥ 1 − p_c ÷ p_od (quantile
/// rule; arXiv:2503.10235). `price_ratio` = p_c ÷ p_od. 0 for no samples or a ratio of 1 and more.
double commitment_level(std::span<const double> demand, double price_ratio);

} // namespace gpuplan::cost
