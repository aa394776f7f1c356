#pragma once

#include "workload/architecture.hpp"
#include "workload/model/gguf_header.hpp"

namespace gpuplan::workload {

/// What the tensor list of a GGUF file adds up to. Rotary buffers are no weights.
struct GgufWeights {
  ParameterCounts params;
  double bytes = 0;  ///< as stored, by the block layout of each tensor's type
  double bits = 0;   ///< a weight on average
  std::string fault; ///< why the list cannot be used; empty where it can
};

GgufWeights sum_tensors(const GgufHeader& header, const TransformerDims& dims);

/// Sets the stored size, and the weight format whose speeds stand for the file: that of its file
/// type, else the nearest by bits, with a note.
void set_stored_format(const GgufHeader& header,
                       const GgufWeights& weights,
                       Architecture& architecture);

} // namespace gpuplan::workload
