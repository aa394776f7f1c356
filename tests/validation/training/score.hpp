#pragma once

#include <string>
#include <vector>

namespace gpuplan::validation {

/// Error = |predicted ÷ measured - 1|; bias = the median of predicted ÷ measured, less one.
struct Score {
  std::size_t rows = 0;
  double median = 0;
  double ninetieth = 0;
  double bias = 0;
};

Score score(std::vector<double> ratios);

/// `  118 rows  median  4.1 %  p90 19.6 %  bias  +1.1 %`.
std::string describe(const Score& score);

/// Kendall's rank correlation of two series, pairs that tie in `measured` left out.
struct Kendall {
  std::size_t pairs = 0;
  std::size_t concordant = 0;

  [[nodiscard]] double tau() const {
    return pairs == 0 ? 0 : 2 * static_cast<double>(concordant) / static_cast<double>(pairs) - 1;
  }

  void add(double predicted_a, double predicted_b, double measured_a, double measured_b);
};

} // namespace gpuplan::validation
