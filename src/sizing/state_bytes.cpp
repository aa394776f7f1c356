#include "sizing/state_bytes.hpp"

#include "workload/model/model_arithmetic.hpp"

namespace gpuplan::sizing {

namespace {

using workload::Optimizer;
using workload::Sharding;
using workload::Stack;

constexpr double k_master = 4; ///< fp32 copy of 16-bit weights

StateBytes unsharded(const workload::Demand& demand) {
  const auto& training = demand.training;
  const double o =
      workload::moment_bytes(training.optimizer, static_cast<double>(demand.model.dims.hidden));
  if (workload::is_full_precision(training.compute))
    return {.weights = 4, .gradients = 4, .optimizer = o};
  if (training.optimizer == Optimizer::adamw_bf16)
    return {.weights = 2, .gradients = 2, .optimizer = o};
  switch (demand.stack) {
  case Stack::megatron:
  case Stack::neuron:
  case Stack::mlperf: return {.weights = 2, .gradients = 4, .optimizer = k_master + o};
  case Stack::megatron_deepspeed: {
    const bool half_gradients = training.compute == catalog::NumberFormat::fp16;
    return {.weights = 2, .gradients = half_gradients ? 2.0 : 6.0, .optimizer = k_master + o};
  }
  default: return {.weights = 4, .gradients = 4, .optimizer = o};
  }
}

} // namespace

std::array<StateBytes, 4> state_bytes(const workload::Demand& demand, const MemoryCoefficients& c) {
  const StateBytes plain = unsharded(demand);
  std::array<StateBytes, 4> by_stage{plain, plain, plain, plain};
  const bool hf = demand.stack == Stack::finetune_recipe || demand.stack == Stack::transformers;
  const bool autocast = plain.weights > 2 && !workload::is_full_precision(demand.training.compute);
  if (hf && autocast) {
    const StateBytes zero{
        .weights = 2, .gradients = 2 + c.gradient_step, .optimizer = k_master + plain.optimizer};
    by_stage[static_cast<std::size_t>(Sharding::optimizer)] = zero;
    by_stage[static_cast<std::size_t>(Sharding::gradients)] = zero;
  }
  return by_stage;
}

StateBytes sharded(StateBytes bytes, double parameters, Sharding sharding, double ranks) {
  const double share = parameters / ranks;
  return {.weights = bytes.weights * (sharding >= Sharding::full ? share : parameters),
          .gradients = bytes.gradients * (sharding >= Sharding::gradients ? share : parameters),
          .optimizer = bytes.optimizer * (sharding >= Sharding::optimizer ? share : parameters)};
}

} // namespace gpuplan::sizing
