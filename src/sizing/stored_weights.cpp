#include "sizing/stored_weights.hpp"

namespace gpuplan::sizing {

namespace {

StoredWidth beside_tables(double width, std::string_view key = {}) {
  return {.matrix = width, .expert = width, .table = 2, .key = key};
}

StoredWidth packed(double width, std::string_view key = {}) {
  return {.matrix = width, .expert = width, .table = width, .key = key};
}

} // namespace

StoredWidth stored_width(workload::WeightFormat format,
                         const workload::ParameterCounts& params,
                         const MemoryCoefficients& c) {
  using workload::WeightFormat;
  switch (format) {
  case WeightFormat::fp32: return packed(4);
  case WeightFormat::fp16:
  case WeightFormat::bf16: return packed(2);
  case WeightFormat::fp8:
  case WeightFormat::int8: return beside_tables(1);
  case WeightFormat::nf4: return beside_tables(c.nf4, "memory.format.nf4");
  case WeightFormat::awq_int4:
  case WeightFormat::gptq_int4: return beside_tables(c.int4, "memory.format.int4");
  case WeightFormat::q4_k_m: return packed(c.q4_k_m, "memory.format.q4_k_m");
  case WeightFormat::q8_0: return packed(c.q8_0, "memory.format.q8_0");
  case WeightFormat::nvfp4: return beside_tables(c.nvfp4, "memory.format.nvfp4");
  case WeightFormat::mxfp4: break;
  }
  auto width = beside_tables(c.mxfp4, "memory.format.mxfp4");
  if (params.experts > 0)
    width.matrix = 2;
  return width;
}

double stored_bytes(const workload::ParameterCounts& params, const StoredWidth& width) {
  const auto tables = static_cast<double>(params.embedding + params.head);
  const auto experts = static_cast<double>(params.experts);
  return (static_cast<double>(params.total) - tables - experts) * width.matrix +
         experts * width.expert + tables * width.table;
}

} // namespace gpuplan::sizing
