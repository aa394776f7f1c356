#include "output/reports/offers_table.hpp"

#include "core/counted.hpp"
#include "output/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

namespace gpuplan::output {

using plan::ListedPrice;
using plan::ListedSize;
using plan::Listing;

std::string hourly_text(const core::Money& amount) {
  constexpr std::int64_t k_tenth = 100'000'000;
  return to_grouped(amount, amount.nanos() < k_tenth ? 4 : 2);
}

namespace {

std::string count_text(const catalog::DeviceCount& devices) {
  if (devices.is_whole())
    return std::to_string(devices.numerator);
  return fmt::format("{}/{}", devices.numerator, devices.denominator);
}

std::string hardware(const catalog::Catalog& catalog, const catalog::Instance& instance) {
  if (!instance.accelerator)
    return "CPU";
  return count_text(instance.devices) + " " +
         std::string(catalog.accelerator(*instance.accelerator).name);
}

std::string number_or_unknown(const core::Known<double>& value) {
  return value ? human_number(*value) : std::string{"?"};
}

std::string whole_or_unknown(const core::Known<double>& value) {
  return value ? fmt::format("{:.0f}", *value) : std::string{"?"};
}

std::string per_device(const catalog::Instance& instance, const ListedPrice& price) {
  const auto one = plan::gpu_hourly(instance, price);
  return one ? hourly_text(*one) : std::string{"-"};
}

/// The terms that a row's price a GPU is of: the title of their column, or their own name.
std::string leading_terms(const catalog::Catalog& catalog, const ListedSize& size) {
  const auto* leading = size.leading();
  for (const auto& kind : plan::k_price_kinds) {
    const auto& price = size.*kind.price;
    if (price && &*price == leading && kind.price != &ListedSize::other)
      return std::string(kind.name);
  }
  return std::string(to_string(catalog.offer(leading->offer).option));
}

std::string
place_of(const catalog::Catalog& catalog, const catalog::Offer& offer, const ListedSize& size) {
  const auto region = catalog.region(offer.region);
  std::string place = region.stated ? std::string(region.name) : std::string{"not stated"};
  if (size.on_demand_regions > 1)
    place += fmt::format(" +{}", size.on_demand_regions - 1);
  return place;
}

std::string date_of(const catalog::Offer& offer, const ListedPrice& price) {
  std::string date = offer.as_of ? core::month_and_year(*offer.as_of) : std::string{"undated"};
  if (offer.as_of_kind == catalog::DateKind::bound)
    date = "since " + date;
  if (price.old)
    date += " old";
  return date + (price.later ? " later" : "");
}

/// Where a price holds, from when it is and in which currency it is sold, as
/// far as that differs from what its row names.
std::string apart(const catalog::Catalog& catalog,
                  const std::optional<ListedPrice>& price,
                  const ListedPrice& leading) {
  if (!price)
    return {};
  const auto offer = catalog.offer(price->offer);
  const auto region = catalog.region(offer.region);
  std::string text;
  if (offer.region != catalog.offer(leading.offer).region)
    text = region.stated ? std::string(region.name) : std::string{"not stated"};
  if (price->old != leading.old || price->later != leading.later)
    text += (text.empty() ? "" : ", ") + date_of(offer, *price);
  if (const auto sold_in = offer.currency; sold_in != catalog.offer(leading.offer).currency)
    text += fmt::format("{}from {}", text.empty() ? "" : ", ", sold_in.code());
  return text;
}

/// A price in its column, marked where its region or age is not the row's.
std::string price_text(const catalog::Catalog& catalog,
                       const std::optional<ListedPrice>& price,
                       const ListedPrice& leading) {
  if (!price)
    return "-";
  return hourly_text(price->hourly) +
         std::string(apart(catalog, price, leading).empty() ? "" : k_apart_mark);
}

/// Terms that have no column of their own say which they are: `14.00 package`.
std::string other_text(const catalog::Catalog& catalog, const ListedSize& size) {
  const auto text = price_text(catalog, size.other, *size.leading());
  return size.other ? fmt::format("{} {}", text, to_string(catalog.offer(size.other->offer).option))
                    : text;
}

std::vector<Cell> row_of(const catalog::Catalog& catalog, const ListedSize& size) {
  const auto instance = catalog.instance(size.instance);
  const auto& leading = *size.leading();
  const auto offer = catalog.offer(leading.offer);
  const auto memory =
      instance.host_memory.transform([](core::Bytes value) { return core::to_gib(value); });
  return {{fmt::format("{}/{}", catalog.provider(instance.provider).name, instance.type)},
          {place_of(catalog, offer, size),
           catalog.region(offer.region).stated ? Style::plain : Style::dim},
          {hardware(catalog, instance)},
          {whole_or_unknown(instance.vcpus)},
          {number_or_unknown(memory)},
          {price_text(catalog, size.on_demand, leading)},
          {per_device(instance, leading)},
          {leading_terms(catalog, size)},
          {price_text(catalog, size.spot, leading)},
          {apart(catalog, size.spot, leading)},
          {price_text(catalog, size.one_year, leading)},
          {price_text(catalog, size.three_years, leading)},
          {other_text(catalog, size)},
          {std::string(offer.currency.code())},
          {date_of(offer, leading), leading.old || leading.later ? Style::warn : Style::dim}};
}

std::size_t shown_of(const Listing& listing, std::size_t most) {
  return most == 0 ? listing.sizes.size() : std::min(most, listing.sizes.size());
}

} // namespace

Table offers_table(const catalog::Catalog& catalog, const Listing& listing, std::size_t most) {
  const std::span shown{listing.sizes.data(), shown_of(listing, most)};
  // A column that holds the one price of a row stays, however narrow the screen.
  const auto leads = [&](std::optional<ListedPrice> ListedSize::*slot) {
    return std::any_of(shown.begin(), shown.end(), [&](const ListedSize& size) {
      return (size.*slot) && size.leading() == &*(size.*slot);
    });
  };
  const auto has = [&](std::optional<ListedPrice> ListedSize::*slot) {
    return std::any_of(shown.begin(), shown.end(), [&](const ListedSize& size) {
      return (size.*slot).has_value();
    });
  };
  const std::vector<Column> columns{{"plan"},
                                    {"region", Align::left, 5},
                                    {"hardware", Align::left, 8},
                                    {"vCPU", Align::right, 6},
                                    {"GiB", Align::right, 7},
                                    {"demand", Align::right},
                                    {"per GPU", Align::right},
                                    {"of", Align::left},
                                    {"spot", Align::right},
                                    {"spot in", Align::left, 4},
                                    {"1y", Align::right, leads(&ListedSize::one_year) ? 0 : 3},
                                    {"3y", Align::right, leads(&ListedSize::three_years) ? 0 : 2},
                                    {"other", Align::left, leads(&ListedSize::other) ? 0 : 1},
                                    {"sold in", Align::left, 10},
                                    {"price of", Align::left, 9}};
  const auto any = [&](const auto& holds) {
    return std::any_of(shown.begin(), shown.end(), holds);
  };
  // Columns that a list needs only where its rows differ in them.
  const std::map<std::string_view, bool> needed{
      {"other", has(&ListedSize::other)},
      {"spot in",
       any([&](const auto& size) { return !apart(catalog, size.spot, *size.leading()).empty(); })},
      {"of", any([&](const auto& size) { return !size.on_demand; })},
      {"sold in", any([&](const auto& size) {
         const auto* leading = size.leading();
         return catalog.offer(leading->offer).currency != leading->hourly.currency();
       })}};
  const auto is_kept = [&](std::size_t column) {
    const auto found = needed.find(columns[column].title);
    return found == needed.end() || found->second;
  };
  const auto kept = [&](const auto& cells) {
    auto left = cells;
    left.clear();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (is_kept(c))
        left.push_back(cells[c]);
    }
    return left;
  };
  Table table{kept(columns)};
  for (const auto& size : shown)
    table.add(kept(row_of(catalog, size)));
  return table;
}

} // namespace gpuplan::output
