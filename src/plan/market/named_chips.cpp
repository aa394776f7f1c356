#include "catalog/reference.hpp"
#include "core/text.hpp"
#include "plan/market/named_parts.hpp"
#include "plan/market/unknown_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace gpuplan::plan {
namespace {

bool is_bare_number(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

/// How many of these chips the machines of the catalog have, the fewest first.
std::vector<catalog::DeviceCount> counts_sold(const catalog::Catalog& catalog,
                                              std::span<const catalog::AcceleratorId> chips) {
  std::vector<catalog::DeviceCount> counts;
  for (std::uint32_t i = 0; i < catalog.shape_count(); ++i) {
    const auto shape = catalog.shape({i});
    const bool named =
        shape.accelerator && std::ranges::find(chips, *shape.accelerator) != chips.end();
    if (named && std::ranges::find(counts, shape.devices) == counts.end())
      counts.push_back(shape.devices);
  }
  std::ranges::sort(counts, {}, [](const catalog::DeviceCount& count) { return count.value(); });
  return counts;
}

void unsold_count(const std::string& text,
                  std::string_view name,
                  std::span<const catalog::DeviceCount> sold,
                  core::DiagnosticSink& sink) {
  std::vector<std::string> counts;
  counts.reserve(sold.size());
  for (const auto& count : sold)
    counts.push_back(count.is_whole() ? fmt::format("{}", count.numerator)
                                      : fmt::format("{}/{}", count.numerator, count.denominator));
  sink.report({.code = "USE020",
               .headline = fmt::format("met --gpu {}, a count no machine has", text),
               .help = counts.empty()
                           ? fmt::format("no machine of the catalog has a {}", name)
                           : fmt::format("machines are sold with {} of {}; --nodes takes several "
                                         "machines",
                                         fmt::join(counts, ", "),
                                         name)});
}

} // namespace

void allow_accelerator(const std::string& text,
                       const catalog::Catalog& catalog,
                       Filters& filters,
                       core::DiagnosticSink& sink) {
  if (core::lower(text) == "cpu" || core::lower(text) == "none") {
    filters.host_only = true;
    return;
  }
  const auto colon = text.rfind(':');
  const auto name = text.substr(0, colon);
  catalog::DeviceCount count{.numerator = 0};
  if (colon != std::string::npos) {
    const auto parsed = catalog::parse_device_count(text.substr(colon + 1));
    if (!parsed) {
      sink.report({.code = "USE020",
                   .headline = fmt::format("met --gpu {}, no count of devices", text),
                   .help = "write a100:8, or a10:1/2 for half a device; a range is "
                           "--where 'gpu_count >= 4'"});
      return;
    }
    count = *parsed;
  }
  if (is_bare_number(name)) {
    sink.report({.code = "USE020",
                 .headline = fmt::format("met --gpu {}, a count without a chip", text),
                 .help = fmt::format(
                     "a count needs a chip: h100:{0}, or --where 'gpu_count == {0}'", name)});
    return;
  }
  const auto chips = catalog.find_accelerators(name);
  if (chips.empty()) {
    const auto names = catalog.accelerator_words();
    unknown_name(sink, "chip", name, names, "`gpuplan catalog show accelerators` lists the chips");
    return;
  }
  if (const auto sold = counts_sold(catalog, chips);
      count.numerator > 0 && std::ranges::find(sold, count) == sold.end()) {
    unsold_count(text, name, sold, sink);
    return;
  }
  if (filters.accelerators.empty())
    filters.accelerators.resize(catalog.accelerator_count());
  if (filters.counts.empty()) {
    filters.counts.assign(catalog.accelerator_count(), catalog::DeviceCount{.numerator = -1});
  }
  for (const auto chip : chips) {
    filters.accelerators[chip.index] = true;
    filters.counts[chip.index] = count;
  }
}

} // namespace gpuplan::plan
