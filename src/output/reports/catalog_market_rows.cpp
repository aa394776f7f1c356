#include "output/reports/catalog_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gpuplan::output::catalog_rows {

using catalog::Catalog;

Datum place(std::string_view file, std::uint32_t line) {
  return text_datum(fmt::format("{}:{}", file, line));
}

Records providers(const Catalog& catalog, Globs globs) {
  Records records{{{"id", "id"},
                   {"name", "name"},
                   {"host_tier", "tier"},
                   {"headquarters", "headquarters", Align::left, 1, Breaks::at_spaces},
                   {"currency", ""},
                   {"line", ""}}};
  for (std::uint32_t i = 0; i < catalog.provider_count(); ++i) {
    const auto provider = catalog.provider({i});
    if (!is_named(globs, provider.name))
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

Records offers(const Catalog& catalog, Globs globs) {
  Records records{{{"offer", "offer"},
                   {"price_hourly", "price", Align::right},
                   {"currency", "currency"},
                   {"as_of", "date", Align::left, 2},
                   {"basis", "basis", Align::left, 1},
                   {"line", "line", Align::left, 3}}};
  for (std::uint32_t i = 0; i < catalog.offer_count(); ++i) {
    const auto offer = catalog.offer({i});
    const auto name = catalog.offer_name(offer);
    if (!is_named(globs, name))
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

Records regions(const Catalog& catalog, Globs globs) {
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
    if (!is_named(globs, name))
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

} // namespace gpuplan::output::catalog_rows
