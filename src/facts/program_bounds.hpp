#pragma once

#include "facts/expression.hpp"
#include "facts/program.hpp"

namespace gpuplan::facts {

/// The upper bounds that a program states of single facts and that its result cannot be true
/// without, in the order they are written.
std::vector<UpperBound> bounds_of(const Program& program, std::span<const FactRef> facts);

} // namespace gpuplan::facts
