#pragma once

#include "plan/remedies/remedies.hpp"

#include <vector>

namespace gpuplan::plan {

/// A change that may help where a reason left an offer out: keys stated anew, or a limit dropped.
struct Candidate {
  workload::Overrides changes;
  std::string flag; ///< of the limit that `relax` drops
  bool (*relax)(workload::Workload& workload) = nullptr;
};

/// What is worth a try for a miss, the least intrusive first. Nothing here is a promise.
std::vector<Candidate> candidates_for(const Miss& miss, const Trials& trials);

} // namespace gpuplan::plan
