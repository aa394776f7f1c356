#include "core/spread.hpp"

#include <cmath>
#include <numbers>

namespace gpuplan::core {
namespace {

/// The 90th percentile of the standard normal distribution.
constexpr double k_normal_90 = 1.2815515655446004;

double standard_normal(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

} // namespace

double odds_within(const Spread& spread, double limit) {
  if (!(limit > 0))
    return 0;
  const bool above = limit >= spread.median;
  const double ratio = above ? spread.high / spread.median : spread.median / spread.low;
  if (!(ratio > 1))
    return above ? 1 : 0;
  return standard_normal(std::log(limit / spread.median) * k_normal_90 / std::log(ratio));
}

} // namespace gpuplan::core
