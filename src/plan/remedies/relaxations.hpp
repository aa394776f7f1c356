#pragma once

#include "workload/workload.hpp"

#include <span>
#include <string_view>

namespace gpuplan::plan {

/// A limit of a request that can be taken away.
struct Relaxation {
  std::string_view reason; ///< as in the exclusions
  std::string_view flag;
  bool (*relax)(workload::Workload& workload); ///< false where the limit is not set
};

/// All of them, in the order they are tried.
std::span<const Relaxation> relaxations();

} // namespace gpuplan::plan
