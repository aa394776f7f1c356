#pragma once

#include "cost/rates.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace gpuplan::cost {

/// What data costs to leave a place.
struct SenderRate {
  bool free = false; ///< the provider bills no traffic
  std::optional<TierTable> tiers;
  std::int64_t bytes_per_unit = UnitRate{}.bytes_per_unit;
  std::string_view source;
};

/// Storage and transfer rates of regions, as the catalog has them, each worked out when it is first
/// asked for: a request touches few of them. Keeps what it found, so a thread needs its own.
///
/// Where a provider states no rate for object storage the default stands in, marked as assumed;
/// where it states none for transfer, `tiers` is empty.
class PlaceRates {
public:
  PlaceRates(const catalog::Catalog& catalog, const CostSettings& settings);

  [[nodiscard]] catalog::ProviderId provider_of(catalog::RegionId region) const;
  [[nodiscard]] const UnitRate& object(catalog::RegionId region);
  [[nodiscard]] const SenderRate& to_internet(catalog::RegionId region);
  [[nodiscard]] const SenderRate& to_region(catalog::RegionId region); ///< of the same provider

private:
  struct ProviderRows; ///< the rows of a provider by kind, read once

  const ProviderRows& rows_of(catalog::RegionId region);

  const catalog::Catalog* catalog_;
  CostSettings settings_;
  std::vector<std::shared_ptr<ProviderRows>> rows_;
  std::vector<std::optional<UnitRate>> object_;
  std::vector<std::optional<SenderRate>> to_internet_;
  std::vector<std::optional<SenderRate>> to_region_;
};

/// Bytes in the unit of a storage rate; nothing for units that are no size (a disk a month).
std::optional<std::int64_t> bytes_per_unit(std::string_view unit);

} // namespace gpuplan::cost
