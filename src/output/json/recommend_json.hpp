#pragma once

#include "output/reports/recommend_report.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::output {

/// The whole answer as one JSON document (`gpuplan schema recommend`).
std::string recommend_json(const plan::RecommendationSet& set, std::string_view command, Rows rows);

/// One plan a line, each written as soon as it is made.
void recommend_ndjson(const plan::RecommendationSet& set,
                      Rows rows,
                      const std::function<void(std::string_view)>& write);

} // namespace gpuplan::output
