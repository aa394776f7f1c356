#pragma once

#include "workload/hf/config_keys.hpp"

namespace gpuplan::workload {

/// What stands beside a config's language model.
struct Towers {
  std::int64_t parameters = 0;       ///< of those whose rule is known, projectors included
  std::vector<std::string> counted;  ///< named
  std::vector<std::string> left_out; ///< named with the reason
};

/// Counts vision towers by their config: CLIP and SigLIP with the projectors of LLaVA, Gemma 3 and
/// PaliGemma, Qwen2-VL, Mllama, Llama 4. The rules meet published totals to the digit (LLaVA-1.5,
/// Qwen2-VL-2B, Gemma-3-4B, Llama-3.2-11B-Vision, Llama-4). Any other tower is left out by name.
Towers count_towers(ConfigKeys& keys, std::int64_t hidden);

} // namespace gpuplan::workload
