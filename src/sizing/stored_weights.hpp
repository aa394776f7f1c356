#pragma once

#include "sizing/coefficients.hpp"
#include "workload/demand.hpp"

namespace gpuplan::sizing {

/// Bytes per parameter of a stored format: of matrices, and of embedding and head, which stay at 16
/// bit unless the format packs everything.
struct StoredWidth {
  double matrix = 0;
  double table = 0;
};

StoredWidth stored_width(workload::WeightFormat format, const MemoryCoefficients& c);

/// Bytes of a whole model at rest: all experts count, used or not.
double stored_bytes(const workload::ParameterCounts& params, StoredWidth width);

} // namespace gpuplan::sizing
