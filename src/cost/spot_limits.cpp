#include "cost/spot_limits.hpp"

#include <cmath>

namespace gpuplan::cost {
namespace {

bool spot_is_cheaper(InterruptibleRun run, double life, double price_ratio) {
  run.rate = 1 / life;
  const double undisturbed = run.setup + run.work + run.evaluation;
  return expect_run(run).running < price_ratio * undisturbed;
}

} // namespace

core::Known<double> break_even_life(InterruptibleRun run, double price_ratio) {
  if (!(price_ratio > 1))
    return core::Unknown{"spot is no cheaper an hour than on demand"};
  // The running time falls as lives grow, so bisection on the logarithm finds the one crossing.
  double low = 1e-3;
  double high = 1e9;
  if (!spot_is_cheaper(run, high, price_ratio))
    return core::Unknown{"spot is no cheaper even without interruptions"};
  constexpr int k_halvings = 60;
  for (int i = 0; i < k_halvings; ++i) {
    const double middle = std::sqrt(low * high);
    (spot_is_cheaper(run, middle, price_ratio) ? high : low) = middle;
  }
  return high;
}

} // namespace gpuplan::cost
