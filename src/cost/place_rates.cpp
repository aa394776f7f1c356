#include "cost/place_rates.hpp"

#include "cost/sender_tiers.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace gpuplan::cost {
namespace {

using catalog::StorageRow;

UnitRate object_rate(const core::Known<catalog::StorageRate>& stated,
                     const CostSettings& settings) {
  const auto bytes = stated ? bytes_per_unit(stated->unit) : std::nullopt;
  if (bytes)
    return {.price = stated->per_unit, .bytes_per_unit = *bytes, .source = stated->source};
  return {.price = settings.object_gb_month,
          .assumed = true,
          .source = "defaults: storage.object_gb_month"};
}

/// The rows of the general case: to where it is not said or to the kind of place meant, one
/// currency (dollars, else the first), one unit that is a size.
std::vector<StorageRow> comparable(std::vector<StorageRow> rows, std::string_view destination) {
  std::erase_if(rows, [&](const StorageRow& row) {
    return (!row.destination.empty() && row.destination != destination) ||
           !bytes_per_unit(row.unit);
  });
  if (rows.empty())
    return rows;
  const bool dollars = std::any_of(rows.begin(), rows.end(), [](const StorageRow& row) {
    return row.price.currency() == core::Currency{};
  });
  const core::Currency currency = dollars ? core::Currency{} : rows.front().price.currency();
  const std::string_view unit = rows.front().unit;
  std::erase_if(rows, [&](const StorageRow& row) {
    return row.price.currency() != currency || row.unit != unit;
  });
  return rows;
}

SenderRate sender_rate(const std::vector<StorageRow>& rows, const core::Known<double>& free_gb) {
  if (free_gb && std::isinf(*free_gb))
    return {.free = true};
  if (rows.empty())
    return {};
  return {.tiers = tiers_of_rows(rows, free_gb),
          .bytes_per_unit = *bytes_per_unit(rows.front().unit),
          .source = rows.front().source};
}

std::vector<StorageRow> of_kind(const std::vector<StorageRow>& rows, std::string_view kind) {
  std::vector<StorageRow> chosen;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen), [&](const StorageRow& row) {
    return row.kind == kind;
  });
  return chosen;
}

constexpr std::string_view k_object = "object";
constexpr std::string_view k_internet = "egress-internet";
constexpr std::string_view k_region = "egress-interregion";

} // namespace

std::optional<std::int64_t> bytes_per_unit(std::string_view unit) {
  if (unit == "GB" || unit.starts_with("GB-"))
    return UnitRate{}.bytes_per_unit;
  if (unit == "GiB" || unit.starts_with("GiB-"))
    return std::int64_t{1} << 30U;
  return std::nullopt;
}

struct PlaceRates::ProviderRows {
  /// Of object storage, by the region of the provider that a row names; apart the rows that name
  /// places or none. A row of another region says nothing of this one, and they are most rows.
  std::map<catalog::RegionId, std::vector<StorageRow>> object_of_region;
  std::vector<StorageRow> object_of_places;
  std::vector<StorageRow> internet;
  std::vector<StorageRow> region;
  core::Known<double> free_gb;
};

PlaceRates::PlaceRates(const catalog::Catalog& catalog, const CostSettings& settings)
    : catalog_(&catalog),
      settings_(settings),
      rows_(catalog.provider_count()),
      object_(catalog.region_count()),
      to_internet_(catalog.region_count()),
      to_region_(catalog.region_count()) {}

catalog::ProviderId PlaceRates::provider_of(catalog::RegionId region) const {
  return catalog_->region(region).provider;
}

const PlaceRates::ProviderRows& PlaceRates::rows_of(catalog::RegionId region) {
  const auto provider = provider_of(region);
  auto& slot = rows_[provider.index];
  if (!slot) {
    const auto rows = catalog_->storage_rows(provider);
    slot = std::make_shared<ProviderRows>();
    for (const StorageRow& row : of_kind(rows, k_object)) {
      const bool everywhere = row.region.empty() || row.region == "all";
      const auto named = everywhere ? std::optional<catalog::RegionId>{}
                                    : catalog_->find_region(provider, row.region);
      (named ? slot->object_of_region[*named] : slot->object_of_places).push_back(row);
    }
    slot->internet = of_kind(rows, k_internet);
    slot->region = of_kind(rows, k_region);
    slot->free_gb = catalog_->provider(provider).egress_free_gb;
  }
  return *slot;
}

const UnitRate& PlaceRates::object(catalog::RegionId region) {
  auto& slot = object_[region.index];
  if (!slot) {
    const auto& stated = rows_of(region);
    auto rows = stated.object_of_places;
    if (const auto own = stated.object_of_region.find(region); own != stated.object_of_region.end())
      rows.insert(rows.end(), own->second.begin(), own->second.end());
    slot = object_rate(catalog_->storage_rate(region, k_object, rows), settings_);
  }
  return *slot;
}

const SenderRate& PlaceRates::to_internet(catalog::RegionId region) {
  auto& slot = to_internet_[region.index];
  if (!slot) {
    const auto& rows = rows_of(region);
    const auto nearest = catalog_->nearest_storage_rows(region, k_internet, rows.internet);
    slot = sender_rate(comparable(nearest, "internet"), rows.free_gb);
  }
  return *slot;
}

const SenderRate& PlaceRates::to_region(catalog::RegionId region) {
  auto& slot = to_region_[region.index];
  if (!slot) {
    const auto nearest = catalog_->nearest_storage_rows(region, k_region, rows_of(region).region);
    slot = sender_rate(comparable(nearest, "region"), {});
  }
  return *slot;
}

} // namespace gpuplan::cost
