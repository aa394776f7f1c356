#pragma once

#include "plan/recommendation.hpp"

#include <span>
#include <string>
#include <vector>

namespace gpuplan::output {

/// The marks of a plan as letters, `r t`.
std::string note_letters(const plan::Recommendation& entry);

/// What the letters of some plans mean, a text each, with the rules that warn of them.
std::vector<std::string> letter_meanings(std::span<const plan::Recommendation* const> entries);

} // namespace gpuplan::output
