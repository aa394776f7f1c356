#pragma once

#include "workload/read/job_context.hpp"

namespace gpuplan::workload {

/// Formats of a job: what weights are stored in, what is multiplied in, what the cache holds.
struct Formats {
  WeightFormat weights = WeightFormat::bf16;
  catalog::NumberFormat compute = catalog::NumberFormat::bf16;
  double kv_bytes = 2;
  bool kv_follows_compute = false; ///< the cache is narrow only because the multiplication is
};

/// The format a training step multiplies in.
Formats training_formats(JobContext& job);

/// Formats of a service: as stated, else those of the checkpoint, else the default. A format that
/// packs weights alone (AWQ, GPTQ, NF4, MXFP4) multiplies in 16 bits. The cache takes 16 bits, but
/// 8 in TensorRT-LLM with fp8 or fp4.
Formats serving_formats(JobContext& job, const Architecture& model, Stack stack);

} // namespace gpuplan::workload
