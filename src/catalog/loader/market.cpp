#include "catalog/loader/kinds.hpp"
#include "catalog/loader/row.hpp"
#include "catalog/words.hpp"
#include "core/currency_codes.hpp"

#include <limits>

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_region_kinds{"region"sv,
                                    "local_zone"sv,
                                    "wavelength_zone"sv,
                                    "zone"sv,
                                    "state"sv,
                                    "country"sv,
                                    "list"sv,
                                    "unspecified"sv};

/// `unlimited`, or GB a month.
core::Known<double> read_free_egress(Row& row) {
  const auto* node = row.fields().mapping().find("egress_free_gb");
  if (node != nullptr && node->is_scalar() && node->text == "unlimited") {
    row.fields().take("egress_free_gb");
    return std::numeric_limits<double>::infinity();
  }
  return row.number("egress_free_gb");
}

} // namespace

void load_provider(const source::Document& document,
                   const FileContext& context,
                   Drafts& drafts,
                   core::DiagnosticSink& sink) {
  Row row{document, document.root, "a provider", drafts, sink};
  Provider provider{.name = row.required_text("provider"),
                    .display_name = row.required_text("name"),
                    .aliases = row.texts("aliases"),
                    .host_tier = row.choice("host_tier", k_host_tier_words, HostTier::cloud),
                    .headquarters = row.text("headquarters"),
                    .currency = row.text("currency"),
                    .increment_s = row.whole("billing_increment_s"),
                    .minimum_s = row.whole("minimum_s"),
                    .certifications = row.texts("certifications"),
                    .sla_percent = row.number("sla_percent", 0, 100),
                    .egress_free_gb = read_free_egress(row),
                    .quota_note = row.text("quota_note"),
                    .regions_doc = row.text("regions_doc"),
                    .note = row.text("note"),
                    .source = row.text("source"),
                    .source_file = row.file(),
                    .source_line = row.line()};
  row.finish();
  if (!context.provider.empty() && provider.name != context.provider)
    row.fault("provider",
              "CAT013",
              "met the provider " + std::string{provider.name} + " in the folder of " +
                  std::string{context.provider},
              "the folder's name is the provider's id");
  if (!provider.currency.empty() && !core::is_listed_currency(provider.currency))
    row.fault("currency",
              "CAT014",
              "met " + std::string{provider.currency} + ", expected a currency code such as USD",
              core::currency_help(provider.currency));
  drafts.providers.push_back({.record = provider, .origin = row.origin()});
}

void load_regions(const source::Document& document,
                  const source::Node& list,
                  Drafts& drafts,
                  core::DiagnosticSink& sink) {
  read_rows(document, list, "a region", drafts, sink, [&](Row& row) {
    const auto provider = row.required_mention("provider");
    Region region{.name = row.required_text("region"), .country = row.text("country")};
    const auto kind = row.fields().choice("kind", k_region_kinds);
    region.kind = k_region_kinds[kind.value_or(0)];
    if (const auto code = row.text("country_code"); !code.empty())
      region.country_code = code;
    region.continent = row.text("continent");
    region.groups = row.texts("groups");
    region.city = row.text("city");
    region.latitude = row.number("lat", -90, 90);
    region.longitude = row.number("lon", -180, 180);
    region.grid_gco2_per_kwh = row.number("grid_gco2_per_kwh", 0, 2000);
    region.grid_scope = row.text("grid_scope");
    region.pue = row.number("pue", 1, 4);
    region.note = row.text("note");
    region.source = row.text("source");
    region.source_file = row.file();
    region.source_line = row.line();
    drafts.regions.push_back(
        {.record = std::move(region), .origin = row.origin(), .provider = provider});
  });
}

void load_place_groups(const source::Document& document,
                       const source::Node& groups,
                       Drafts& drafts,
                       core::DiagnosticSink& sink) {
  for (const auto& [id, value] : groups.entries) {
    Row row{document, value, "a group of countries", drafts, sink};
    if (!value.is_mapping())
      continue;
    drafts.place_groups.push_back({.record = {.id = drafts.texts.keep(id.text),
                                              .name = row.required_text("name"),
                                              .countries = row.texts("countries"),
                                              .source = row.text("source"),
                                              .source_file = row.file(),
                                              .source_line = id.at.line},
                                   .origin = row.origin()});
    row.finish();
  }
}

void load_currencies(const source::Document& document,
                     const source::Node& list,
                     Drafts& drafts,
                     core::DiagnosticSink& sink) {
  read_rows(document, list, "a currency", drafts, sink, [&](Row& row) {
    const auto code = row.required_text("code");
    if (!code.empty() && !core::is_listed_currency(code))
      row.fault("code",
                "CAT014",
                "met " + std::string{code} + ", expected a currency code such as USD",
                core::currency_help(code));
    const auto decimals = row.fields().whole("decimals", 0, 9);
    drafts.currencies.push_back(
        {.record = {.code = code,
                    .name = row.required_text("name"),
                    .decimals = static_cast<std::int32_t>(decimals.value_or(2)),
                    .source_file = row.file(),
                    .source_line = row.line()},
         .origin = row.origin()});
  });
}

} // namespace gpuplan::catalog
