#include "core/text.hpp"
#include "plan/market/named_parts.hpp"
#include "plan/market/unknown_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>

namespace gpuplan::plan {
namespace {

/// The regions of that name as `provider/region`, those where most is sold first.
std::vector<std::string> regions_named(const std::string& name, const catalog::Catalog& catalog) {
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

/// The regions, as `provider/region`, that a name without a provider means beyond doubt: those of
/// the providers that are wanted, or of the only provider that has one.
std::vector<std::string>
regions_meant(const std::string& name, const catalog::Catalog& catalog, const Filters& filters) {
  auto regions = regions_named(name, catalog);
  if (filters.providers.empty())
    return regions.size() == 1 ? regions : std::vector<std::string>{};
  std::erase_if(regions, [&](const std::string& region) {
    const auto provider = catalog.find_provider(region.substr(0, region.find('/')));
    return !provider || !filters.providers[provider->index];
  });
  return regions;
}

/// What may have been meant by a word that is no place: a region without its provider, a provider.
std::string place_help(const std::string& place, const catalog::Catalog& catalog) {
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

/// Reports a word that is no provider's name, with the nearest of names and aliases.
void unknown_provider(const std::string& name,
                      const catalog::Catalog& catalog,
                      core::DiagnosticSink& sink) {
  auto names = catalog.provider_names();
  for (std::uint32_t i = 0; i < catalog.provider_count(); ++i) {
    const auto aliases = catalog.provider({i}).aliases;
    names.insert(names.end(), aliases.begin(), aliases.end());
  }
  unknown_name(sink, "provider", name, names, "`gpuplan catalog show providers` lists them");
}

} // namespace

void allow_provider(const std::string& name,
                    const catalog::Catalog& catalog,
                    Filters& filters,
                    core::DiagnosticSink& sink) {
  const auto provider = catalog.find_provider(name);
  if (!provider) {
    unknown_provider(name, catalog, sink);
    return;
  }
  if (filters.providers.empty())
    filters.providers.resize(catalog.provider_count());
  filters.providers[provider->index] = true;
}

void allow_places(const std::vector<std::string>& places,
                  const catalog::Catalog& catalog,
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
    if (const auto meant = regions_meant(place, catalog, filters); !meant.empty()) {
      known.insert(known.end(), meant.begin(), meant.end());
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

void place_data(const std::string& text,
                const catalog::Catalog& catalog,
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
    unknown_provider(name, catalog, sink);
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

} // namespace gpuplan::plan
