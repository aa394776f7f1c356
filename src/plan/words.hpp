#pragma once

#include <string_view>
#include <vector>

namespace gpuplan::plan {

/// The words of a setting of the catalog: what stands between its spaces.
std::vector<std::string_view> words_of(std::string_view text);

} // namespace gpuplan::plan
