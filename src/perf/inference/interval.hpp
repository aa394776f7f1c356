#pragma once

#include "perf/inference/coefficients.hpp"

#include <string_view>

namespace gpuplan::perf::inference {

/// A band around a point: measured ÷ predicted lies within 1/factor … factor for eight of ten
/// measurements of its kind.
struct Band {
  double factor = 1;
  std::string_view name;
};

/// What was measured of a case.
struct Evidence {
  bool chip = true;
  bool generation = true;
  bool software = true; ///< engine, or class of network for sample models
  bool eager = false;
};

/// The widest band that applies; where chip and software are both new, their logs beyond the known
/// band add in quadrature.
Band language_band(const Bands& bands, const Evidence& evidence);
Band sample_band(const Bands& bands, const Evidence& evidence);
Band rule_band(const Bands& bands);

} // namespace gpuplan::perf::inference
