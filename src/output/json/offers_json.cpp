#include "output/json/envelope.hpp"
#include "output/reports/offers_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;

Json price_json(const catalog::Catalog& catalog, const std::optional<plan::ListedPrice>& price) {
  if (!price)
    return nullptr;
  const auto offer = catalog.offer(price->offer);
  const auto gpu = plan::gpu_hourly(catalog.instance(offer.instance), *price);
  return {{"offer_id", catalog.offer_name(offer)},
          {"region", catalog.region(offer.region).name},
          {"price_hourly", money_json(price->hourly)},
          {"price_gpu_hourly", gpu ? money_json(*gpu) : Json(nullptr)},
          {"currency", price->hourly.currency().code()},
          {"stated_hourly", money_json(*offer.hourly)},
          {"stated_currency", offer.currency.code()},
          {"as_of", offer.as_of ? Json(core::to_string(*offer.as_of)) : Json(nullptr)},
          {"old", price->old},
          {"later", price->later},
          {"source", offer.source},
          {"line", fmt::format("{}:{}", offer.source_file, offer.source_line)}};
}

Json known_json(const core::Known<double>& value) {
  return value ? number_json(*value) : Json(nullptr);
}

Json range_json(const std::optional<plan::PriceRange>& range) {
  if (!range)
    return nullptr;
  return {{"count", range->count},
          {"least", money_json(range->least)},
          {"median", money_json(range->median)},
          {"most", money_json(range->most)},
          {"dearest_region", money_json(range->dearest)}};
}

Json size_json(const catalog::Catalog& catalog, const plan::ListedSize& size) {
  const auto instance = catalog.instance(size.instance);
  Json row{{"provider", catalog.provider(instance.provider).name},
           {"instance_type", instance.type},
           {"accelerator",
            instance.accelerator ? Json(catalog.accelerator(*instance.accelerator).name)
                                 : Json(nullptr)},
           {"gpu_count", number_json(instance.devices.value())}};
  row["vcpus"] = known_json(instance.vcpus);
  row["host_memory_gib"] = known_json(
      instance.host_memory.transform([](core::Bytes bytes) { return core::to_gib(bytes); }));
  row["host_tier"] = to_string(instance.host_tier);
  row["on_demand"] = price_json(catalog, size.on_demand);
  row["on_demand_regions"] = size.on_demand_regions;
  row["spot"] = price_json(catalog, size.spot);
  row["reserved_1y"] = price_json(catalog, size.one_year);
  row["reserved_3y"] = price_json(catalog, size.three_years);
  row["other"] = price_json(catalog, size.other);
  return row;
}

/// `spot-old on-demand-later`: which prices of a size are not of these days.
std::string marks_of(const plan::ListedSize& size) {
  std::string marks;
  const auto add = [&](std::string_view terms, const std::optional<plan::ListedPrice>& price) {
    if (price && price->old)
      marks += fmt::format("{}{}-old", marks.empty() ? "" : " ", terms);
    if (price && price->later)
      marks += fmt::format("{}{}-later", marks.empty() ? "" : " ", terms);
  };
  add("on-demand", size.on_demand);
  add("spot", size.spot);
  add("reserved-1y", size.one_year);
  add("reserved-3y", size.three_years);
  add("other", size.other);
  return marks;
}

std::span<const plan::ListedSize> first_of(const plan::Listing& listing, std::size_t most) {
  const std::span all{listing.sizes};
  return most == 0 ? all : all.first(std::min(most, all.size()));
}

} // namespace

std::string offers_json(const catalog::Catalog& catalog,
                        const plan::Listing& listing,
                        const plan::ListingQuery& query,
                        std::size_t most) {
  Json root;
  begin_envelope(root, "offers", catalog, query.as_of, query.currency);
  Json results = Json::array();
  for (const auto& size : first_of(listing, most))
    results.push_back(size_json(catalog, size));
  root["results"] = std::move(results);
  root["prices"] = {{"on_demand", range_json(listing.on_demand)},
                    {"spot", range_json(listing.spot)},
                    {"reserved_1y", range_json(listing.one_year)},
                    {"reserved_3y", range_json(listing.three_years)}};
  Json unlisted = Json::array();
  for (const auto& size : listing.unlisted) {
    const auto offer = catalog.offer(size.offer);
    unlisted.push_back({{"offer_id", catalog.offer_name(offer)},
                        {"reason", to_string(size.reason)},
                        {"note", offer.note},
                        {"line", fmt::format("{}:{}", offer.source_file, offer.source_line)}});
  }
  root["unlisted"] = std::move(unlisted);
  root["exchange_rates"] = rates_json(query.exchange);
  root["summary"] = {{"matched", listing.sizes.size()},
                     {"providers", listing.providers},
                     {"unknown_left_out", listing.unknown_left_out},
                     {"other_currencies", listing.other_currencies},
                     {"unlisted", listing.unlisted.size()}};
  return text_of(root);
}

std::string
offers_csv(const catalog::Catalog& catalog, const plan::Listing& listing, std::size_t most) {
  std::string text =
      "provider,instance_type,region,accelerator,gpu_count,vcpus,host_memory_gib,"
      "host_tier,on_demand_hourly,on_demand_regions,spot_hourly,reserved_1y_hourly,"
      "reserved_3y_hourly,other_hourly,currency,as_of,old,marks,gpu_hourly,gpu_hourly_terms,"
      "stated_currency\n";
  const auto price = [](const std::optional<plan::ListedPrice>& listed) {
    return listed ? core::to_decimal(listed->hourly) : std::string{};
  };
  const auto number = [](const core::Known<double>& value) {
    return value ? number_json(*value).dump() : std::string{};
  };
  for (const auto& size : first_of(listing, most)) {
    const auto instance = catalog.instance(size.instance);
    const auto& leading = *size.leading();
    const auto offer = catalog.offer(leading.offer);
    const auto gpu = plan::gpu_hourly(instance, leading);
    const std::array cells{std::string(catalog.provider(instance.provider).name),
                           std::string(instance.type),
                           std::string(catalog.region(offer.region).name),
                           instance.accelerator
                               ? std::string(catalog.accelerator(*instance.accelerator).name)
                               : std::string{},
                           number_json(instance.devices.value()).dump(),
                           number(instance.vcpus),
                           number(instance.host_memory.transform(
                               [](core::Bytes bytes) { return core::to_gib(bytes); })),
                           std::string(to_string(instance.host_tier)),
                           price(size.on_demand),
                           std::to_string(size.on_demand_regions),
                           price(size.spot),
                           price(size.one_year),
                           price(size.three_years),
                           price(size.other),
                           std::string(leading.hourly.currency().code()),
                           offer.as_of ? core::to_string(*offer.as_of) : std::string{},
                           std::string(leading.old ? "true" : "false"),
                           marks_of(size),
                           gpu ? core::to_decimal(*gpu) : std::string{},
                           std::string(to_string(offer.option)),
                           std::string(offer.currency.code())};
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += (i > 0 ? "," : "") + csv_field(cells[i]);
    text += '\n';
  }
  return text;
}

} // namespace gpuplan::output
