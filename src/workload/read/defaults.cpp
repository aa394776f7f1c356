#include "workload/read/defaults.hpp"

#include "core/text.hpp"
#include "core/unit_text.hpp"
#include "workload/read/fault.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {

const catalog::Setting* Defaults::find(std::string_view key) const {
  const auto found = std::ranges::find(settings_, key, &catalog::Setting::key);
  return found == settings_.end() ? nullptr : &*found;
}

std::optional<std::string> Defaults::key_for(std::string_view group, std::string_view name) const {
  const auto word = core::lower(name);
  std::string_view longest;
  for (const auto& setting : settings_) {
    const std::string_view key = setting.key;
    if (!key.starts_with(group) || !key.substr(group.size()).starts_with('.'))
      continue;
    const auto begin = key.substr(group.size() + 1);
    if (word.starts_with(begin) && begin.size() > longest.size())
      longest = begin;
  }
  if (longest.empty())
    return std::nullopt;
  return fmt::format("{}.{}", group, longest);
}

void Defaults::fault(std::string_view key, std::string headline) {
  if (std::ranges::find(reported_, key) != reported_.end())
    return;
  reported_.emplace_back(key);
  core::Span at;
  if (const auto* setting = find(key)) {
    at.file = setting->file;
    at.line = setting->line;
  }
  report_fault(sink_, at, "WRK050", std::move(headline), "catalogs/defaults.yaml has it");
}

const catalog::Setting* Defaults::require(std::string_view key) {
  const auto* setting = find(key);
  if (setting == nullptr)
    fault(key, fmt::format("met no default {} in the catalog", key));
  return setting;
}

std::string_view Defaults::text(std::string_view key) {
  const auto* setting = require(key);
  return setting == nullptr ? std::string_view{} : setting->value;
}

std::string_view Defaults::why(std::string_view key) {
  const auto* setting = require(key);
  return setting == nullptr ? std::string_view{} : setting->why;
}

double Defaults::quantity(std::string_view key, core::Dimension dimension) {
  const auto* setting = require(key);
  if (setting == nullptr)
    return 0;
  const auto read = core::parse_quantity(setting->value, dimension);
  if (const auto* error = std::get_if<core::UnitError>(&read)) {
    fault(key, fmt::format("{} for the default {}", error->headline, key));
    return 0;
  }
  return std::get<double>(read);
}

double Defaults::count(std::string_view key) {
  return quantity(key, core::Dimension::count);
}

double Defaults::bytes(std::string_view key) {
  return quantity(key, core::Dimension::memory);
}

double Defaults::hours(std::string_view key) {
  return quantity(key, core::Dimension::duration);
}

bool Defaults::boolean(std::string_view key) {
  const auto value = text(key);
  if (value != "true" && value != "false")
    fault(key, fmt::format("met {} for the default {}, expected true or false", value, key));
  return value == "true";
}

} // namespace gpuplan::workload
