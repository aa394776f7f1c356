#include "validation/training/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::validation {

Score score(std::vector<double> ratios) {
  Score result;
  result.rows = ratios.size();
  if (ratios.empty())
    return result;
  std::sort(ratios.begin(), ratios.end());
  result.bias = ratios[ratios.size() / 2] - 1;
  for (double& ratio : ratios)
    ratio = std::abs(ratio - 1);
  std::sort(ratios.begin(), ratios.end());
  result.median = ratios[ratios.size() / 2];
  const auto ninetieth = static_cast<std::size_t>(0.9 * static_cast<double>(ratios.size()));
  result.ninetieth = ratios[std::min(ninetieth, ratios.size() - 1)];
  return result;
}

std::string describe(const Score& s) {
  return fmt::format("{:5} rows  median {:5.1f} %  p90 {:6.1f} %  bias {:+6.1f} %",
                     s.rows,
                     100 * s.median,
                     100 * s.ninetieth,
                     100 * s.bias);
}

void Kendall::add(double predicted_a, double predicted_b, double measured_a, double measured_b) {
  const double measured = measured_a - measured_b;
  if (measured == 0)
    return;
  ++pairs;
  if ((predicted_a - predicted_b) * measured > 0)
    ++concordant;
}

} // namespace gpuplan::validation
