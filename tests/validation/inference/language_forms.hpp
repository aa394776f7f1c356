#pragma once

#include "perf/inference/operation.hpp"
#include "validation/inference/language_rows.hpp"

namespace gpuplan::validation {

/// Everything a row's prediction is made from.
struct Run {
  const Record& row;
  const perf::inference::Coefficients& coefficients;
  Software software;
  perf::inference::Replica replica;
  double replicas = 1;
  double batch = 1;
};

/// The row's metric by the form of its scenario; nothing for metrics without one.
std::optional<double> predict(const Run& run);

} // namespace gpuplan::validation
