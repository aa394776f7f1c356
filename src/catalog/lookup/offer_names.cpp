#include "catalog/catalog.hpp"

namespace gpuplan::catalog {

namespace {

/// What follows `#`: `spot`, `reserved-1y-all`; empty for on demand without term or payment.
std::string terms_of(const Offer& offer) {
  std::string terms;
  const auto add = [&](std::string_view word) {
    if (word.empty())
      return;
    if (!terms.empty())
      terms += '-';
    terms += word;
  };
  const bool plain = offer.option == PurchaseOption::on_demand && offer.term == Term::none &&
                     offer.payment == Payment::unspecified;
  if (!plain)
    add(to_string(offer.option));
  if (offer.term == Term::one_year || offer.term == Term::three_years)
    add(to_string(offer.term));
  add(to_string(offer.payment));
  if (!offer.tier.empty())
    terms.append(":").append(offer.tier);
  return terms;
}

} // namespace

std::string Catalog::offer_name(const Offer& offer) const {
  std::string name{provider(offer.provider).name};
  name.append("/").append(instance(offer.instance).type);
  name.append("@").append(region(offer.region).name);
  if (!offer.zone.empty())
    name.append("/").append(offer.zone);
  if (const auto terms = terms_of(offer); !terms.empty())
    name.append("#").append(terms);
  return name;
}

} // namespace gpuplan::catalog
