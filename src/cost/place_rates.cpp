#include "cost/place_rates.hpp"

#include "cost/sender_tiers.hpp"

#include <algorithm>
#include <cmath>

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

/// The rows of a provider by kind, read once.
struct ProviderRows {
  std::vector<StorageRow> object;
  std::vector<StorageRow> internet;
  std::vector<StorageRow> region;
  core::Known<double> free_gb;
};

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

std::vector<ProviderRows> rows_by_provider(const catalog::Catalog& catalog) {
  std::vector<ProviderRows> providers;
  for (std::uint32_t id = 0; id < catalog.provider_count(); ++id) {
    const auto rows = catalog.storage_rows({id});
    providers.push_back({.object = of_kind(rows, k_object),
                         .internet = of_kind(rows, k_internet),
                         .region = of_kind(rows, k_region),
                         .free_gb = catalog.provider({id}).egress_free_gb});
  }
  return providers;
}

} // namespace

std::optional<std::int64_t> bytes_per_unit(std::string_view unit) {
  if (unit == "GB" || unit.starts_with("GB-"))
    return UnitRate{}.bytes_per_unit;
  if (unit == "GiB" || unit.starts_with("GiB-"))
    return std::int64_t{1} << 30U;
  return std::nullopt;
}

std::vector<PlaceRates> place_rates(const catalog::Catalog& catalog, const CostSettings& settings) {
  const auto providers = rows_by_provider(catalog);
  std::vector<PlaceRates> places;
  places.reserve(catalog.region_count());
  for (std::uint32_t index = 0; index < catalog.region_count(); ++index) {
    const catalog::RegionId id{index};
    const catalog::ProviderId provider = catalog.region(id).provider;
    const ProviderRows& rows = providers[provider.index];
    const auto object = catalog.storage_rate(id, k_object, rows.object);
    const auto internet = catalog.nearest_storage_rows(id, k_internet, rows.internet);
    const auto region = catalog.nearest_storage_rows(id, k_region, rows.region);
    places.push_back({.provider = provider,
                      .object = object_rate(object, settings),
                      .to_internet = sender_rate(comparable(internet, "internet"), rows.free_gb),
                      .to_region = sender_rate(comparable(region, "region"), {})});
  }
  return places;
}

} // namespace gpuplan::cost
