#pragma once

#include <map>
#include <string>
#include <vector>

namespace gpuplan::validation {

/// One measured figure beside what the form says.
struct Comparison {
  std::string id;
  std::string group; ///< metric and kind of run
  std::string kind;  ///< finer, to find where the form is off
  double measured = 0;
  double predicted = 0;
  double band = 1; ///< the factor the estimate claims for eight of ten runs
};

struct Outcome {
  std::vector<Comparison> compared;
  std::map<std::string, int> left_out; ///< reason and number of rows
};

} // namespace gpuplan::validation
