#pragma once

#include "plan/search_input.hpp"
#include "plan/search_result.hpp"

namespace gpuplan::plan {

class Records;

/// Both phases of the search: explores the shapes that are for sale and asked for, prices the
/// offers of those that can run the job, and counts the rest by the reason they were left out for.
SearchResult search(const SearchInput& input, const Records& records);

} // namespace gpuplan::plan
