#pragma once

#include "perf/inference/coefficients.hpp"
#include "validation/inference/comparison.hpp"

namespace gpuplan::validation {

/// Rows of language models: each predicted by the forms of its scenario.
Outcome compare_language_models(const std::string& facts, const perf::inference::Values& values);

} // namespace gpuplan::validation
