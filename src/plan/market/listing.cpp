#include "plan/market/listing.hpp"

#include "plan/facts/fill.hpp"
#include "plan/market/current_prices.hpp"
#include "plan/market/listing_summary.hpp"
#include "plan/market/place_matcher.hpp"
#include "plan/rules/rule_book.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace gpuplan::plan {
namespace {

using catalog::Catalog;
using catalog::Offer;
using catalog::PurchaseOption;
using core::Money;

/// Whether a known value lies in a range; nothing where the value is not known.
std::optional<bool> within(const std::optional<core::Range>& range,
                           const core::Known<double>& value) {
  if (!range)
    return true;
  if (!value)
    return std::nullopt;
  return range->contains(*value);
}

core::Known<double> bytes(const core::Known<core::Bytes>& size) {
  return size.transform([](core::Bytes value) { return value.count(); });
}

void keep_cheapest(std::optional<ListedPrice>& slot, const ListedPrice& price) {
  // A current price is better told than another one that is lower.
  const bool better = !slot || (!slot->current() && price.current()) ||
                      (slot->current() == price.current() && price.hourly < slot->hourly);
  if (better)
    slot = price;
}

class Lister {
public:
  Lister(const Catalog& catalog, const facts::RuleSet& rules, const ListingQuery& query)
      : catalog_(catalog),
        rules_(rules),
        freshness_(rules_),
        query_(query),
        places_(catalog) {
    values_.set_place_matcher(&places_);
    fill_rates(values_, query.exchange, query.currency);
  }

  Listing list() {
    for (std::uint32_t i = 0; i < catalog_.shape_count(); ++i)
      walk_shape({i});
    for (auto& [instance, size] : sizes_)
      listing_.sizes.push_back(size);
    std::stable_sort(listing_.sizes.begin(),
                     listing_.sizes.end(),
                     [&](const auto& a, const auto& b) { return before(a, b); });
    summarise();
    return std::move(listing_);
  }

private:
  void walk_shape(catalog::ShapeId id) {
    const auto shape = catalog_.shape(id);
    if (!query_.filters.wants_chip(shape))
      return;
    std::optional<catalog::Accelerator> chip;
    if (shape.accelerator) {
      chip = catalog_.accelerator(*shape.accelerator);
      const auto memory = within(query_.gpu_memory_bytes, bytes(chip->memory));
      if (!memory.value_or(false))
        return;
    } else if (query_.gpu_memory_bytes) {
      return;
    }
    const auto range = catalog_.offers_of(id);
    for (auto offer = range.first; offer < range.last; ++offer) {
      look_at(catalog_.offer({offer}), shape, chip ? &*chip : nullptr);
    }
  }

  void look_at(const Offer& offer, const catalog::Shape& shape, const catalog::Accelerator* chip) {
    const auto& filters = query_.filters;
    if (!filters.offers.empty() && !filters.offers[offer.id.index])
      return;
    if (!filters.wants_provider(offer.provider))
      return;
    if (!filters.allows_place(offer.region).value_or(false))
      return;
    if (filters.terms_given && !filters.terms[static_cast<std::size_t>(offer.option)])
      return;
    const auto instance = catalog_.instance(offer.instance);
    if (instance.same_as && *instance.same_as < instance.id)
      return;
    const auto vcpus = within(query_.vcpus, instance.vcpus);
    const auto memory = within(query_.host_memory_bytes, bytes(instance.host_memory));
    if (vcpus == false || memory == false)
      return;
    if (const auto reason = why_unlisted(offer)) {
      unlisted_.try_emplace(offer.instance, UnlistedSize{offer.id, *reason});
      return;
    }
    const auto hourly = query_.exchange.convert(*offer.hourly, query_.currency);
    if (!hourly) {
      elsewhere_.insert(offer.instance);
      return;
    }
    if (filters.max_price && hourly->amount > *filters.max_price)
      return;
    fill(offer, instance, shape, chip);
    if (query_.where && query_.where->evaluate(values_).value_or(0) == 0)
      return;
    if ((!vcpus || !memory) && !query_.include_unknown) {
      unknown_.insert(offer.instance);
      const bool lower = !listing_.unknown_from || hourly->amount < *listing_.unknown_from;
      if (offer.option == PurchaseOption::on_demand && lower)
        listing_.unknown_from = hourly->amount;
      return;
    }
    add(offer, hourly->amount);
  }

