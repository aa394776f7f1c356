#pragma once

#include "plan/records.hpp"
#include "plan/remedies/trials.hpp"
#include "plan/search_input.hpp"
#include "plan/search_result.hpp"

namespace gpuplan::plan {

/// Turns the compact result of a search into the answer: twins go, the rest is put in order,
/// picked from and grouped; the plans that are shown are written out in full.
RecommendationSet answer_of(const SearchInput& input,
                            const Records& records,
                            const Trials& trials,
                            SearchResult result);

} // namespace gpuplan::plan
