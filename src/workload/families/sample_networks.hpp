#pragma once

#include "workload/architecture.hpp"

#include <string_view>

namespace gpuplan::workload {

/// What kind a vision, diffusion, speech or recommendation network is, and which family's measured
/// factors it takes.
struct SampleNetwork {
  NetworkClass network = NetworkClass::cnn;
  std::string_view family;
};

/// By the begin of the catalog id, else by the task alone (the family is then the id itself).
SampleNetwork sample_network(std::string_view id, std::string_view task);

} // namespace gpuplan::workload
