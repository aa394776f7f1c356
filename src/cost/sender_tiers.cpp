#include "cost/sender_tiers.hpp"

#include <cmath>
#include <iterator>
#include <map>

namespace gpuplan::cost {
namespace {

/// Rates by the volume from which they hold, in whole units.
using Steps = std::map<std::int64_t, core::Money>;

Steps steps_of(std::span<const catalog::StorageRow> rows) {
  Steps steps;
  for (const catalog::StorageRow& row : rows) {
    const auto from = static_cast<std::int64_t>(std::nearbyint(row.from_gb.value_or(0)));
    const auto [place, added] = steps.emplace(from, row.price);
    if (!added && place->second < row.price)
      place->second = row.price;
  }
  return steps;
}

/// Holds the first rate from 0 on.
void begin_at_zero(Steps& steps) {
  const auto first = steps.begin();
  if (first->first == 0)
    return;
  const core::Money rate = first->second;
  steps.erase(first);
  steps.emplace(0, rate);
}

void make_free(Steps& steps, std::int64_t free) {
  const core::Money rate_there = std::prev(steps.upper_bound(free))->second;
  steps.erase(steps.begin(), steps.lower_bound(free));
  steps.emplace(free, rate_there);
  steps.emplace(0, core::Money{0, rate_there.currency()});
}

} // namespace

std::optional<TierTable> tiers_of_rows(std::span<const catalog::StorageRow> rows,
                                       const core::Known<double>& free_gb) {
  if (rows.empty())
    return std::nullopt;
  Steps steps = steps_of(rows);
  begin_at_zero(steps);
  constexpr double k_most_units = 1e9; // an exabyte a month
  if (free_gb && *free_gb >= 1 && *free_gb <= k_most_units)
    make_free(steps, static_cast<std::int64_t>(*free_gb));
  std::vector<Band> bands;
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    const auto next = std::next(step);
    const bool last = next == steps.end();
    bands.push_back({.from = step->first,
                     .to = last ? std::nullopt : std::optional{next->first},
                     .rate = step->second});
  }
  auto table = TierTable::from_bands(std::move(bands));
  if (auto* sound = std::get_if<TierTable>(&table))
    return std::move(*sound);
  return std::nullopt;
}

} // namespace gpuplan::cost