  static std::optional<Unlisted> why_unlisted(const Offer& offer) {
    if (offer.has(catalog::Finding::zero_price))
      return Unlisted::zero_price;
    if (!offer.hourly)
      return Unlisted::no_price;
    if ((offer.findings & catalog::k_quarantine) != 0)
      return Unlisted::quarantined;
    return std::nullopt;
  }

  void fill(const Offer& offer,
            const catalog::Instance& instance,
            const catalog::Shape& shape,
            const catalog::Accelerator* chip) {
    region_ = catalog_.region(offer.region);
    provider_ = catalog_.provider(offer.provider);
    billing_ = catalog_.billing(offer.provider, offer.option);
    const OfferContext context{.region = &region_,
                               .provider = &provider_,
                               .instance = &instance,
                               .billing = &billing_,
                               .exchange = &query_.exchange,
                               .on_demand = core::Unknown{"not compared in a listing"},
                               .as_of = query_.as_of};
    values_.clear();
    fill_shape(values_, chip, shape);
    fill_instance(values_, instance);
    fill_offer(values_, offer, context);
    if (!query_.where)
      return;
    name_ = catalog_.offer_name(offer);
    values_.set_text(facts::FactId::offer_id, name_);
  }

  void add(const Offer& offer, const Money& hourly) {
    auto& size =
        sizes_.try_emplace(offer.instance, ListedSize{.instance = offer.instance}).first->second;
    const auto age = freshness_.judge(values_);
    const ListedPrice price{
        .offer = offer.id, .hourly = hourly, .old = age.old, .later = age.later};
    if (offer.option == PurchaseOption::on_demand) {
      ++size.on_demand_regions;
      if (!size.dearest_on_demand || *size.dearest_on_demand < hourly) {
        size.dearest_on_demand = hourly;
      }
    }
    const auto kind = kind_of(offer);
    keep_cheapest(size.*k_price_kinds[kind].price, price);
    everywhere_[kind].push_back(hourly);
  }

  /// Its place in `k_price_kinds`.
  static std::size_t kind_of(const Offer& offer) {
    if (offer.option == PurchaseOption::on_demand)
      return 0;
    if (offer.option == PurchaseOption::spot)
      return 1;
    if (is_committed(offer.option) && offer.term == catalog::Term::one_year)
      return 2;
    if (is_committed(offer.option) && offer.term == catalog::Term::three_years)
      return 3;
    return 4;
  }

  bool before(const ListedSize& a, const ListedSize& b) const {
    const auto* left = a.leading();
    const auto* right = b.leading();
    if (left->current() != right->current())
      return left->current();
    const bool left_demand = a.on_demand.has_value();
    const bool right_demand = b.on_demand.has_value();
    if (left_demand != right_demand)
      return left_demand;
    if (left->hourly != right->hourly)
      return left->hourly < right->hourly;
    return name_of(a) < name_of(b);
  }

  [[nodiscard]] std::string name_of(const ListedSize& size) const {
    const auto instance = catalog_.instance(size.instance);
    return std::string(catalog_.provider(instance.provider).name) + "/" +
           std::string(instance.type);
  }

  void summarise() {
    for (const auto& size : listing_.sizes) {
      elsewhere_.erase(size.instance);
      unlisted_.erase(size.instance);
    }
    for (const auto& [instance, size] : unlisted_)
      listing_.unlisted.push_back(size);
    listing_.unknown_left_out = unknown_.size();
    listing_.other_currencies = elsewhere_.size();
    summarise_prices(catalog_, everywhere_, listing_);
  }

  const Catalog& catalog_;
  RuleBook rules_;
  Freshness freshness_;
  const ListingQuery& query_;
  CatalogPlaceMatcher places_;
  facts::FactValues values_;
  std::string name_; ///< the values point into it
  catalog::Region region_;
  catalog::Provider provider_;
  catalog::BillingRule billing_;
  std::map<catalog::InstanceId, ListedSize> sizes_;
  PricesEverywhere everywhere_;
  std::set<catalog::InstanceId> unknown_;
  std::set<catalog::InstanceId> elsewhere_;
  std::map<catalog::InstanceId, UnlistedSize> unlisted_;
  Listing listing_;
};

} // namespace

Listing
list_offers(const Catalog& catalog, const facts::RuleSet& rules, const ListingQuery& query) {
  return Lister(catalog, rules, query).list();
}

} // namespace gpuplan::plan
