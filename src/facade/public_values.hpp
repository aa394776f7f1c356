#pragma once

#include "core/diagnostic.hpp"
#include "plan/recommendation.hpp"

#include "gpuplan/answer.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace gpuplan::facade {

/// The values of the engine as those of the public headers.

Diagnostic to_public(const core::Diagnostic& diagnostic);

/// With a last note where the sink has dropped some.
std::vector<Diagnostic> to_public(const core::DiagnosticSink& sink);

/// Some of the plans of an answer, by index.
std::vector<Plan> plans_of(const plan::RecommendationSet& set, std::span<const std::size_t> which);

std::vector<Pick> picks_of(const plan::RecommendationSet& set);
std::vector<Exclusion> exclusions_of(const plan::RecommendationSet& set);
std::vector<Assumption> assumptions_of(const plan::RecommendationSet& set);

} // namespace gpuplan::facade
