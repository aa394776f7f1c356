#include "catalog/findings/findings.hpp"
#include "catalog/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace gpuplan::catalog {

namespace {

constexpr double k_percent = 100;

double price_of(const OfferDraft& row) {
  return row.record.hourly->to_double();
}

bool priced(const OfferDraft& row) {
  return row.record.hourly.known();
}

/// How much dearer `price` is than `than`: `11.4 %`.
std::string percent_above(double price, double than) {
  return fmt::format("{:.1f} %", (price / than - 1) * k_percent);
}

std::string amount(const OfferDraft& row) {
  return fmt::format("{} {}", core::to_decimal(*row.record.hourly), row.record.currency.code());
}

/// Rows by size, region and currency; within, in the order of the offers.
using Places =
    std::map<std::tuple<std::uint32_t, std::uint32_t, core::Currency>, std::vector<OfferDraft*>>;

Places by_place(Drafts& drafts) {
  Places places;
  for (auto& row : drafts.offers) {
    if (priced(row))
      places[{row.record.instance.index, row.record.region.index, row.record.currency}].push_back(
          &row);
  }
  return places;
}

/// The on-demand price beside which another stands: of its own zone, else of the region.
const OfferDraft* on_demand_beside(const std::vector<OfferDraft*>& rows, const OfferDraft& offer) {
  const OfferDraft* regional = nullptr;
  for (const auto* row : rows) {
    const auto& record = row->record;
    if (record.option != PurchaseOption::on_demand || record.tier != offer.record.tier)
      continue;
    if (record.zone == offer.record.zone)
      return row;
    if (record.zone.empty())
      regional = row;
  }
  return regional;
}

std::string payment_words(const Offer& offer) {
  const bool one_year = offer.term == Term::one_year;
  return fmt::format("{} {} {}",
                     to_string(offer.option),
                     one_year ? "1y" : "3y",
                     offer.payment == Payment::all       ? "all upfront"
                     : offer.payment == Payment::partial ? "partly upfront"
                                                         : "without upfront");
}

bool has_payment_order(const OfferDraft& row) {
  const auto& offer = row.record;
  const bool term = offer.term == Term::one_year || offer.term == Term::three_years;
  const bool payment = offer.payment == Payment::none || offer.payment == Payment::partial ||
                       offer.payment == Payment::all;
  return is_committed(offer.option) && term && payment;
}

/// The nearest price that should not be below this one: a later payment of the same commitment,
/// else on demand.
const OfferDraft* should_be_dearer(const std::vector<OfferDraft*>& rows, const OfferDraft& offer) {
  const OfferDraft* nearest = nullptr;
  for (const auto* row : rows) {
    const auto& a = row->record;
    const auto& b = offer.record;
    const bool same = has_payment_order(*row) && a.option == b.option && a.term == b.term &&
                      a.zone == b.zone && a.tier == b.tier;
    // Payment is declared none, partial, all: the earlier one in the enumeration pays later.
    if (same && a.payment < b.payment &&
        (nearest == nullptr || a.payment > nearest->record.payment))
      nearest = row;
  }
  return nearest != nullptr ? nearest : on_demand_beside(rows, offer);
}

} // namespace

void add_finding(OfferDraft& row,
                 Finding kind,
                 std::string_view message,
                 TextPool& texts,
                 double ratio) {
  row.record.findings |= static_cast<std::uint32_t>(kind);
  row.findings.push_back({.kind = kind,
                          .message = texts.keep(message),
                          .file = row.origin.file,
                          .line = row.origin.line,
                          .ratio = ratio});
}

void find_missing_prices(Drafts& drafts) {
  for (auto& row : drafts.offers) {
    auto& offer = row.record;
    const bool zero_before = offer.has(Finding::zero_price);
    const bool zero = offer.hourly.known() && offer.hourly->nanos() == 0;
    if (zero)
      offer.hourly = core::Unknown{"the source gives a price of zero"};
    if (zero || zero_before)
      add_finding(row,
                  Finding::zero_price,
                  "a price of zero, which is read as a price that is not known",
                  drafts.texts);
    else if (!offer.hourly.known())
      add_finding(row,
                  Finding::no_price,
                  offer.note.empty() ? std::string{"listed without a price"}
                                     : fmt::format("listed without a price: {}", offer.note),
                  drafts.texts);
  }
}

void find_noted_prices(Drafts& drafts) {
  for (auto& row : drafts.offers) {
    if (row.record.note.starts_with("DERIVED"))
      add_finding(row, Finding::derived, row.record.note, drafts.texts);
    else if (row.record.note.starts_with("UNCONFIRMED"))
      add_finding(row, Finding::unconfirmed, row.record.note, drafts.texts);
  }
}

void find_dear_spot(Drafts& drafts) {
  const auto tolerance = threshold(drafts, "catalog.spot_equal_tolerance").value_or(0);
  for (auto& [place, rows] : by_place(drafts)) {
    for (auto* row : rows) {
      if (row->record.option != PurchaseOption::spot)
        continue;
      const auto* beside = on_demand_beside(rows, *row);
      if (beside == nullptr || price_of(*row) < price_of(*beside) * (1 - tolerance))
        continue;
      if (price_of(*row) <= price_of(*beside) * (1 + tolerance))
        add_finding(*row,
                    Finding::spot_equals_on_demand,
                    fmt::format("spot costs {}, as much as on demand: there is no spot market",
                                amount(*row)),
                    drafts.texts);
      else
        add_finding(*row,
                    Finding::spot_above_on_demand,
                    fmt::format("spot at {} is {} dearer than on demand at {}",
                                amount(*row),
                                percent_above(price_of(*row), price_of(*beside)),
                                amount(*beside)),
                    drafts.texts,
                    price_of(*row) / price_of(*beside));
    }
  }
}

void find_payment_order(Drafts& drafts) {
  const auto tolerance = threshold(drafts, "catalog.payment_order_tolerance").value_or(0);
  for (auto& [place, rows] : by_place(drafts)) {
    for (auto* row : rows) {
      if (!has_payment_order(*row))
        continue;
      const auto* above = should_be_dearer(rows, *row);
      if (above == nullptr || price_of(*row) <= price_of(*above) * (1 + tolerance))
        continue;
      const bool on_demand = above->record.option == PurchaseOption::on_demand;
      add_finding(*row,
                  Finding::payment_order,
                  fmt::format("{} at {} is {} dearer than {} at {}",
                              payment_words(row->record),
                              amount(*row),
                              percent_above(price_of(*row), price_of(*above)),
                              on_demand ? "on demand" : payment_words(above->record),
                              amount(*above)),
                  drafts.texts,
                  price_of(*row) / price_of(*above));
    }
  }
}

void find_price_faults(Drafts& drafts) {
  find_noted_prices(drafts);
  find_dear_spot(drafts);
  find_payment_order(drafts);
  find_unscaled_prices(drafts);
  find_outliers(drafts);
}

} // namespace gpuplan::catalog
