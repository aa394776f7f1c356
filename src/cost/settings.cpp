#include "cost/settings.hpp"

#include "core/money_text.hpp"
#include "core/number_text.hpp"
#include "core/unit_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <variant>

namespace gpuplan::cost {
namespace {

using NumberField = core::Known<double> CostSettings::*;
using MoneyField = core::Known<core::Money> CostSettings::*;

/// A key and the field it fills: the one list of what is read.
struct Entry {
  SettingKey setting;
  std::variant<NumberField, MoneyField> field;
};

constexpr auto k_entries = std::to_array<Entry>({
    {{"interruption.monthly_rate", SettingKind::number}, &CostSettings::monthly_rate},
    {{"interruption.monthly_rate_low", SettingKind::number}, &CostSettings::monthly_rate_low},
    {{"interruption.monthly_rate_high", SettingKind::number}, &CostSettings::monthly_rate_high},
    {{"interruption.replacement_wait", SettingKind::duration}, &CostSettings::replacement_wait},
    {{"checkpoint.stop", SettingKind::duration}, &CostSettings::checkpoint_stop},
    {{"checkpoint.node_bandwidth", SettingKind::bandwidth}, &CostSettings::checkpoint_node_bytes_s},
    {{"checkpoint.copies", SettingKind::number}, &CostSettings::checkpoint_copies},
    {{"storage.hold_after", SettingKind::duration}, &CostSettings::storage_hold},
    {{"storage.object_gb_month", SettingKind::money}, &CostSettings::object_gb_month},
    {{"transfer.internet_gb", SettingKind::money}, &CostSettings::transfer_internet_gb},
    {{"transfer.region_gb", SettingKind::money}, &CostSettings::transfer_region_gb},
    {{"transfer.bandwidth", SettingKind::bandwidth}, &CostSettings::transfer_bytes_s},
    {{"billing.increment", SettingKind::duration}, &CostSettings::billing_increment},
    {{"billing.minimum", SettingKind::duration}, &CostSettings::billing_minimum},
    {{"commitment.longest_term", SettingKind::duration}, &CostSettings::longest_term},
    {{"capacity_block.daily_until", SettingKind::duration}, &CostSettings::block_daily_until},
    {{"capacity_block.step_beyond", SettingKind::duration}, &CostSettings::block_step},
    {{"capacity_block.longest", SettingKind::duration}, &CostSettings::block_longest},
    {{"energy.load_share", SettingKind::number}, &CostSettings::energy_load_share},
    {{"energy.host_share", SettingKind::number}, &CostSettings::energy_host_share},
    {{"energy.pue", SettingKind::number}, &CostSettings::energy_pue},
});

constexpr auto k_keys = [] {
  std::array<SettingKey, k_entries.size()> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = k_entries[i].setting;
  return keys;
}();

template <class T>
core::Known<T> known(const std::variant<T, core::UnitError>& parsed) {
  if (const T* value = std::get_if<T>(&parsed))
    return *value;
  return core::Unknown{"a setting of the cost models cannot be read"};
}

core::Known<double> read_number(std::string_view text, SettingKind kind) {
  if (kind == SettingKind::duration)
    return known(core::parse_quantity(text, core::Dimension::duration));
  if (kind == SettingKind::bandwidth)
    return known(core::parse_quantity(text, core::Dimension::bandwidth));
  double value = 0;
  const char* end = text.data() + text.size();
  if (!core::is_number(text) || std::from_chars(text.data(), end, value).ec != std::errc{})
    return core::Unknown{"a setting of the cost models cannot be read"};
  return value;
}

} // namespace

std::span<const SettingKey> setting_keys() {
  return k_keys;
}

CostSettings read_settings(std::span<const catalog::Setting> settings) {
  CostSettings read;
  for (const Entry& entry : k_entries) {
    const auto found = std::find_if(settings.begin(), settings.end(), [&](const auto& setting) {
      return setting.key == entry.setting.key;
    });
    if (found == settings.end())
      continue;
    if (const auto* field = std::get_if<NumberField>(&entry.field))
      read.*(*field) = read_number(found->value, entry.setting.kind);
    else
      read.*(std::get<MoneyField>(entry.field)) = known(core::parse_money(found->value));
  }
  return read;
}

} // namespace gpuplan::cost
