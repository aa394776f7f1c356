#include "output/reports/offers_report.hpp"

#include "core/counted.hpp"
#include "output/human.hpp"
#include "output/reports/offers_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::output {

using plan::Listing;
using plan::PriceRange;

namespace {

std::string range_text(std::string_view name, const std::optional<PriceRange>& range) {
  if (!range)
    return {};
  const auto ends = range->least == range->most
                        ? hourly_text(range->least)
                        : hourly_text(range->least) + "-" + hourly_text(range->most);
  return fmt::format("{} {}", name, ends);
}

std::string summary(const Listing& listing) {
  std::string text = range_text("on demand", listing.on_demand);
  if (listing.on_demand) {
    if (listing.on_demand->dearest > listing.on_demand->most) {
      text += fmt::format(" (dearest region {})", hourly_text(listing.on_demand->dearest));
    }
    text += fmt::format(", median {}", hourly_text(listing.on_demand->median));
  }
  for (const auto& [name, range] : {std::pair{"spot", &listing.spot},
                                    std::pair{"1y", &listing.one_year},
                                    std::pair{"3y", &listing.three_years}}) {
    const auto part = range_text(name, *range);
    if (part.empty())
      continue;
    text += (text.empty() ? "" : " · ") + part;
  }
  return text;
}

/// Sizes that are sold and not listed, by why: how many, and the first of them by name.
std::string
unlisted_text(const catalog::Catalog& catalog, const Listing& listing, const ReportStyle& style) {
  std::string text;
  for (const auto& [reason, phrase] :
       {std::pair{plan::Unlisted::no_price, "without a price"},
        std::pair{plan::Unlisted::zero_price, "with a price of zero, which is none"},
        std::pair{plan::Unlisted::quarantined, "with a finding about the data"}}) {
    constexpr std::size_t k_named = 3;
    std::size_t count = 0;
    std::string names;
    for (const auto& size : listing.unlisted) {
      if (size.reason != reason || ++count > k_named)
        continue;
      const auto offer = catalog.offer(size.offer);
      names += fmt::format("{}{}{}",
                           names.empty() ? "" : ", ",
                           catalog.offer_name(offer),
                           offer.note.empty() ? std::string{} : fmt::format(" ({})", offer.note));
    }
    if (count > k_named)
      names += fmt::format(" and {} more", core::with_thousands(count - k_named));
    if (count > 0)
      text += paragraph(
          fmt::format(" not shown: {} {}: {}", core::counted(count, "size"), phrase, names),
          style,
          3);
  }
  return text;
}

/// What the list does not show, a line for each reason.
std::string
left_out(const catalog::Catalog& catalog, const Listing& listing, const ReportStyle& style) {
  std::string text;
  if (listing.unknown_left_out > 0) {
    auto line = fmt::format(" not shown: {} with unknown vCPU or memory (--include-unknown)",
                            core::counted(listing.unknown_left_out, "size"));
    if (listing.unknown_from)
      line += fmt::format(", from {}", hourly_text(*listing.unknown_from));
    text += paragraph(line, style, 3);
  }
  if (listing.other_currencies > 0)
    text += paragraph(
        fmt::format(" not shown: {} priced in other currencies alone (--currency, or --fx "
                    "to convert)",
                    core::counted(listing.other_currencies, "size")),
        style,
        3);
  return text + unlisted_text(catalog, listing, style);
}

/// That the list is in two parts by the age of its prices, where it is.
std::string order_text(const Listing& listing, const ReportStyle& style) {
  const auto current = static_cast<std::size_t>(
      std::count_if(listing.sizes.begin(), listing.sizes.end(), [](const plan::ListedSize& size) {
        return size.leading()->current();
      }));
  if (current == 0 || current == listing.sizes.size())
    return {};
  const bool later = std::any_of(listing.sizes.begin(), listing.sizes.end(), [](const auto& size) {
    return size.leading()->later;
  });
  return paragraph(fmt::format(" by price, {} at current prices first, then {} at {}",
                               core::with_thousands(current),
                               core::with_thousands(listing.sizes.size() - current),
                               later ? "older, undated or later ones" : "older or undated ones"),
                   style,
                   3);
}

/// The table of the sizes, and what the mark behind a price means where one is shown.
std::string table_text(const catalog::Catalog& catalog,
                       const Listing& listing,
                       std::size_t most,
                       const ReportStyle& style) {
  auto text = offers_table(catalog, listing, most).text(style.width, style.colour);
  if (text.find(k_apart_mark) == std::string::npos)
    return text;
  return text + paragraph(fmt::format(" {} of another region, age or currency than the row's: "
                                      "-o json names them",
                                      k_apart_mark),
                          style,
                          3);
}

} // namespace

std::string offers_text(const catalog::Catalog& catalog,
                        const Listing& listing,
                        std::string_view asked,
                        std::size_t most,
                        const plan::ListingQuery& query,
                        const ReportStyle& style) {
  const auto sizes = listing.sizes.size();
  const auto prices = summary(listing);
  auto title = fmt::format("{}: {} of {}",
                           asked,
                           core::counted(sizes, "size"),
                           core::counted(listing.providers, "provider"));
  if (!prices.empty())
    title += fmt::format(", prices in {}/h", query.currency.code());
  auto text = paragraph(title, style, 2);
  if (!prices.empty())
    text += paragraph(" " + prices, style, 3);
  if (const auto rates = rates_text(query.exchange); !rates.empty())
    text += paragraph(" rates: " + rates, style, 8);
  if (listing.chips.size() > 1) {
    std::string names;
    for (const auto chip : listing.chips) {
      names += (names.empty() ? "" : ", ") + std::string(catalog.accelerator(chip).name);
    }
    text += paragraph(" chips: " + names, style, 8);
  }
  if (sizes > 0)
    text += table_text(catalog, listing, most, style);
  if (most > 0 && sizes > most)
    text += fmt::format(" {} more: --top {}\n", core::with_thousands(sizes - most), sizes);
  return text + order_text(listing, style) + left_out(catalog, listing, style);
}

} // namespace gpuplan::output
