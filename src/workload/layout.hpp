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
  bool sequence_parallel = true;     ///< with tensor > 1
  std::int32_t micro_batch = 1;      ///< samples of one forward
  std::int32_t accumulation = 1;     ///< micro-batches a step and data rank
  std::int32_t last_micro_batch = 0; ///< samples of the last of them; 0: as many as of the others
  bool offload_optimizer = false;
  std::int32_t replicas = 1; ///< serving: independent copies, each tensor × pipeline devices

  [[nodiscard]] std::int64_t devices() const {
    return std::int64_t{data} * tensor * pipeline * context;
  }

  /// Samples of a step on one data rank.
  [[nodiscard]] std::int64_t share() const {
    const auto last = last_micro_batch > 0 ? last_micro_batch : micro_batch;
    return std::int64_t{micro_batch} * (accumulation - 1) + last;
  }

  /// Samples of the mean micro-batch. Time is nearly a line in the samples, so micro-batches that
  /// are unlike take about as long as so many of the mean; memory is that of the largest.
  [[nodiscard]] double mean_micro_batch() const {
    return last_micro_batch > 0 ? static_cast<double>(share()) / accumulation : micro_batch;
  }

  /// Cuts a rank's share of a step into micro-batches, the last of which holds the rest.
  void cut(std::int64_t samples, std::int32_t size) {
    micro_batch = size;
    accumulation = static_cast<std::int32_t>((samples + size - 1) / size);
    last_micro_batch = static_cast<std::int32_t>(samples % size);
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
/// Where the last micro-batch is smaller, `micro-batch 84 × 2 + 82`.
std::string describe(const Layout& layout, JobKind kind);

} // namespace gpuplan::workload
