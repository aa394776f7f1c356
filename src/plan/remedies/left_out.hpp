#pragma once

#include "plan/records.hpp"
#include "plan/remedies/trials.hpp"
#include "plan/search_input.hpp"
#include "plan/search_result.hpp"

#include <vector>

namespace gpuplan::plan {

/// What a search left out, by reason in words, most offers first: with the nearest miss and what
/// would bring it back. Plans in currencies without a rate are told by currency.
std::vector<Exclusion> left_out(const SearchInput& input,
                                const Records& records,
                                const SearchResult& result,
                                const Trials& trials);

} // namespace gpuplan::plan
