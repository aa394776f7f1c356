#pragma once

#include "catalog/catalog.hpp"

namespace gpuplan::cost {

/// What the cost models assume where neither offer nor job says: settings of the catalog, each with
/// its reason and source there. One that is missing or unreadable is unknown, and so is what hangs
/// on it. Hours, bytes a second, shares.
struct CostSettings {
  core::Known<double> monthly_rate; ///< share of spot machines reclaimed in a month
  core::Known<double> monthly_rate_low;
  core::Known<double> monthly_rate_high;
  core::Known<double> replacement_wait;        ///< h until a lost machine is replaced, not billed
  core::Known<double> checkpoint_stop;         ///< h any checkpoint stops the job, beside its bytes
  core::Known<double> checkpoint_node_bytes_s; ///< writing and reading, per node
  core::Known<double> checkpoint_copies;
  core::Known<double> storage_hold; ///< h that data outlives the run
  core::Known<core::Money> object_gb_month;
  core::Known<core::Money> transfer_internet_gb;
  core::Known<core::Money> transfer_region_gb;
  core::Known<double> transfer_bytes_s;  ///< of a data set that is moved, before the machines start
  core::Known<double> billing_increment; ///< h
  core::Known<double> billing_minimum;   ///< h
  core::Known<double> longest_term;      ///< h
  core::Known<double> block_daily_until; ///< h up to which capacity blocks grow by the day
  core::Known<double> block_step;        ///< h by which they grow beyond
  core::Known<double> block_longest;     ///< h
  core::Known<double> energy_load_share; ///< mean power ÷ board power of a busy device
  core::Known<double> energy_host_share; ///< power of the host ÷ that of its devices
  core::Known<double> energy_pue;        ///< where a site's is not known
};

/// What a setting's text is read as.
enum class SettingKind : std::uint8_t { number, duration, bandwidth, money };

struct SettingKey {
  std::string_view key;
  SettingKind kind;
};

/// Every key the cost models read, in the order of the fields above.
std::span<const SettingKey> setting_keys();

/// From the catalog's settings, sorted by key.
CostSettings read_settings(std::span<const catalog::Setting> settings);

} // namespace gpuplan::cost
