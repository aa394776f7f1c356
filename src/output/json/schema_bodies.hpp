#pragma once

#include <nlohmann/json.hpp>

namespace gpuplan::output::schema {

// The documents, a function each.

nlohmann::ordered_json recommend_schema();
nlohmann::ordered_json explain_schema();
nlohmann::ordered_json compare_schema();
nlohmann::ordered_json offers_schema();
nlohmann::ordered_json size_schema();
nlohmann::ordered_json workload_schema();

} // namespace gpuplan::output::schema
