#include "output/reports/catalog_report.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gpuplan::output {
namespace {

using catalog::Catalog;
using catalog::NumberFormat;

constexpr double k_giga = 1e9;
constexpr double k_tera = 1e12;
constexpr double k_bits = 8;

Datum gib(const core::Known<core::Bytes>& size) {
  return known_datum(size.transform([](core::Bytes bytes) { return core::to_gib(bytes); }));
}

Datum gb_s(const core::Known<core::BytesPerSecond>& rate) {
  return known_datum(rate.transform([](auto value) { return value.count() / k_giga; }));
}

Datum gbps(const core::Known<core::BytesPerSecond>& rate) {
  return known_datum(rate.transform([](auto value) { return value.count() * k_bits / k_giga; }));
}

/// Unsupported is no number; the formats that are have a field of their own.
Datum tera(const catalog::FormatRate& rate) {
  if (rate.unsupported)
    return unknown_datum("no");
  return known_datum(rate.dense.transform([](auto value) { return value.count() / k_tera; }));
}

Datum unsupported_formats(const catalog::Accelerator& chip) {
  std::string words;
  for (std::size_t i = 0; i < catalog::k_number_formats; ++i) {
    if (chip.rates[i].unsupported)
      words += (words.empty() ? "" : " ") + std::string(to_string(static_cast<NumberFormat>(i)));
  }
  return text_datum(words);
}

Datum place(std::string_view file, std::uint32_t line) {
  return text_datum(fmt::format("{}:{}", file, line));
}

Datum devices(const catalog::DeviceCount& count) {
  return count.is_whole() ? whole_datum(count.numerator)
                          : number_datum(count.value(),
                                         fmt::format("{}/{}", count.numerator, count.denominator));
}

Records accelerators(const Catalog& catalog, std::string_view glob) {
  Records records{{{"id", "id"},
                   {"name", "name", Align::left, 1},
                   {"gpu_memory_gib", "GiB", Align::right},
                   {"gpu_memory_usable_gib", "usable", Align::right, 6},
                   {"gpu_memory_bandwidth_gb_s", "GB/s", Align::right},
                   {"fp32_tflops", "FP32", Align::right, 4},
                   {"fp16_tflops", ""},
                   {"bf16_tflops", "BF16", Align::right},
                   {"fp8_tflops", "FP8", Align::right, 5},
                   {"fp4_tflops", ""},
                   {"int8_tops", ""},
                   {"unsupported_formats", ""},
                   {"link_gb_s", "link GB/s", Align::right, 3},
                   {"gpu_power_w", "W", Align::right, 2},
                   {"line", "line", Align::left, 7}}};
  for (std::uint32_t i = 0; i < catalog.accelerator_count(); ++i) {
    const auto chip = catalog.accelerator({i});
    if (!core::glob_match(glob, chip.name))
      continue;
    records.add({text_datum(chip.name),
                 text_datum(chip.display_name),
                 gib(chip.memory),
                 gib(chip.memory_usable),
                 gb_s(chip.memory_bandwidth),
                 tera(chip.rate(NumberFormat::fp32)),
                 tera(chip.rate(NumberFormat::fp16)),
                 tera(chip.rate(NumberFormat::bf16)),
                 tera(chip.rate(NumberFormat::fp8)),
                 tera(chip.rate(NumberFormat::fp4)),
                 tera(chip.rate(NumberFormat::int8)),
                 unsupported_formats(chip),
                 gb_s(chip.link.bidirectional),
                 known_datum(chip.power_w),
                 place(chip.source_file, chip.source_line)});
  }
  return records;
}

Records providers(const Catalog& catalog, std::string_view glob) {
  Records records{{{"id", "id"},
                   {"name", "name"},
                   {"host_tier", "tier"},
                   {"headquarters", "headquarters", Align::left, 1, Breaks::at_spaces},
                   {"currency", ""},
                   {"line", ""}}};
  for (std::uint32_t i = 0; i < catalog.provider_count(); ++i) {
    const auto provider = catalog.provider({i});
    if (!core::glob_match(glob, provider.name))
      continue;
    records.add({text_datum(provider.name),
                 text_datum(provider.display_name),
                 text_datum(to_string(provider.host_tier)),
                 text_datum(provider.headquarters),
                 text_datum(provider.currency),
                 place(provider.source_file, provider.source_line)});
  }
  return records;
}

Records instances(const Catalog& catalog, std::string_view glob) {
  Records records{{{"size", "size"},
                   {"accelerator", "chip", Align::left, 5},
                   {"gpu_count", "devices", Align::right},
                   {"vcpus", "vCPU", Align::right, 2},
                   {"host_memory_gib", "GiB", Align::right, 3},
                   {"network_gbps", "Gbit/s", Align::right, 4},
                   {"link_kind", "links", Align::left, 1},
                   {"host_tier", ""},
                   {"line", "line", Align::left, 6}}};
  for (std::uint32_t i = 0; i < catalog.instance_count(); ++i) {
    const auto instance = catalog.instance({i});
    const auto name = fmt::format("{}/{}", catalog.provider(instance.provider).name, instance.type);
    if (!core::glob_match(glob, name))
      continue;
    const auto chip = instance.accelerator
                          ? text_datum(catalog.accelerator(*instance.accelerator).name)
                          : unknown_datum("-");
    records.add({text_datum(name),
                 chip,
                 devices(instance.devices),
                 known_datum(instance.vcpus),
                 gib(instance.host_memory),
                 gbps(instance.fabric ? instance.fabric : instance.network),
                 text_datum(to_string(instance.links)),
                 text_datum(to_string(instance.host_tier)),
                 place(instance.source_file, instance.source_line)});
  }
  return records;
}

Records offers(const Catalog& catalog, std::string_view glob) {
  Records records{{{"offer", "offer"},
                   {"price_hourly", "price", Align::right},
                   {"currency", "currency"},
                   {"as_of", "date", Align::left, 2},
                   {"basis", "basis", Align::left, 1},
                   {"line", "line", Align::left, 3}}};
  for (std::uint32_t i = 0; i < catalog.offer_count(); ++i) {
    const auto offer = catalog.offer({i});
    const auto name = catalog.offer_name(offer);
    if (!core::glob_match(glob, name))
      continue;
    records.add({text_datum(name),
                 known_datum(offer.hourly),
                 text_datum(offer.currency.code()),
                 offer.as_of ? text_datum(core::to_string(*offer.as_of)) : unknown_datum("undated"),
                 text_datum(offer.basis),
                 place(offer.source_file, offer.source_line)});
  }
  return records;
}

Records regions(const Catalog& catalog, std::string_view glob) {
  Records records{{{"region", "region"},
                   {"country", "country"},
                   {"city", "city", Align::left, 2, Breaks::at_spaces},
                   {"groups", "groups", Align::left, 1},
                   {"grid_gco2_per_kwh", "gCO2/kWh", Align::right, 3},
                   {"pue", "PUE", Align::right, 4},
                   {"line", ""}}};
  for (std::uint32_t i = 0; i < catalog.region_count(); ++i) {
    const auto region = catalog.region({i});
    const auto name = fmt::format("{}/{}", catalog.provider(region.provider).name, region.name);
    if (!core::glob_match(glob, name))
      continue;
    std::string groups;
    for (const auto group : region.groups)
      groups += (groups.empty() ? "" : " ") + std::string(group);
    records.add({text_datum(name),
                 known_datum(region.country_code),
                 text_datum(region.city),
                 text_datum(groups),
                 known_datum(region.grid_gco2_per_kwh),
                 known_datum(region.pue),
                 place(region.source_file, region.source_line)});
  }
  return records;
}

Records models(const Catalog& catalog, std::string_view glob) {
  Records records{{{"id", "id"},
                   {"family_or_task", "family or task", Align::left, 2},
                   {"params_total", "parameters", Align::right},
                   {"params_active", ""},
                   {"hf_name", "hub name", Align::left, 1},
                   {"line", ""}}};
  for (const auto& model : catalog.language_models()) {
    if (!core::glob_match(glob, model.id))
      continue;
    records.add({text_datum(model.id),
                 text_datum(model.family),
                 known_datum(model.params_total),
                 known_datum(model.params_active),
                 text_datum(model.hf_name),
                 place(model.source_file, model.source_line)});
  }
  for (const auto& model : catalog.sample_models()) {
    if (!core::glob_match(glob, model.id))
      continue;
    const auto params = known_datum(
        model.params.transform([](double count) { return static_cast<std::int64_t>(count); }));
    records.add({text_datum(model.id),
                 text_datum(model.task),
                 params,
                 params,
                 text_datum(""),
                 place(model.source_file, model.source_line)});
  }
  return records;
}

Records rules(const Catalog& catalog, std::string_view glob) {
  Records records{{{"rule", "rule"},
                   {"level", "level"},
                   {"applies", "applies", Align::left, 1, Breaks::at_spaces},
                   {"check", "check", Align::left, 0, Breaks::at_spaces},
                   {"line", "line", Align::left, 2}}};
  for (const auto& rule : catalog.rules()) {
    if (!core::glob_match(glob, rule.id))
      continue;
    records.add({text_datum(rule.id),
                 text_datum(rule.level),
                 text_datum(rule.applies, rule.applies.empty() ? "always" : std::string{}),
                 text_datum(rule.check),
                 place(rule.file, rule.line)});
  }
  return records;
}

struct Kind {
  std::string_view name;
  Records (*records)(const Catalog& catalog, std::string_view glob);
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

std::optional<Records>
catalog_records(const Catalog& catalog, std::string_view kind, std::string_view glob) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> k_other_names{
      {{"chip", "accelerator"},
       {"gpu", "accelerator"},
       {"card", "accelerator"},
       {"machine", "instance"},
       {"size", "instance"},
       {"type", "instance"},
       {"price", "offer"},
       {"place", "region"},
       {"cloud", "provider"}}};
  auto word = core::lower(kind);
  if (word.ends_with('s'))
    word.pop_back();
  for (const auto& [other, ours] : k_other_names) {
    if (word == other)
      word = ours;
  }
  for (const auto& known_kind : k_kinds) {
    if (known_kind.name == word + "s")
      return known_kind.records(catalog, glob);
  }
  return std::nullopt;
}

} // namespace gpuplan::output
