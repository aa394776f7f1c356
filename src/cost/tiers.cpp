#include "cost/tiers.hpp"

#include "core/ensure.hpp"
#include "cost/amounts.hpp"

#include <algorithm>
#include <limits>

namespace gpuplan::cost {
namespace {

/// units × parts, or the largest number there is.
std::int64_t in_parts(std::int64_t units, std::int64_t parts_per_unit) {
  std::int64_t parts = 0;
  return __builtin_mul_overflow(units, parts_per_unit, &parts)
             ? std::numeric_limits<std::int64_t>::max()
             : parts;
}

} // namespace

std::string_view to_string(BandFault fault) {
  switch (fault) {
  case BandFault::none_given: return "no bands";
  case BandFault::not_from_zero: return "the first band does not begin at 0";
  case BandFault::gap: return "a gap between two bands";
  case BandFault::overlap: return "two bands overlap";
  case BandFault::no_open_end: return "the last band has an end";
  case BandFault::mixed_currencies: return "bands in two currencies";
  }
  return "";
}

std::variant<TierTable, BandFault> TierTable::from_bands(std::vector<Band> bands) {
  if (bands.empty())
    return BandFault::none_given;
  std::sort(
      bands.begin(), bands.end(), [](const Band& a, const Band& b) { return a.from < b.from; });
  if (bands.front().from != 0)
    return BandFault::not_from_zero;
  for (std::size_t i = 0; i + 1 < bands.size(); ++i) {
    if (!bands[i].to || *bands[i].to > bands[i + 1].from)
      return BandFault::overlap;
    if (*bands[i].to < bands[i + 1].from)
      return BandFault::gap;
    if (bands[i].rate.currency() != bands[i + 1].rate.currency())
      return BandFault::mixed_currencies;
  }
  if (bands.back().to)
    return BandFault::no_open_end;
  return TierTable{std::move(bands)};
}

TierTable TierTable::flat(core::Money rate) {
  return TierTable{{Band{.from = 0, .to = std::nullopt, .rate = rate}}};
}

std::optional<core::Money> TierTable::cost(std::int64_t volume, std::int64_t parts_per_unit) const {
  return tiered_cost(bands_, volume, parts_per_unit);
}

std::optional<core::Money>
tiered_cost(std::span<const Band> bands, std::int64_t volume, std::int64_t parts_per_unit) {
  GPUPLAN_ENSURE(volume >= 0 && parts_per_unit > 0 && !bands.empty());
  core::Money total{0, bands.front().rate.currency()};
  for (const Band& band : bands) {
    const std::int64_t begin = in_parts(band.from, parts_per_unit);
    if (volume <= begin)
      break;
    const std::int64_t end =
        band.to ? std::min(volume, in_parts(*band.to, parts_per_unit)) : volume;
    const auto part = scale(band.rate, end - begin, parts_per_unit);
    const auto next = part ? sum(total, *part) : std::nullopt;
    if (!next)
      return std::nullopt;
    total = *next;
  }
  return total;
}

} // namespace gpuplan::cost
