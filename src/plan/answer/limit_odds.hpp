#pragma once

#include "facts/values.hpp"

#include <string>
#include <vector>

namespace gpuplan::plan {

/// A stated limit that lies within the 80 % range of what it limits, so that a plan may keep it or
/// not.
struct LimitOdds {
  std::string rule;     ///< id of the rule that holds the limit
  std::string what;     ///< the limit in words: `the deadline`
  double within = 1;    ///< odds that the plan keeps it
  bool expected = true; ///< the expected figure does
};

/// Of deadline and budget those that the range of a plan's time or cost crosses.
std::vector<LimitOdds> crossed_limits(const facts::FactValues& values);

/// `keeps the deadline in about 7 of 10 cases: its 80 % range goes past it`.
std::string to_string(const LimitOdds& odds);

} // namespace gpuplan::plan
