#pragma once

#include "plan/recommendation.hpp"
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

/// A change of the job that makes a plan smaller, tried on this very plan: the layout is the one
/// that would be chosen then.
struct SmallerPlan {
  std::string name;
  std::string flags; ///< `--recompute full`
  core::Bytes device;
  core::Milliseconds wall{0};
  core::Money total;
};

/// A plan with everything behind it.
struct Explanation {
  std::vector<sizing::MemoryLine> memory;
  core::Known<core::Bytes> usable;
  std::vector<std::string> time;    ///< arithmetic by component; empty for serving
  std::vector<SmallerPlan> smaller; ///< of less memory by a hundredth or more, smallest first
  std::vector<InputSource> inputs;
  std::vector<std::string> changes; ///< what would change the answer
};

} // namespace gpuplan::plan
