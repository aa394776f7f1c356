#pragma once

#include "perf/inference/replica.hpp"

#include <string>
#include <vector>

namespace gpuplan::perf::inference {

/// A pass, its costs and times, and the seconds it takes where more than the pass counts.
struct PassText {
  const PassCosts& costs;
  const WeightSplit& split;
  const ReplicaRates& rates;
  const Pass& pass;
  PassTimes times;

  /// A part without the factor of the release.
  [[nodiscard]] double bare(double seconds) const { return seconds / costs.time_factor; }

  /// The share of products and attention that is not there to keep them below the peak.
  [[nodiscard]] double free_share() const {
    const double kernels = times.matrices_s + times.attention_s;
    return kernels > 0 ? 1 - times.held_back_s / kernels : 1;
  }
};

/// `(37.1 products + 1.6 attention + 1.2 host work) x release 0.96`.
std::string sum_text(const PassText& text);

/// The parts of a pass with what each comes from.
void add_parts(std::vector<std::string>& lines, const PassText& text);

} // namespace gpuplan::perf::inference
