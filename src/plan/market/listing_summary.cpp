#include "plan/market/listing_summary.hpp"

#include <algorithm>
#include <set>

namespace gpuplan::plan {
namespace {

using core::Money;

std::optional<PriceRange> range_of(std::vector<Money> prices,
                                   const std::vector<Money>& everywhere) {
  if (prices.empty())
    return std::nullopt;
  std::sort(prices.begin(), prices.end());
  return PriceRange{.count = prices.size(),
                    .least = prices.front(),
                    .most = prices.back(),
                    .median = prices[(prices.size() - 1) / 2],
                    .dearest = *std::max_element(everywhere.begin(), everywhere.end())};
}

} // namespace

std::string_view to_string(Unlisted reason) {
  switch (reason) {
  case Unlisted::no_price: return "price.none";
  case Unlisted::zero_price: return "price.zero";
  case Unlisted::quarantined: return "price.quarantined";
  }
  return {};
}

const ListedPrice* ListedSize::leading() const {
  for (const auto& kind : k_price_kinds) {
    if (const auto& price = this->*kind.price)
      return &*price;
  }
  return nullptr;
}

std::optional<Money> gpu_hourly(const catalog::Instance& instance, const ListedPrice& price) {
  const auto devices = instance.devices;
  if (devices.numerator == 0)
    return std::nullopt;
  return core::scale(price.hourly, devices.denominator, devices.numerator);
}

void summarise_prices(const catalog::Catalog& catalog,
                      const PricesEverywhere& everywhere,
                      Listing& listing) {
  std::set<catalog::ProviderId> providers;
  std::set<catalog::AcceleratorId> chips;
  PricesEverywhere least;
  for (const auto& size : listing.sizes) {
    const auto instance = catalog.instance(size.instance);
    providers.insert(instance.provider);
    if (instance.accelerator)
      chips.insert(*instance.accelerator);
    for (std::size_t i = 0; i < k_price_kinds.size(); ++i) {
      if (const auto& price = size.*k_price_kinds[i].price)
        least[i].push_back(price->hourly);
    }
  }
  listing.on_demand = range_of(least[0], everywhere[0]);
  listing.spot = range_of(least[1], everywhere[1]);
  listing.one_year = range_of(least[2], everywhere[2]);
  listing.three_years = range_of(least[3], everywhere[3]);
  listing.providers = providers.size();
  listing.chips.assign(chips.begin(), chips.end());
}

} // namespace gpuplan::plan
