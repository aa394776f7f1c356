#pragma once

#include "workload/demand/demand.hpp"

namespace gpuplan::workload {

/// How optimizer states, gradients and weights are spread over the data-parallel group.
enum class Sharding : std::uint8_t { none, optimizer, gradients, full }; ///< ZeRO 0, 1, 2, 3 / FSDP

std::string_view to_string(Sharding sharding);

/// How a job is laid over devices. Degrees multiply to the devices in use:
/// data × tensor × pipeline × context.
struct Layout {
  std::int32_t data = 1;
  std::int32_t tensor = 1;
  std::int32_t pipeline = 1;
  std::int32_t virtual_stages = 1;
  std::int32_t context = 1;
  std::int32_t expert = 1; ///< within data × tensor
  Sharding sharding = Sharding::none;
  Recompute recompute = Recompute::none;
  bool sequence_parallel = true; ///< with tensor > 1
  std::int32_t micro_batch = 1;  ///< samples of one forward
  std::int32_t accumulation = 1; ///< micro-batches a step and data rank
  bool offload_optimizer = false;
  std::int32_t replicas = 1; ///< serving: independent copies, each tensor × pipeline devices

  [[nodiscard]] std::int64_t devices() const {
    return std::int64_t{data} * tensor * pipeline * context;
  }
};

/// Whether degrees can cut a network; if not, the first constraint that fails, with its numbers.
struct Divisibility {
  bool ok = true;
  std::string reason;
};

/// Tensor parallel: heads, MLP or expert width and the vocabulary (padded to 64) divide by it, and
/// KV heads divide by it or it by them. Pipeline: layers divide. Expert parallel: experts divide.
/// Context parallel: attention without recurrent layers. A tensor-parallel reason also names the
/// nearest degrees that can run.
Divisibility layout_divides(const TransformerDims& dims,
                            std::int64_t tensor,
                            std::int64_t pipeline,
                            std::int64_t expert = 1,
                            std::int64_t context = 1);

/// The tensor-parallel degrees up to `most` that can cut a network; 1 is always among them.
std::vector<std::int64_t> tensor_degrees(const TransformerDims& dims, std::int64_t most);

/// `dp 8 · tp 2, ZeRO-3, recompute full, micro-batch 2 × 4`; for serving `2 replicas · tp 4`.
std::string describe(const Layout& layout, JobKind kind);

} // namespace gpuplan::workload
