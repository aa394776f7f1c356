#pragma once

#include "plan/market/current_prices.hpp"

#include <optional>
#include <tuple>
#include <vector>

namespace gpuplan::plan {

/// The price that the same machine has on demand in the same place, in the same currency.
struct OnDemandPrice {
  catalog::OfferId offer;
  core::Money hourly;
  bool current = true; ///< dated, fresh and not of a later day
};

/// What on demand costs beside every offer: the cheapest price that counts today; where there is
/// none, the cheapest of the others, and it says so. One a thread.
class OnDemandPrices {
public:
  OnDemandPrices(const catalog::Catalog& catalog, const RuleBook& rules, core::Date as_of);

  core::Known<OnDemandPrice> beside(const catalog::Offer& offer);

private:
  /// Size, region and currency.
  using Place = std::tuple<std::uint32_t, std::uint32_t, core::Currency>;

  struct Row {
    Place place;
    OnDemandPrice price;
  };

  using Rows = std::vector<Row>; ///< by place, the one to take first

  [[nodiscard]] static Place place_of(const catalog::Offer& offer);
  const Rows& rows_of(catalog::ShapeId shape);

  const catalog::Catalog& catalog_;
  CurrentPrices current_;
  std::vector<std::optional<Rows>> rows_; ///< of a shape, read when it is first asked for
};

} // namespace gpuplan::plan
