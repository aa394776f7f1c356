#include "catalog/findings/findings.hpp"
#include "catalog/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace gpuplan::catalog {

namespace {

/// A family: one provider's sizes with one chip, on one set of terms in one place.
auto family_of(const OfferDraft& row, const Instance& instance) {
  const auto& offer = row.record;
  return std::tuple{offer.provider.index,
                    instance.accelerator->index,
                    offer.region.index,
                    offer.zone,
                    offer.tier,
                    offer.option,
                    offer.term,
                    offer.payment,
                    offer.currency};
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1)
    return *middle;
  return (*middle + *std::ranges::max_element(values.begin(), middle)) / 2;
}

/// Prices that may be compared: one chip on one option, term and currency.
struct Market {
  std::vector<OfferDraft*> rows;
  std::map<std::uint32_t, std::vector<double>> by_provider; ///< logarithms of prices per device
};

double per_device(const OfferDraft& row, const Instance& instance) {
  return row.record.hourly->to_double() / instance.devices.value();
}

} // namespace

// The same price for one, two, four and eight devices: the price of one device was copied down the
// family. The smallest size is right, the others are not.
void find_unscaled_prices(Drafts& drafts) {
  using Family = std::vector<OfferDraft*>;
  const auto instance_of = [&](const OfferDraft& row) -> const Instance& {
    return drafts.instances[row.record.instance.index].record;
  };
  std::map<decltype(family_of(drafts.offers.front(), instance_of(drafts.offers.front()))), Family>
      families;
  for (auto& row : drafts.offers) {
    const auto& instance = instance_of(row);
    if (row.record.hourly.known() && instance.accelerator && instance.devices.is_whole() &&
        instance.devices.numerator > 0 && instance.hosts == 1)
      families[family_of(row, instance)].push_back(&row);
  }
  for (auto& [key, rows] : families) {
    for (auto* row : rows) {
      const auto devices = instance_of(*row).devices.numerator;
      const auto smaller = std::ranges::find_if(rows, [&](const OfferDraft* other) {
        return instance_of(*other).devices.numerator < devices &&
               *other->record.hourly == *row->record.hourly;
      });
      if (smaller == rows.end())
        continue;
      const auto& less = instance_of(**smaller);
      add_finding(*row,
                  Finding::per_device_price_unscaled,
                  fmt::format("the price per device falls exactly as 1/n within the family: {} "
                              "with {} devices costs {}, as does {} with {}",
                              instance_of(*row).type,
                              devices,
                              core::to_decimal(*row->record.hourly),
                              less.type,
                              less.devices.numerator),
                  drafts.texts);
    }
  }
}

void find_outliers(Drafts& drafts) {
  const auto factor = threshold(drafts, "catalog.outlier_factor");
  const auto least_providers = threshold(drafts, "catalog.outlier_least_providers");
  if (!factor || !least_providers)
    return;
  std::map<std::tuple<std::uint32_t, PurchaseOption, Term, core::Currency>, Market> markets;
  const auto instance_of = [&](const OfferDraft& row) -> const Instance& {
    return drafts.instances[row.record.instance.index].record;
  };
  for (auto& row : drafts.offers) {
    const auto& offer = row.record;
    const auto& instance = instance_of(row);
    if (!offer.hourly.known() || !instance.accelerator || instance.devices.numerator == 0 ||
        offer.has(Finding::per_device_price_unscaled))
      continue;
    auto& market = markets[{instance.accelerator->index, offer.option, offer.term, offer.currency}];
    market.rows.push_back(&row);
    market.by_provider[offer.provider.index].push_back(std::log(per_device(row, instance)));
  }
  for (auto& [key, market] : markets) {
    if (static_cast<double>(market.by_provider.size()) < *least_providers)
      continue;
    std::vector<double> medians;
    for (auto& [provider, prices] : market.by_provider)
      medians.push_back(median(prices));
    const double middle = median(medians);
    for (auto* row : market.rows) {
      const double price = per_device(*row, instance_of(*row));
      const double ratio = std::exp(std::log(price) - middle);
      if (ratio <= *factor && ratio >= 1 / *factor)
        continue;
      add_finding(*row,
                  Finding::outlier,
                  fmt::format("{:.4g} {} a device-hour is {:.2g} times the median of {:.4g} over "
                              "{} providers",
                              price,
                              row->record.currency.code(),
                              ratio,
                              std::exp(middle),
                              medians.size()),
                  drafts.texts,
                  std::max(ratio, 1 / ratio));
    }
  }
}

} // namespace gpuplan::catalog
