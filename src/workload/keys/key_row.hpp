#pragma once

#include "workload/keys/keys.hpp"
#include "workload/words.hpp"

#include <array>

namespace gpuplan::workload::key_rows {

using std::string_view;
using enum ValueKind;

constexpr double k_years = 8760.0 * 100; ///< a hundred of them, in hours
constexpr double k_most_tokens = 1e8;    ///< of one sequence

} // namespace gpuplan::workload::key_rows
