#include "catalog/catalog.hpp"
#include "catalog/lookup/compare.hpp"
#include "catalog/view/decode.hpp"
#include "catalog/view/view.hpp"
#include "core/text.hpp"

#include <tuple>

namespace gpuplan::catalog {

namespace {

/// The first rule of a provider whose product belongs to the option and which is not limited to a
/// special case, or null pointer.
const BillingRow*
find_rule(const Catalog& catalog, std::string_view provider, PurchaseOption option) {
  const auto products = catalog.billing_products();
  const auto belongs = [&](std::string_view product) {
    return std::ranges::any_of(products, [&](const BillingProduct& each) {
      return each.name == product && each.option == option;
    });
  };
  for (const auto& row : catalog.billing_rows()) {
    if (row.only.empty() && same_name(row.provider, provider) && belongs(row.product))
      return &row;
  }
  return nullptr;
}

/// Price of one GB, for comparing rows; nothing where the unit is no amount of data.
std::optional<double> price_per_gb(const StorageRow& row) {
  if (row.unit == "GB" || row.unit == "GB-month")
    return row.price.to_double();
  if (row.unit == "GiB" || row.unit == "GiB-month")
    return row.price.to_double() * core::k_bytes_per_gb / core::k_bytes_per_gib;
  return std::nullopt;
}

/// Patterns, separated by spaces, of the tiers that a setting names.
bool matches_any(std::string_view patterns, std::string_view tier) {
  while (!patterns.empty()) {
    const auto end = std::min(patterns.find(' '), patterns.size());
    if (end > 0 && core::glob_match(patterns.substr(0, end), tier))
      return true;
    patterns.remove_prefix(std::min(end + 1, patterns.size()));
  }
  return false;
}

/// Whether a row may stand for its kind: an amount of data, no free allowance (free without end is
/// a price), no class for data that is put away.
bool is_plain_rate(const StorageRow& row, std::string_view cold_tiers) {
  const bool allowance = row.price.nanos() == 0 && row.to_gb.known();
  return !allowance && price_per_gb(row) && !matches_any(cold_tiers, row.tier);
}

enum class Scope : std::uint8_t { region, place, everywhere, elsewhere };

/// How near a row's region is: `us-east-1`, else a list of places (`apac,japan`), else `all`.
Scope scope_of(const Catalog& catalog, const StorageRow& row, const Region& region) {
  if (row.region.empty() || row.region == "all")
    return Scope::everywhere;
  if (same_name(row.region, region.name))
    return Scope::region;
  // A row of another region of the provider is no list of places: most rows end here.
  if (catalog.find_region(region.provider, row.region))
    return Scope::elsewhere;
  auto places = row.region;
  while (!places.empty()) {
    const auto end = std::min(places.find(','), places.size());
    if (catalog.in_place(region.id, core::trim(places.substr(0, end))))
      return Scope::place;
    places.remove_prefix(std::min(end + 1, places.size()));
  }
  return Scope::elsewhere;
}

/// Nearest first, dollars before other currencies, the first tier that costs, then the cheapest.
auto preference(Scope scope, const StorageRow& row) {
  const auto currency = row.price.currency();
  return std::tuple{
      scope, currency != core::Currency{}, currency, row.from_gb.value_or(0), *price_per_gb(row)};
}

} // namespace

BillingRule Catalog::billing(ProviderId id, PurchaseOption option) const {
  const auto seller = provider(id);
  const auto* row = find_rule(*this, seller.name, option);
  if (row == nullptr) {
    return {.increment_s = seller.increment_s,
            .minimum_s = seller.minimum_s,
            .interruption_notice_s = core::Unknown{"the provider states no notice"},
            .interruptible = option == PurchaseOption::spot,
            .note = {},
            .source = seller.source};
  }
  return {.increment_s = row->increment_s.known() ? row->increment_s : seller.increment_s,
          .minimum_s = row->minimum_s.known() ? row->minimum_s : seller.minimum_s,
          .interruption_notice_s = row->notice_s,
          .interruptible = row->interruptible.value_or(option == PurchaseOption::spot),
          .note = row->note,
          .source = row->source};
}

core::Known<StorageRate> Catalog::storage_rate(RegionId id, std::string_view kind) const {
  return storage_rate(id, kind, storage_rows(region(id).provider));
}

core::Known<StorageRate>
Catalog::storage_rate(RegionId id, std::string_view kind, std::span<const StorageRow> rows) const {
  const auto place = region(id);
  const auto cold = setting("catalog.cold_storage_tiers");
  const auto cold_tiers = cold ? cold->value : std::string_view{};
  std::optional<StorageRow> best;
  Scope best_scope = Scope::elsewhere;
  for (const auto& row : rows) {
    if (!same_name(row.kind, kind) || !is_plain_rate(row, cold_tiers))
      continue;
    const auto scope = scope_of(*this, row, place);
    if (scope == Scope::elsewhere)
      continue;
    if (!best || preference(scope, row) < preference(best_scope, *best)) {
      best = row;
      best_scope = scope;
    }
  }
  if (!best)
    return core::Unknown{"the catalog has no price for it there"};
  return StorageRate{
      .per_unit = best->price, .unit = best->unit, .source = best->source, .as_of = best->as_of};
}

std::vector<StorageRow> Catalog::nearest_storage_rows(RegionId id,
                                                      std::string_view kind,
                                                      std::span<const StorageRow> rows) const {
  const auto place = region(id);
  std::vector<StorageRow> nearest;
  auto nearest_scope = Scope::elsewhere;
  for (const auto& row : rows) {
    const auto scope = same_name(row.kind, kind) ? scope_of(*this, row, place) : Scope::elsewhere;
    if (scope == Scope::elsewhere || scope > nearest_scope)
      continue;
    if (scope < nearest_scope)
      nearest.clear();
    nearest_scope = scope;
    nearest.push_back(row);
  }
  return nearest;
}

std::vector<StorageRow> Catalog::storage_rows(ProviderId provider) const {
  const auto* owners = view().table<fb::StorageRates>().provider();
  std::vector<StorageRow> rows;
  const auto [first, last] = std::equal_range(owners->begin(), owners->end(), provider.index);
  for (auto i = first; i != last; ++i)
    rows.push_back(decode_storage_row(view(), static_cast<std::uint32_t>(i - owners->begin())));
  return rows;
}

std::vector<StoragePerformanceRow> Catalog::storage_performance(ProviderId provider) const {
  const auto* owners = view().table<fb::StoragePerformance>().provider();
  std::vector<StoragePerformanceRow> rows;
  const auto [first, last] = std::equal_range(owners->begin(), owners->end(), provider.index);
  for (auto i = first; i != last; ++i) {
    rows.push_back(
        decode_storage_performance(view(), static_cast<std::uint32_t>(i - owners->begin())));
  }
  return rows;
}

} // namespace gpuplan::catalog
