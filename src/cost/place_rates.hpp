#pragma once

#include "cost/rates.hpp"

namespace gpuplan::cost {

/// What data costs to leave a place.
struct SenderRate {
  bool free = false; ///< the provider bills no traffic
  std::optional<TierTable> tiers;
  std::int64_t bytes_per_unit = UnitRate{}.bytes_per_unit;
  std::string_view source;
};

/// Storage and transfer at one region, as the catalog has it.
struct PlaceRates {
  catalog::ProviderId provider;
  UnitRate object;
  SenderRate to_internet;
  SenderRate to_region; ///< of the same provider
};

/// Of all regions, in their order. Where a provider states no rate for object storage the default
/// stands in, marked as assumed; where it states none for transfer, `tiers` is empty.
std::vector<PlaceRates> place_rates(const catalog::Catalog& catalog, const CostSettings& settings);

/// Bytes in the unit of a storage rate; nothing for units that are no size (a disk a month).
std::optional<std::int64_t> bytes_per_unit(std::string_view unit);

} // namespace gpuplan::cost
