#pragma once

#include "sizing/memory.hpp"

#include <string>
#include <vector>

namespace gpuplan::sizing {

/// One part of an estimate with its arithmetic. `formula` is an expression in bytes that anyone can
/// check, `8.03e+09 x 2 / 8`; lengths in GiB carry their unit.
struct MemoryLine {
  MemoryPart part = MemoryPart::weights;
  core::Bytes bytes;
  std::string formula;
  std::string note;              ///< what the factors are, in words
  std::vector<std::string> keys; ///< coefficients of the calibration that went in
};

} // namespace gpuplan::sizing
