#include "cost/completion.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

double normal_below(double deviations) {
  return 0.5 * std::erfc(-deviations / std::sqrt(2.0));
}

/// Variance of an exponential cut at `length`: M² − b² e^(b/M) ÷ (e^(b/M) − 1)², near b²/12 for
/// b far below M.
double cut_exponential_variance(double length, double rate) {
  const double x = rate * length;
  constexpr double k_series_below = 1e-2; // the difference of two near-equal terms loses digits
  if (x < k_series_below)
    return length * length / 12;
  const double half = std::sinh(x / 2);
  return 1 / (rate * rate) - length * length / (4 * half * half);
}

/// What the odds are made of.
struct Spread {
  double undisturbed = 0; ///< with the checkpoints that are written anyway
  double loss = 0;        ///< mean of one interruption
  double variance = 0;    ///< of one interruption
};

Spread spread_of(const InterruptibleRun& run, const RunOutlook& outlook) {
  const double writes = outlook.segments > 1 ? (outlook.segments - 1) * run.write : 0;
  Spread spread;
  spread.undisturbed = run.setup + run.work + run.evaluation + writes;
  spread.loss = (outlook.wall - spread.undisturbed) / outlook.interruptions;
  const double block = outlook.segments > 1 ? outlook.interval + run.write : spread.undisturbed;
  if (outlook.interval > 0)
    spread.variance = cut_exponential_variance(block, run.rate);
  return spread;
}

/// Segments that must succeed; without a limit where nothing but the restart is lost, which makes
/// the count a Poisson one.
double successes_of(const RunOutlook& outlook) {
  constexpr double k_no_limit = 1e12;
  return outlook.interval > 0 ? outlook.segments : k_no_limit;
}

/// Many interruptions: the whole as one normal, since the count alone is nearly one.
double in_time_of_many(const Spread& spread, double mean, double successes, double spare) {
  const double variance =
      mean * spread.variance + mean * (1 + mean / successes) * spread.loss * spread.loss;
  return normal_below((spare - mean * spread.loss) / std::sqrt(variance));
}

/// Chance to be done with exactly `count` interruptions within `spare` hours beyond the
/// undisturbed time.
double in_time(const Spread& spread, double count, double spare) {
  if (spare < 0)
    return 0;
  if (count < 1)
    return 1;
  const double deviation = std::sqrt(count * spread.variance);
  if (!(deviation > 0))
    return count * spread.loss <= spare ? 1 : 0;
  return normal_below((spare - count * spread.loss) / deviation);
}

} // namespace

double odds_within(const InterruptibleRun& run, const RunOutlook& outlook, double hours) {
  const double mean = outlook.interruptions;
  if (!(mean > 0))
    return outlook.wall <= hours ? 1 : 0;
  if (!std::isfinite(outlook.wall))
    return 0;
  const Spread spread = spread_of(run, outlook);
  const double spare = hours - spread.undisturbed;
  const double successes = successes_of(outlook);
  constexpr double k_many = 300; // beyond, the chance of none at all underflows
  if (mean > k_many)
    return in_time_of_many(spread, mean, successes, spare);
  // Negative binomial by its recursion from the chance of no interruption at all.
  const double failure = mean / (mean + successes);
  double weight = std::exp(successes * std::log1p(-failure));
  double seen = 0;
  double odds = 0;
  constexpr double k_rest = 1e-9;
  const double most = mean + 40 * std::sqrt(mean * (1 + mean / successes)) + 40;
  for (double count = 0; count <= most && seen < 1 - k_rest; ++count) {
    seen += weight;
    odds += weight * in_time(spread, count, spare);
    weight *= failure * (successes + count) / (count + 1);
  }
  return std::clamp(odds, 0.0, 1.0);
}

double hours_for_odds(const InterruptibleRun& run, const RunOutlook& outlook, double odds) {
  if (!(outlook.interruptions > 0) || !std::isfinite(outlook.wall))
    return outlook.wall;
  double low = 0;
  double high = std::max(outlook.wall, 1.0);
  constexpr int k_doublings = 60;
  for (int i = 0; i < k_doublings && odds_within(run, outlook, high) < odds; ++i)
    high *= 2;
  constexpr double k_precision = 1e-3;
  while (high - low > k_precision) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high)
      break;
    (odds_within(run, outlook, middle) < odds ? low : high) = middle;
  }
  return high;
}

} // namespace gpuplan::cost
