#pragma once

#include "catalog/catalog.hpp"
#include "core/money.hpp"
#include "plan/recommendation.hpp"

#include <cstdint>

namespace gpuplan::plan {

/// An offer with the setup that would run on it and what that costs: the compact form in which
/// thousands are compared. `materialize` makes a Recommendation of it.
struct PricedPlan {
  catalog::OfferId offer;
  std::uint32_t setup = 0; ///< index into the setups of the search
  std::uint32_t marks = 0;
  std::uint32_t preferences_missed = 0; ///< `prefer` rules that failed
  double devices = 0;                   ///< of all instances
  core::Money total;
  core::Milliseconds wall{0};
  double cost_per_unit = 0; ///< in the total's currency, for serving
  double custom = 0;        ///< value of the user's objective
  bool custom_known = true;

  [[nodiscard]] bool has(Mark mark) const {
    return (marks & static_cast<std::uint32_t>(mark)) != 0;
  }
};

/// Whether a plan counts as current: its price is dated, fresh and not of a later day, and nothing
/// speaks against the row. The others are ranked among themselves, behind.
bool is_current(const PricedPlan& plan);

} // namespace gpuplan::plan
