#pragma once

#include "perf/inference/sample_estimate.hpp"

#include <string>
#include <vector>

namespace gpuplan::perf::inference {

/// The arithmetic behind a state: a sample, its batch, then request and samples a second.
std::vector<std::string> explain_samples(const SampleState& state);

} // namespace gpuplan::perf::inference
