#pragma once

namespace gpuplan::core {

/// A positive figure of which the median and the 10th and 90th percentiles are told: an 80 % range.
struct Spread {
  double low = 0;
  double median = 0;
  double high = 0;
};

/// The odds that the figure is at most `limit`, from 0 to 1. Between the three points it is taken
/// as log-normal, since errors of predictions are factors, with a width of its own on each side of
/// the median m:
///   P(X <= x) = Phi(ln(x / m) / s),  s = ln(high / m) / z above m, ln(m / low) / z below,
/// with Phi the standard normal distribution and z = 1.2816 its 90th percentile (Johnson, Kotz and
/// Balakrishnan, Continuous Univariate Distributions 1, 2nd edition, chapters 13 and 14). A side
/// without width is a step.
double odds_within(const Spread& spread, double limit);

} // namespace gpuplan::core
