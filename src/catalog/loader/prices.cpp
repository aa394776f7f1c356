#include "catalog/loader/cells.hpp"
#include "catalog/words.hpp"
#include "source/checks.hpp"

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_required{"instance_type"sv,
                                "region"sv,
                                "option"sv,
                                "price_hourly"sv,
                                "currency"sv};
constexpr std::array k_optional{"provider"sv,
                                "zone"sv,
                                "tier"sv,
                                "term"sv,
                                "payment"sv,
                                "upfront"sv,
                                "unit"sv,
                                "as_of"sv,
                                "as_of_kind"sv,
                                "basis"sv,
                                "source"sv,
                                "note"sv};
constexpr std::array k_units{"instance-hour"sv};
constexpr std::array k_bases{"region"sv,
                             "zone"sv,
                             "lowest_zone"sv,
                             "all_regions_one_list"sv,
                             "unspecified_region"sv};

/// Words of the column `term`; what is committed to without a term has one that is not stated.
Term read_term(Cells& cells, PurchaseOption option) {
  constexpr auto k_words = std::span{k_term_words}.first(3);
  const auto term = cells.choice("term", k_words, Term::none);
  return term == Term::none && is_committed(option) ? Term::not_stated : term;
}

void read_date(Cells& cells, Offer& offer) {
  offer.as_of = cells.date("as_of");
  const auto by_date = offer.as_of.known() ? DateKind::exact : DateKind::unknown;
  offer.as_of_kind = cells.choice("as_of_kind", k_date_kind_words, by_date);
  if (offer.as_of_kind == DateKind::unknown && offer.as_of.known())
    cells.fault(
        "as_of_kind", "CAT004", "met a date whose kind is unknown, expected exact or bound");
  if (offer.as_of_kind != DateKind::unknown && !offer.as_of.known() &&
      !cells.text("as_of_kind").empty() && cells.text("as_of").empty())
    cells.fault("as_of_kind", "CAT004", "met the kind of a date and no date, expected unknown");
}

void read_price(Cells& cells, Offer& offer) {
  if (const auto currency = cells.currency("currency"))
    offer.currency = *currency;
  offer.hourly = cells.money("price_hourly", offer.currency);
  offer.upfront = cells.money("upfront", offer.currency);
  cells.choice("unit", k_units, 0);
}

OfferDraft read_offer(Cells& cells, const FileContext& context) {
  OfferDraft draft{.origin = cells.origin(),
                   .provider = cells.mention("provider"),
                   .type = cells.mention("instance_type"),
                   .region = cells.mention("region")};
  if (draft.provider.name.empty())
    draft.provider.name = context.provider;
  auto& offer = draft.record;
  offer.zone = cells.text("zone");
  offer.tier = cells.text("tier");
  offer.option = cells.choice("option", k_purchase_option_words, PurchaseOption::on_demand);
  offer.term = read_term(cells, offer.option);
  offer.payment = cells.choice("payment", k_payment_words, Payment::unspecified);
  read_price(cells, offer);
  read_date(cells, offer);
  cells.choice("basis", k_bases, 0);
  offer.basis = cells.text("basis");
  offer.source = cells.text("source");
  offer.note = cells.text("note");
  offer.source_file = draft.origin.file;
  offer.source_line = draft.origin.line;
  return draft;
}

} // namespace

void load_prices(const source::CsvTable& table,
                 const FileContext& context,
                 Drafts& drafts,
                 core::DiagnosticSink& sink) {
  Cells cells{table, "a price table", drafts, sink};
  if (!cells.columns(k_required, k_optional))
    return;
  if (context.provider.empty() && !table.column("provider")) {
    source::report(*table.text,
                   {.line = 1, .column = 1},
                   "CAT002",
                   "met a price table that names no provider",
                   "add a column provider, or put the file under providers/<provider>/",
                   sink);
    return;
  }
  drafts.offers.reserve(drafts.offers.size() + table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    cells.go_to(i);
    drafts.offers.push_back(read_offer(cells, context));
  }
}

} // namespace gpuplan::catalog
