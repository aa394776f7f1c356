#include "catalog/view/offer_columns.hpp"

#include "catalog/view/decode.hpp"

namespace gpuplan::catalog {

namespace {

template <class Number>
const Number* plain(const flatbuffers::Vector<Number>* column) {
  return reinterpret_cast<const Number*>(column->Data());
}

core::Known<core::Money>
money(std::int64_t nanos, core::Currency currency, std::string_view why_unknown) {
  if (nanos == k_unknown_whole)
    return core::Unknown{why_unknown};
  return core::Money{nanos, currency};
}

std::string_view why_no_price(std::uint32_t findings) {
  if ((findings & static_cast<std::uint32_t>(Finding::zero_price)) != 0)
    return "the source gives a price of zero";
  return "no published price";
}

} // namespace

// Where the columns lie is known without reading them; `Catalog::offer` asks for the table, and so
// for its check, before it decodes.
OfferColumns::OfferColumns(const View& view) {
  const auto& offers = view.unread<fb::Offers>();
  const auto& instances = view.unread<fb::Instances>();
  instance_ = plain(offers.instance());
  region_ = plain(offers.region());
  zone_ = plain(offers.zone());
  tier_ = plain(offers.tier());
  option_ = plain(offers.option());
  term_ = plain(offers.term());
  payment_ = plain(offers.payment());
  hourly_ = plain(offers.hourly());
  upfront_ = plain(offers.upfront());
  currency_ = plain(offers.currency());
  as_of_ = plain(offers.as_of());
  as_of_kind_ = plain(offers.as_of_kind());
  basis_ = plain(offers.basis());
  findings_ = plain(offers.findings());
  note_ = plain(offers.note());
  source_ = plain(offers.source());
  file_ = plain(offers.file());
  line_ = plain(offers.line());
  instance_shape_ = plain(instances.shape());
  instance_provider_ = plain(instances.provider());
}

Offer OfferColumns::decode(const View& view, std::uint32_t i) const {
  const auto currency = core::Currency::parse(view.text(currency_[i])).value_or(core::Currency{});
  const auto instance = instance_[i];
  return {.id = {i},
          .instance = {instance},
          .shape = {instance_shape_[instance]},
          .region = {region_[i]},
          .provider = {instance_provider_[instance]},
          .zone = view.text(zone_[i]),
          .tier = view.text(tier_[i]),
          .option = static_cast<PurchaseOption>(option_[i]),
          .term = static_cast<Term>(term_[i]),
          .payment = static_cast<Payment>(payment_[i]),
          .hourly = money(hourly_[i], currency, why_no_price(findings_[i])),
          .upfront = money(upfront_[i], currency, "the source does not split the price"),
          .currency = currency,
          .as_of = known_date(as_of_[i]),
          .as_of_kind = static_cast<DateKind>(as_of_kind_[i]),
          .basis = view.text(basis_[i]),
          .findings = findings_[i],
          .source_line = line_[i],
          .source_file = view.text(file_[i]),
          .source = view.text(source_[i]),
          .note = view.text(note_[i])};
}

} // namespace gpuplan::catalog
