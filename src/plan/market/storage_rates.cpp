#include "plan/market/storage_rates.hpp"

#include "core/ensure.hpp"
#include "core/unit_text.hpp"
#include "plan/number_setting.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace gpuplan::plan {
namespace {

using catalog::StoragePerformanceRow;
using core::BytesPerSecond;
using core::Known;
using core::Unknown;

constexpr std::string_view k_of_instance = "instance";
constexpr std::string_view k_local = "local_nvme";
constexpr std::string_view k_objects = "object";

/// Whether a row is about one size: its tier is the type, or `store:type` for objects.
bool is_about(const StoragePerformanceRow& row, std::string_view type) {
  if (row.scope != k_of_instance)
    return false;
  const auto colon = row.tier.rfind(':');
  return row.tier.substr(colon == std::string_view::npos ? 0 : colon + 1) == type;
}

void keep_faster(Known<BytesPerSecond>& slot, const Known<BytesPerSecond>& read) {
  if (read && (!slot || *slot < *read))
    slot = read;
}

/// What the fewest drives of that size read together; unknown without any.
Known<BytesPerSecond> taken_rate(const Known<core::Bytes>& size, const StorageDefaults& defaults) {
  if (!size || !(size->count() > 0))
    return Unknown{"it has no local disks that are known"};
  return defaults.drive_read * std::ceil(*size / defaults.drive_size);
}

StorageRead read_of(const catalog::Instance& instance,
                    const std::vector<StoragePerformanceRow>& rows,
                    const StorageDefaults& defaults) {
  StorageRead read{.local = Unknown{"no source states what its disks deliver"},
                   .local_size = instance.local_nvme,
                   .remote = Unknown{"no source states what storage gives this machine"},
                   .network = instance.network,
                   .least = defaults.least,
                   .kept = instance.host_memory.transform(
                       [&](core::Bytes memory) { return memory * defaults.kept_share; })};
  for (const auto& row : rows) {
    if (!is_about(row, instance.type))
      continue;
    if (row.kind == k_local)
      keep_faster(read.local, row.read);
    if (row.kind == k_objects)
      keep_faster(read.remote, row.read);
  }
  if (!read.local) {
    read.local = taken_rate(instance.local_nvme, defaults);
    read.local_assumed = read.local.known();
  }
  return read;
}

double
quantity_setting(const catalog::Catalog& catalog, std::string_view key, core::Dimension dimension) {
  const auto setting = catalog.setting(key);
  GPUPLAN_ENSURE(setting.has_value());
  const auto value = core::parse_quantity(setting->value, dimension);
  GPUPLAN_ENSURE(std::holds_alternative<double>(value));
  return std::get<double>(value);
}

StorageDefaults defaults_of(const catalog::Catalog& catalog) {
  using core::Dimension;
  return {.least =
              BytesPerSecond{quantity_setting(catalog, "data.storage_least", Dimension::bandwidth)},
          .drive_read = BytesPerSecond{quantity_setting(
              catalog, "data.nvme_drive_read", Dimension::bandwidth)},
          .drive_size =
              core::Bytes{quantity_setting(catalog, "data.nvme_drive_size", Dimension::memory)},
          .kept_share = number_setting(catalog, "data.host_memory_share")};
}

} // namespace

BytesPerSecond StorageRead::rate_at_least(double hosts) const {
  return (network ? std::min(*network, least) : least) * hosts;
}

Known<BytesPerSecond> StorageRead::rate_for(BytesPerSecond needed, double hosts) const {
  if (remote)
    return *remote * hosts;
  const auto any = rate_at_least(hosts);
  if (needed <= any)
    return any;
  if (network && *network * hosts < needed)
    return *network * hosts;
  return Unknown{remote.why_unknown()};
}

StorageRead storage_read(const catalog::Catalog& catalog, const catalog::Instance& instance) {
  return read_of(instance, catalog.storage_performance(instance.provider), defaults_of(catalog));
}

StorageRates::StorageRates(const catalog::Catalog& catalog)
    : catalog_(&catalog),
      defaults_(defaults_of(catalog)),
      rows_(catalog.provider_count()),
      reads_(catalog.instance_count()) {}

const std::vector<StoragePerformanceRow>& StorageRates::rows_of(catalog::ProviderId provider) {
  auto& slot = rows_[provider.index];
  if (!slot)
    slot = catalog_->storage_performance(provider);
  return *slot;
}

const StorageRead& StorageRates::of(catalog::InstanceId id) {
  auto& slot = reads_[id.index];
  if (!slot) {
    const auto instance = catalog_->instance(id);
    slot = read_of(instance, rows_of(instance.provider), defaults_);
  }
  return *slot;
}

} // namespace gpuplan::plan
