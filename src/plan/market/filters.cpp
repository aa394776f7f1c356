#include "plan/market/filters.hpp"

#include "catalog/reference.hpp"
#include "core/ensure.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::plan {
namespace {

using catalog::Catalog;
using catalog::PurchaseOption;

/// Reports a name that means nothing, as bad input with the nearest valid one.
void unknown_name(core::DiagnosticSink& sink,
                  std::string_view what,
                  std::string_view name,
                  std::span<const std::string_view> valid,
                  std::string_view more) {
  const auto meant = core::nearest(name, valid);
  sink.report({.code = "PLN001",
               .headline = fmt::format("met {}, no {} of the catalog", name, what),
               .help = meant ? fmt::format("did you mean {}?", *meant) : std::string(more)});
}

bool is_bare_number(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

/// `h100`, `h100:8`, `a10:1/2`, `cpu`.
void allow_accelerator(const std::string& text,
                       const Catalog& catalog,
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
    const auto names = catalog.accelerator_names();
    unknown_name(sink, "chip", name, names, "`gpuplan catalog show accelerators` lists the chips");
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

void allow_provider(const std::string& name,
                    const Catalog& catalog,
                    Filters& filters,
                    core::DiagnosticSink& sink) {
  const auto provider = catalog.find_provider(name);
  if (!provider) {
    const auto names = catalog.provider_names();
    unknown_name(sink, "provider", name, names, "`gpuplan catalog show providers` lists them");
    return;
  }
  if (filters.providers.empty())
    filters.providers.resize(catalog.provider_count());
  filters.providers[provider->index] = true;
}

/// The regions of that name as `provider/region`, those where most is sold first.
std::vector<std::string> regions_named(const std::string& name, const Catalog& catalog) {
  struct Named {
    catalog::RegionId region;
    std::size_t offers = 0;
  };

  std::vector<Named> named;
  for (std::uint32_t i = 0; i < catalog.region_count(); ++i) {
    if (core::lower(catalog.region({i}).name) == core::lower(name))
      named.push_back({.region = {i}});
  }
  if (named.size() > 1) {
    for (std::uint32_t i = 0; i < catalog.offer_count(); ++i) {
      const auto here = std::ranges::find(named, catalog.offer({i}).region, &Named::region);
      if (here != named.end())
        ++here->offers;
    }
  }
  std::ranges::stable_sort(named, std::ranges::greater{}, &Named::offers);
  std::vector<std::string> names;
  for (const auto& each : named) {
    const auto region = catalog.region(each.region);
    names.push_back(fmt::format("{}/{}", catalog.provider(region.provider).name, region.name));
  }
  return names;
}

/// What may have been meant by a word that is no place: a region without its provider, a provider.
std::string place_help(const std::string& place, const Catalog& catalog) {
  constexpr std::size_t k_named = 3;
  auto regions = regions_named(place, catalog);
  if (!regions.empty()) {
    regions.resize(std::min(regions.size(), k_named));
    return fmt::format("did you mean {}? A region is named with its provider",
                       fmt::join(regions, " or "));
  }
  if (catalog.find_provider(place))
    return fmt::format("it is a provider: --provider {}", place);
  return "write a country (DE), a group (eu), a city, or provider/region (aws/eu-*)";
}

void allow_places(const std::vector<std::string>& places,
                  const Catalog& catalog,
                  Filters& filters,
                  core::DiagnosticSink& sink) {
  std::vector<std::string> known;
  for (const auto& place : places) {
    if (core::lower(place) == "all")
      return;
    if (catalog.is_place(place)) {
      known.push_back(place);
      continue;
    }
    std::vector<std::string_view> names;
    // A name that is a region's is meant as such, however like a group's it looks.
    if (regions_named(place, catalog).empty()) {
      for (const auto& group : catalog.place_groups())
        names.push_back(group.id);
    }
    unknown_name(sink, "place", place, names, place_help(place, catalog));
  }
  if (known.empty())
    return;
  for (std::uint32_t i = 0; i < catalog.region_count(); ++i) {
    const bool inside = std::any_of(known.begin(), known.end(), [&](const std::string& place) {
      return catalog.in_place({i}, place);
    });
    const auto region = catalog.region({i});
    const bool untold = !inside && !region.country_code.known();
    filters.places.push_back(
        untold ? core::Known<bool>{core::Unknown{"the region's country is not known"}}
               : core::Known<bool>{inside});
  }
}

/// The terms asked for; else those of the setting `purchase.terms`.
void choose_terms(const workload::Purchase& purchase, const Catalog& catalog, Filters& filters) {
  filters.terms_given = !purchase.terms.empty();
  for (const auto option : purchase.terms)
    filters.terms.set(static_cast<std::size_t>(option));
  if (filters.terms_given)
    return;
  const auto setting = catalog.setting("purchase.terms");
  GPUPLAN_ENSURE(setting.has_value());
  for (std::string_view rest = setting->value; !rest.empty();) {
    const auto end = std::min(rest.find(','), rest.size());
    const auto option = catalog::parse_purchase_option(core::trim(rest.substr(0, end)));
    GPUPLAN_ENSURE(option.has_value());
    filters.terms.set(static_cast<std::size_t>(*option));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  // Not asked for, yet looked at: a rule tells from which use a commitment would pay.
  for (const auto option :
       {PurchaseOption::reserved, PurchaseOption::savings_plan, PurchaseOption::committed_use}) {
    filters.terms.set(static_cast<std::size_t>(option));
  }
}

/// `aws/eu-central-1`: the region the data set has to leave.
void place_data(const std::string& text,
                const Catalog& catalog,
                Filters& filters,
                core::DiagnosticSink& sink) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) {
    sink.report({.code = "PLN001",
                 .headline = fmt::format("met {} for where the data lies, no region", text),
                 .help = "write provider/region: --data-at aws/eu-central-1"});
    return;
  }
  const auto name = text.substr(0, slash);
  const auto provider = catalog.find_provider(name);
  if (!provider) {
    const auto names = catalog.provider_names();
    unknown_name(sink, "provider", name, names, "`gpuplan catalog show providers` lists them");
    return;
  }
  filters.data_at = catalog.find_region(*provider, text.substr(slash + 1));
  if (filters.data_at)
    return;
  const auto names = catalog.region_names(*provider);
  unknown_name(sink,
               fmt::format("region of {}", name),
               text.substr(slash + 1),
               names,
               "`gpuplan catalog show regions` lists them");
}

void pin(const std::string& reference,
         const Catalog& catalog,
         Filters& filters,
         core::DiagnosticSink& sink) {
  const auto selection = catalog::select_offers(catalog, reference);
  if (const auto* error = std::get_if<catalog::ReferenceError>(&selection)) {
    sink.report(
        {.code = "PLN002",
         .headline = error->headline,
         .at = {.file = "plan reference",
                .line = 1,
                .column = static_cast<std::uint32_t>(error->begin + 1),
                .length = static_cast<std::uint32_t>(std::max<std::size_t>(error->length, 1)),
                .line_text = reference},
         .help = error->help});
    return;
  }
  if (const auto* offers = std::get_if<catalog::OfferSelection>(&selection)) {
    filters.offers.resize(catalog.offer_count());
    for (const auto offer : offers->offers)
      filters.offers[offer.index] = true;
    filters.nodes = offers->nodes;
    if (!filters.terms_given)
      filters.terms.set();
    return;
  }
  const auto& hardware = std::get<catalog::HardwareSelection>(selection);
  filters.nodes = hardware.nodes;
  filters.accelerators.assign(catalog.accelerator_count(), false);
  filters.counts.assign(catalog.accelerator_count(), catalog::DeviceCount{.numerator = -1});
  for (const auto chip : hardware.accelerators) {
    filters.accelerators[chip.index] = true;
    filters.counts[chip.index] = hardware.devices.value_or(catalog::DeviceCount{.numerator = 0});
  }
}

} // namespace

bool Filters::wants_chip(const catalog::Shape& shape) const {
  if (!shape.accelerator)
    return host_only || (!offers.empty());
  if (accelerators.empty())
    return !host_only;
  if (!accelerators[shape.accelerator->index])
    return false;
  const auto wanted = counts[shape.accelerator->index];
  return wanted.numerator <= 0 || wanted == shape.devices;
}

std::optional<Filters> resolve_filters(const workload::Workload& workload,
                                       const Catalog& catalog,
                                       core::DiagnosticSink& sink) {
  Filters filters;
  const auto& constraints = workload.constraints;
  const auto errors = sink.error_count();
  choose_terms(workload.purchase, catalog, filters);
  for (const auto& name : constraints.accelerators)
    allow_accelerator(name, catalog, filters, sink);
  for (const auto& name : constraints.providers)
    allow_provider(name, catalog, filters, sink);
  if (!constraints.places.empty())
    allow_places(constraints.places, catalog, filters, sink);
  if (!workload.around.dataset_at.empty())
    place_data(workload.around.dataset_at, catalog, filters, sink);
  if (!workload.on.empty())
    pin(workload.on, catalog, filters, sink);
  filters.least_vcpus = constraints.least_vcpus;
  if (constraints.least_host_memory_bytes) {
    filters.least_host_memory = core::Bytes{*constraints.least_host_memory_bytes};
  }
  filters.max_price = constraints.max_price;
  filters.max_gpu_price = constraints.max_gpu_price;
  filters.community_hosts = constraints.community_hosts;
  if (workload.nodes)
    filters.nodes = workload.nodes;
  if (sink.error_count() > errors)
    return std::nullopt;
  return filters;
}

} // namespace gpuplan::plan
