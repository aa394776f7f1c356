#pragma once

#include "sizing/coefficients.hpp"
#include "workload/demand/demand.hpp"
#include "workload/layout.hpp"

#include <array>

namespace gpuplan::sizing {

/// Bytes per trained parameter. Master copies count as optimizer.
struct StateBytes {
  double weights = 0;
  double gradients = 0;
  double optimizer = 0;

  [[nodiscard]] double total() const { return weights + gradients + optimizer; }
};

/// What a stack keeps per trained parameter of a full fine-tune or pre-training, by sharding stage.
///
///     fp32, autocast on fp32 weights, FSDP mixed        4   4           8
///     Megatron mixed with an fp32 gradient sum          2   4          12
///     Megatron-DeepSpeed fp16 / bf16                    2   2 / 6      12
///     ZeRO through HF Trainer                           2   2 + step   12
///     pure bf16                                         2   2           4
///
/// with AdamW, whose moments are 8 of the optimizer's bytes. Sources: arXiv 1910.02054;
/// huggingface/transformers model_memory_anatomy; EleutherAI/cookbook calc_transformer_mem.
std::array<StateBytes, 4> state_bytes(const workload::Demand& demand, const MemoryCoefficients& c);

/// Bytes of `parameters` on one rank of a group of `ranks`: ZeRO-1 divides the optimizer, ZeRO-2
/// the gradients too, ZeRO-3 and FSDP all (arXiv 1910.02054).
StateBytes sharded(StateBytes bytes, double parameters, workload::Sharding sharding, double ranks);

} // namespace gpuplan::sizing
