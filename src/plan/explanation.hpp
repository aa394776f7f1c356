#pragma once

#include "plan/recommendation.hpp"
#include "sizing/less_memory.hpp"
#include "sizing/memory_line.hpp"

#include <string>
#include <vector>

namespace gpuplan::plan {

/// An input of an answer and the catalog line behind it.
struct InputSource {
  std::string what; ///< `price`, `machine`, `chip`, `efficiency`
  std::string value;
  std::string place;  ///< file:line
  std::string source; ///< where the catalog has it from
};

/// A plan with everything behind it.
struct Explanation {
  std::vector<sizing::MemoryLine> memory;
  core::Known<core::Bytes> usable;
  std::vector<std::string> time; ///< arithmetic by component; empty for serving
  std::vector<sizing::MemorySaving> savings;
  std::vector<InputSource> inputs;
  std::vector<std::string> changes; ///< what would change the answer
};

} // namespace gpuplan::plan
