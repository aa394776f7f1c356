#pragma once

#include "facts/expression.hpp"
#include "facts/program.hpp"

#include <optional>

namespace gpuplan::facts {

/// An expression checked and taken apart.
struct Scanned {
  Program program; ///< over the numbers of `facts` and the outcomes of `tests`
  std::vector<FactRef> facts;
  std::vector<TextTest> tests;
  std::vector<std::string> names; ///< of facts and tests, in the order of their first use
  std::vector<std::optional<FactRef>> name_refs; ///< beside `names`; nothing for the place
  Stage stage = Stage::shape;
};

/// Checks all of the grammar, so that every fault has its place and its advice.
std::variant<Scanned, ExpressionError> scan(std::string_view text,
                                            std::span<const std::string_view> allowed_names);

} // namespace gpuplan::facts
