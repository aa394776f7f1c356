#pragma once

#include "cost/rates.hpp"

namespace gpuplan::cost {

struct CostInterval {
  core::Money low;
  core::Money high;
  bool open = false; ///< the high end has no price (a run that might never end)
};

/// Band of the share of machines reclaimed in a month. It holds the point: a stated rate outside
/// the default band widens it.
struct ShareBand {
  double low = 0;
  double high = 0;
};

ShareBand share_band(const Rates& rates);

/// 10th and 90th percentile around a total; see `full_quote`.
CostInterval
cost_interval(const Rates& rates, const Usage& usage, TimeBand band, core::Money total);

} // namespace gpuplan::cost
