#pragma once

#include "sizing/memory_sum.hpp"
#include "sizing/stored_weights.hpp"

namespace gpuplan::sizing {

/// How an engine puts a model on several devices.
enum class Placement : std::uint8_t {
  tensor,     ///< each layer split; pipeline stages of equal depth
  device_map, ///< whole layers one device after another, as Hugging Face places them
  llama_cpp,  ///< the same, the head counting as a layer
};

/// What the software of a serving job holds, resolved from the stack. Plain numbers, so that a
/// published run that deviates can be described exactly.
struct ServingSetup {
  StoredWidth width;
  double kv_element = 2;
  double kv_factor = 1;     ///< beams, and the copy that growing by concatenation makes
  double prefill = 0;       ///< of 2 (3 h + 2 f) bytes per prompt token; 0: within the engine's own
  double prompt_logits = 0; ///< B per prompt token and vocabulary row
  double scores = 0;        ///< B per score of the prompt, eager attention
  double element = 2;       ///< bytes of an activation
  Placement placement = Placement::tensor;
  ReserveTerms one;  ///< on one device
  ReserveTerms each; ///< on each of several
  ErrorBand band;
};

/// vLLM, SGLang and TensorRT-LLM hold a fixed amount beside weights and cache; llama.cpp its buffer
/// and a small context; Hugging Face code the prefill's workspace and the usual reserve.
ServingSetup serving_setup(const workload::Demand& demand, const MemoryCoefficients& c);

/// Whether a stack is a serving engine that fills its share of the card.
bool preallocates(workload::Stack stack);

} // namespace gpuplan::sizing
