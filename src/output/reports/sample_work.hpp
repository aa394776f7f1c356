#pragma once

#include "workload/demand/demand.hpp"

#include <string>

namespace gpuplan::output {

/// FLOPs that a network which answers with a sample takes: `8.22 GFLOP a sample`,
/// `13.5 TFLOP a step of 2 calls, 50 steps an image`.
std::string sample_work(const workload::ServingDemand& serving);

} // namespace gpuplan::output
