#include "plan/market/on_demand_prices.hpp"

#include <algorithm>

namespace gpuplan::plan {

using catalog::PurchaseOption;

OnDemandPrices::OnDemandPrices(const catalog::Catalog& catalog,
                               const RuleBook& rules,
                               core::Date as_of)
    : catalog_(catalog),
      current_(rules, as_of),
      rows_(catalog.shape_count()) {}

OnDemandPrices::Place OnDemandPrices::place_of(const catalog::Offer& offer) {
  return {offer.instance.index, offer.region.index, offer.currency};
}

const OnDemandPrices::Rows& OnDemandPrices::rows_of(catalog::ShapeId shape) {
  auto& slot = rows_[shape.index];
  if (slot)
    return *slot;
  slot.emplace();
  const auto range = catalog_.offers_of(shape);
  for (auto index = range.first; index < range.last; ++index) {
    if (catalog_.option_of({index}) != PurchaseOption::on_demand)
      continue;
    const auto offer = catalog_.offer({index});
    if (offer.hourly && offer.hourly->nanos() > 0)
      slot->push_back({place_of(offer), {offer.id, *offer.hourly, current_(offer)}});
  }
  std::sort(slot->begin(), slot->end(), [](const Row& a, const Row& b) {
    const auto key = [](const Row& row) {
      return std::tuple(
          row.place, !row.price.current, row.price.hourly.nanos(), row.price.offer.index);
    };
    return key(a) < key(b);
  });
  return *slot;
}

core::Known<OnDemandPrice> OnDemandPrices::beside(const catalog::Offer& offer) {
  const auto& rows = rows_of(offer.shape);
  const auto place = place_of(offer);
  const auto first =
      std::lower_bound(rows.begin(), rows.end(), place, [](const Row& row, const Place& wanted) {
        return row.place < wanted;
      });
  if (first == rows.end() || first->place != place)
    return core::Unknown{"no on-demand price of this size in this place"};
  return first->price;
}

} // namespace gpuplan::plan
