#include "sizing/stored_weights.hpp"

namespace gpuplan::sizing {

StoredWidth stored_width(workload::WeightFormat format, const MemoryCoefficients& c) {
  using workload::WeightFormat;
  switch (format) {
  case WeightFormat::fp32: return {.matrix = 4, .table = 4};
  case WeightFormat::fp16:
  case WeightFormat::bf16: return {.matrix = 2, .table = 2};
  case WeightFormat::fp8:
  case WeightFormat::int8: return {.matrix = 1, .table = 2};
  case WeightFormat::nf4: return {.matrix = c.nf4, .table = 2};
  case WeightFormat::awq_int4:
  case WeightFormat::gptq_int4: return {.matrix = c.int4, .table = 2};
  case WeightFormat::q4_k_m: return {.matrix = c.q4_k_m, .table = c.q4_k_m};
  case WeightFormat::q8_0: return {.matrix = c.q8_0, .table = c.q8_0};
  case WeightFormat::mxfp4: return {.matrix = c.mxfp4, .table = 2};
  case WeightFormat::nvfp4: return {.matrix = c.nvfp4, .table = 2};
  }
  return {.matrix = 2, .table = 2};
}

double stored_bytes(const workload::ParameterCounts& params, StoredWidth width) {
  const auto tables = static_cast<double>(params.embedding + params.head);
  return (static_cast<double>(params.total) - tables) * width.matrix + tables * width.table;
}

} // namespace gpuplan::sizing
