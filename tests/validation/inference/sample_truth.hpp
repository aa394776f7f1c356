#pragma once

#include "perf/inference/coefficients.hpp"
#include "validation/inference/comparison.hpp"

namespace gpuplan::validation {

/// Rows of vision, encoder, diffusion and speech models: MLPerf's networks under TensorRT, eager
/// code, Neuron chips, and the rule for hosts.
Outcome compare_sample_models(const std::string& facts, const perf::inference::Values& values);

} // namespace gpuplan::validation
