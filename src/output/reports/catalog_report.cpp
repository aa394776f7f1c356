#include "output/reports/catalog_report.hpp"

#include "core/text.hpp"
#include "output/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gpuplan::output {
namespace {

using catalog::Catalog;
using catalog::NumberFormat;

std::string gib(const core::Known<core::Bytes>& size) {
  return size ? human_number(core::to_gib(*size)) : std::string{"?"};
}

std::string known(const core::Known<double>& value) {
  return value ? human_number(*value) : std::string{"?"};
}

std::string rate(const catalog::FormatRate& rate) {
  if (rate.unsupported)
    return "no";
  return rate.dense ? human_number(rate.dense->count() / 1e12) : std::string{"?"};
}

std::string place(std::string_view file, std::uint32_t line) {
  return fmt::format("{}:{}", file, line);
}

Table accelerators(const Catalog& catalog, std::string_view glob) {
  Table table{{{"id"},
               {"name"},
               {"GiB", Align::right},
               {"usable", Align::right},
               {"GB/s", Align::right},
               {"FP32", Align::right},
               {"BF16", Align::right},
               {"FP8", Align::right},
               {"link GB/s", Align::right},
               {"W", Align::right},
               {"line"}}};
  for (std::uint32_t i = 0; i < catalog.accelerator_count(); ++i) {
    const auto chip = catalog.accelerator({i});
    if (!core::glob_match(glob, chip.name))
      continue;
    table.add(
        {{std::string(chip.name)},
         {std::string(chip.display_name)},
         {gib(chip.memory)},
         {gib(chip.memory_usable)},
         {known(chip.memory_bandwidth.transform([](auto value) { return value.count() / 1e9; }))},
         {rate(chip.rate(NumberFormat::fp32))},
         {rate(chip.rate(NumberFormat::bf16))},
         {rate(chip.rate(NumberFormat::fp8))},
         {known(chip.link.bidirectional.transform([](auto value) { return value.count() / 1e9; }))},
         {known(chip.power_w)},
         {place(chip.source_file, chip.source_line)}});
  }
  return table;
}

Table providers(const Catalog& catalog, std::string_view glob) {
  Table table{{{"id"}, {"name"}, {"tier"}, {"headquarters"}}};
  for (std::uint32_t i = 0; i < catalog.provider_count(); ++i) {
    const auto provider = catalog.provider({i});
    if (!core::glob_match(glob, provider.name))
      continue;
    table.add({{std::string(provider.name)},
               {std::string(provider.display_name)},
               {std::string(to_string(provider.host_tier))},
               {std::string(provider.headquarters)}});
  }
  return table;
}

Table instances(const Catalog& catalog, std::string_view glob) {
  Table table{{{"size"},
               {"chip"},
               {"devices", Align::right},
               {"vCPU", Align::right},
               {"GiB", Align::right},
               {"Gbit/s", Align::right},
               {"links"},
               {"line"}}};
  for (std::uint32_t i = 0; i < catalog.instance_count(); ++i) {
    const auto instance = catalog.instance({i});
    const auto name = fmt::format("{}/{}", catalog.provider(instance.provider).name, instance.type);
    if (!core::glob_match(glob, name))
      continue;
    const auto network = instance.fabric ? instance.fabric : instance.network;
    table.add(
        {{name},
         {instance.accelerator ? std::string(catalog.accelerator(*instance.accelerator).name)
                               : "-"},
         {instance.devices.is_whole()
              ? std::to_string(instance.devices.numerator)
              : fmt::format("{}/{}", instance.devices.numerator, instance.devices.denominator)},
         {known(instance.vcpus)},
         {gib(instance.host_memory)},
         {known(network.transform([](auto value) { return value.count() * 8 / 1e9; }))},
         {std::string(to_string(instance.links))},
         {place(instance.source_file, instance.source_line)}});
  }
  return table;
}

Table offers(const Catalog& catalog, std::string_view glob) {
  Table table{{{"offer"}, {"price", Align::right}, {"currency"}, {"date"}, {"basis"}, {"line"}}};
  for (std::uint32_t i = 0; i < catalog.offer_count(); ++i) {
    const auto offer = catalog.offer({i});
    const auto name = catalog.offer_name(offer);
    if (!core::glob_match(glob, name))
      continue;
    table.add({{name},
               {offer.hourly ? core::to_decimal(*offer.hourly) : "?"},
               {std::string(offer.currency.code())},
               {offer.as_of ? core::to_string(*offer.as_of) : "undated"},
               {std::string(offer.basis)},
               {place(offer.source_file, offer.source_line)}});
  }
  return table;
}

Table regions(const Catalog& catalog, std::string_view glob) {
  Table table{{{"region"},
               {"country"},
               {"city"},
               {"groups"},
               {"gCO2/kWh", Align::right},
               {"PUE", Align::right}}};
  for (std::uint32_t i = 0; i < catalog.region_count(); ++i) {
    const auto region = catalog.region({i});
    const auto name = fmt::format("{}/{}", catalog.provider(region.provider).name, region.name);
    if (!core::glob_match(glob, name))
      continue;
    std::string groups;
    for (const auto group : region.groups)
      groups += (groups.empty() ? "" : " ") + std::string(group);
    table.add({{name},
               {std::string(region.country_code.value_or("?"))},
               {std::string(region.city)},
               {groups},
               {known(region.grid_gco2_per_kwh)},
               {known(region.pue)}});
  }
  return table;
}

Table models(const Catalog& catalog, std::string_view glob) {
  Table table{{{"id"}, {"family or task"}, {"parameters", Align::right}, {"hub name"}}};
  for (const auto& model : catalog.language_models()) {
    if (!core::glob_match(glob, model.id))
      continue;
    table.add({{std::string(model.id)},
               {std::string(model.family)},
               {model.params_total ? core::with_thousands(*model.params_total) : "?"},
               {std::string(model.hf_name)}});
  }
  for (const auto& model : catalog.sample_models()) {
    if (!core::glob_match(glob, model.id))
      continue;
    table.add(
        {{std::string(model.id)},
         {std::string(model.task)},
         {model.params ? core::with_thousands(static_cast<std::int64_t>(*model.params)) : "?"},
         {""}});
  }
  return table;
}

Table rules(const Catalog& catalog, std::string_view glob) {
  Table table{{{"rule"}, {"level"}, {"applies"}, {"check"}, {"line"}}};
  for (const auto& rule : catalog.rules()) {
    if (!core::glob_match(glob, rule.id))
      continue;
    table.add({{std::string(rule.id)},
               {std::string(rule.level)},
               {rule.applies.empty() ? "always" : std::string(rule.applies)},
               {std::string(rule.check)},
               {place(rule.file, rule.line)}});
  }
  return table;
}

struct Kind {
  std::string_view name;
  Table (*table)(const Catalog& catalog, std::string_view glob);
};

constexpr std::array k_kinds{Kind{"accelerators", accelerators},
                             Kind{"providers", providers},
                             Kind{"instances", instances},
                             Kind{"offers", offers},
                             Kind{"regions", regions},
                             Kind{"models", models},
                             Kind{"rules", rules}};

constexpr auto k_kind_names = [] {
  std::array<std::string_view, k_kinds.size()> names{};
  for (std::size_t i = 0; i < k_kinds.size(); ++i)
    names[i] = k_kinds[i].name;
  return names;
}();

} // namespace

std::span<const std::string_view> catalog_kinds() {
  return k_kind_names;
}

std::optional<Table>
catalog_table(const Catalog& catalog, std::string_view kind, std::string_view glob) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> k_other_names{
      {{"chip", "accelerator"}, {"machine", "instance"}, {"price", "offer"}}};
  if (kind.ends_with('s'))
    kind.remove_suffix(1);
  for (const auto& [other, ours] : k_other_names) {
    if (kind == other)
      kind = ours;
  }
  for (const auto& known_kind : k_kinds) {
    if (!kind.empty() && known_kind.name.starts_with(kind) &&
        known_kind.name.size() == kind.size() + 1)
      return known_kind.table(catalog, glob);
  }
  return std::nullopt;
}

} // namespace gpuplan::output
