#pragma once

#include "perf/inference/language.hpp"

#include <string>
#include <vector>

namespace gpuplan::perf::inference {

/// The arithmetic behind a state: the rates of the devices, the passes with their parts, then first
/// token, token, request and requests a second, each from numbers that stand above it.
std::vector<std::string> explain_language(const LanguageState& state);

} // namespace gpuplan::perf::inference
