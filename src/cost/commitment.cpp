#include "cost/commitment.hpp"

#include "core/ensure.hpp"
#include "cost/amounts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gpuplan::cost {

std::optional<std::int64_t> term_hours(catalog::Term term) {
  constexpr std::int64_t k_hours_per_year = 8760;
  switch (term) {
  case catalog::Term::one_year: return k_hours_per_year;
  case catalog::Term::three_years: return 3 * k_hours_per_year;
  case catalog::Term::none:
  case catalog::Term::not_stated: break;
  }
  return std::nullopt;
}

double break_even_utilization(core::Money committed_hourly, core::Money on_demand_hourly) {
  GPUPLAN_ENSURE(committed_hourly.currency() == on_demand_hourly.currency());
  return static_cast<double>(committed_hourly.nanos()) /
         static_cast<double>(on_demand_hourly.nanos());
}

std::optional<core::Money>
effective_hourly(core::Money upfront, core::Money running_hourly, std::int64_t hours) {
  const auto spread = scale(upfront, 1, hours);
  if (!spread)
    return std::nullopt;
  return sum(*spread, running_hourly);
}

std::optional<core::Money>
running_hourly(core::Money effective_hourly, core::Money upfront, std::int64_t hours) {
  const auto spread = scale(upfront, 1, hours);
  if (!spread)
    return std::nullopt;
  return sum(effective_hourly, core::Money{-spread->nanos(), spread->currency()});
}

double payback_months(double upfront, double monthly_on_demand, double monthly_committed) {
  const double saved = monthly_on_demand - monthly_committed;
  return saved > 0 ? upfront / saved : std::numeric_limits<double>::infinity();
}

double commitment_level(std::span<const double> demand, double price_ratio) {
  if (demand.empty() || price_ratio >= 1)
    return 0;
  std::vector<double> sorted(demand.begin(), demand.end());
  std::sort(sorted.begin(), sorted.end());
  // Smallest sample that at least this many samples do not exceed; the small term forgives the
  // last bit where share × count is meant to be whole.
  constexpr double k_last_bits = 1e-9;
  const double at_most = (1 - price_ratio) * static_cast<double>(sorted.size());
  const double position = std::max(1.0, std::ceil(at_most - k_last_bits));
  return sorted[static_cast<std::size_t>(position) - 1];
}

} // namespace gpuplan::cost
