#pragma once

#include "plan/recommendation.hpp"

#include <string>

namespace gpuplan::output {

/// What a commitment would cost against what one can rely on, and from how much use it pays; empty
/// where the answer has none to tell of.
std::string commitment_line(const plan::RecommendationSet& set);

} // namespace gpuplan::output
