#pragma once

#include "source/node.hpp"

#include <string>

namespace gpuplan::workload {

/// The weight format a checkpoint is stored in.
struct NativeFormat {
  std::string format; ///< a word of WeightFormat; empty where weights are as their dtype says
  std::string note;   ///< what was met, where it is not known
};

/// From `quantization_config` of a config.json (fp8, fbgemm_fp8, mxfp4, awq, gptq, bitsandbytes,
/// compressed-tensors, modelopt); null pointer: not quantised.
NativeFormat native_format(const source::Node* quantization_config);

/// From a hf_quant_config.json beside it (TensorRT Model Optimizer).
NativeFormat native_format_of_optimizer(const source::Node& root);

} // namespace gpuplan::workload
