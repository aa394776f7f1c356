#pragma once

#include "core/known.hpp"
#include "perf/inference/coefficients.hpp"
#include "workload/demand/demand.hpp"

namespace gpuplan::perf::inference {

/// How an engine forms batches.
enum class Batching : std::uint8_t {
  in_flight,  ///< requests join and leave at every step
  fixed_batch ///< one batch from start to end
};

/// An engine as it would run here.
struct EngineChoice {
  Engine engine = Engine::vllm;
  Batching batching = Batching::in_flight;
  bool layer_split = false; ///< several devices hold layers and work in turn
  bool measured = true;     ///< false: stands in for software without measurements
};

/// The engine a stack means on a chip. Everything on Inferentia and Trainium runs through NeuronX;
/// software without rows of its own is taken as vLLM, slower by the factor for an unknown engine.
/// Unknown where the software does not run on the chip.
core::Known<EngineChoice> choose_engine(workload::Stack stack, const catalog::Accelerator& chip);

/// Inferentia and Trainium.
bool is_neuron(const catalog::Accelerator& chip);

/// What batching and placement an engine class uses.
EngineChoice describe_engine(Engine engine);

/// How a weight format multiplies on a chip under an engine: at its own rate where chip and engine
/// have it, else at the 16-bit rate from narrow weights where the engine has a kernel for that.
struct Multiplication {
  FormatUse use = FormatUse::sixteen_bit;
  double rate = 0;       ///< dense FLOP/s of one device in the format that multiplies
  double rate_16bit = 0; ///< dense FLOP/s, for attention
  std::string_view note; ///< said where the weights do not multiply in their own format
};

/// 16-bit weights multiply in the 16-bit format of `compute`, where it names one. Unknown, with the
/// reason, where the chip or the engine has no way to run the format or the rate is not known.
core::Known<Multiplication> multiplication(const Coefficients& coefficients,
                                           workload::WeightFormat weights,
                                           catalog::NumberFormat compute,
                                           Engine engine,
                                           const catalog::Accelerator& chip);

/// What the weights of a checkpoint are held in: in its own format where the engine multiplies with
/// it on the chip, from narrow weights or at their own rate; else widened to bf16 when they are
/// loaded. vLLM and SGLang keep fp8 at a byte from compute capability 8.0 on (Marlin kernels),
/// other engines want a chip with fp8: https://docs.vllm.ai/en/v0.9.2/features/quantization/
/// supported_hardware.html,
/// https://nvidia.github.io/TensorRT-LLM/0.18.2/reference/support-matrix.html
workload::WeightFormat held_format(const Coefficients& coefficients,
                                   workload::WeightFormat stored,
                                   Engine engine,
                                   const catalog::Accelerator& chip);

} // namespace gpuplan::perf::inference
