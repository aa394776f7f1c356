#include "output/reports/catalog_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gpuplan::output::catalog_rows {

using catalog::Catalog;

namespace {

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

Datum devices(const catalog::DeviceCount& count) {
  return count.is_whole() ? whole_datum(count.numerator)
                          : number_datum(count.value(),
                                         fmt::format("{}/{}", count.numerator, count.denominator));
}

} // namespace

Records accelerators(const Catalog& catalog, Globs globs) {
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
    if (!is_named(globs, chip.name))
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

Records instances(const Catalog& catalog, Globs globs) {
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
    if (!is_named(globs, name))
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

} // namespace gpuplan::output::catalog_rows
