#include "plan/market/storage_rates.hpp"

#include "core/ensure.hpp"
#include "core/unit_text.hpp"
#include "source/fields.hpp"

#include <algorithm>

namespace gpuplan::plan {
namespace {

using catalog::StoragePerformanceRow;
using core::BytesPerSecond;
using core::Known;
using core::Unknown;

constexpr std::string_view k_of_instance = "instance";
constexpr std::string_view k_local = "local_nvme";
constexpr std::string_view k_volumes = "block_instance_cap";
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

StorageRead read_of(const catalog::Instance& instance,
                    const std::vector<StoragePerformanceRow>& rows,
                    BytesPerSecond least,
                    double kept_share) {
  StorageRead read{.local = Unknown{"no source states what its disks deliver"},
                   .local_size = instance.local_nvme,
                   .remote = Unknown{"no source states what storage gives this machine"},
                   .network = instance.network,
                   .least = least,
                   .kept = instance.host_memory.transform(
                       [&](core::Bytes memory) { return memory * kept_share; })};
  for (const auto& row : rows) {
    if (!is_about(row, instance.type))
      continue;
    if (row.kind == k_local)
      keep_faster(read.local, row.read);
    if (row.kind == k_volumes || row.kind == k_objects)
      keep_faster(read.remote, row.read);
  }
  return read;
}

/// The setting `data.storage_least`.
BytesPerSecond least_rate(const catalog::Catalog& catalog) {
  const auto setting = catalog.setting("data.storage_least");
  GPUPLAN_ENSURE(setting.has_value());
  const auto rate = core::parse_quantity(setting->value, core::Dimension::bandwidth);
  GPUPLAN_ENSURE(std::holds_alternative<double>(rate));
  return BytesPerSecond{std::get<double>(rate)};
}

/// The setting `data.host_memory_share`.
double kept_share(const catalog::Catalog& catalog) {
  const auto setting = catalog.setting("data.host_memory_share");
  GPUPLAN_ENSURE(setting.has_value());
  const auto share = source::parse_number(setting->value);
  GPUPLAN_ENSURE(share.has_value());
  return *share;
}

} // namespace

BytesPerSecond StorageRead::rate_at_least(double hosts) const {
  return (network ? std::min(*network, least) : least) * hosts;
}

Known<BytesPerSecond>
StorageRead::rate_for(core::Bytes data, BytesPerSecond needed, double hosts) const {
  if (are_local_disks_enough(data, hosts))
    return *local * hosts;
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
  return read_of(instance,
                 catalog.storage_performance(instance.provider),
                 least_rate(catalog),
                 kept_share(catalog));
}

StorageRates::StorageRates(const catalog::Catalog& catalog)
    : catalog_(&catalog),
      least_(least_rate(catalog)),
      kept_share_(kept_share(catalog)),
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
    slot = read_of(instance, rows_of(instance.provider), least_, kept_share_);
  }
  return *slot;
}

} // namespace gpuplan::plan
