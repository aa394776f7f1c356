#pragma once

#include "sizing/coefficients.hpp"
#include "workload/demand/demand.hpp"

namespace gpuplan::sizing {

/// Bytes per parameter of a stored format: of matrices, of routed experts, and of embedding and
/// head, which stay at 16 bit unless the format packs everything.
struct StoredWidth {
  double matrix = 0;
  double expert = 0;
  double table = 0;
  std::string_view key; ///< of the calibration; empty where a width of the format stands
};

/// mxfp4 packs routed experts alone where a model has some.
StoredWidth stored_width(workload::WeightFormat format,
                         const workload::ParameterCounts& params,
                         const MemoryCoefficients& c);

/// Bytes of a whole model at rest: all experts count, used or not.
double stored_bytes(const workload::ParameterCounts& params, const StoredWidth& width);

} // namespace gpuplan::sizing
