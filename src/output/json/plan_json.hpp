#pragma once

#include "plan/facts/answer_facts.hpp"
#include "plan/recommendation.hpp"

#include <nlohmann/json.hpp>

namespace gpuplan::output {

// Parts that several documents about plans have in common.

/// A rank, or null for none.
nlohmann::ordered_json rank_json(std::uint32_t rank);

/// The words of a plan's marks.
nlohmann::ordered_json marks_json(const plan::Recommendation& entry);

/// What keeps a plan from the picks.
nlohmann::ordered_json bars_json(const std::vector<plan::Bar>& bars);

/// A plan in full: every fact, price and its source, memory, quote and rules.
nlohmann::ordered_json result_json(plan::AnswerFacts& reader, const plan::Recommendation& entry);

/// Why offers were left out.
nlohmann::ordered_json exclusion_json(const plan::Exclusion& exclusion);

/// The job, and what it was stated by.
nlohmann::ordered_json request_json(const plan::RecommendationSet& set);

} // namespace gpuplan::output
