#pragma once

#include "facts/expression.hpp"

#include <optional>

namespace gpuplan::facts {

/// A test on text: of a text fact, of a label, or of the place.
struct TextTest {
  enum class Kind : std::uint8_t { fact, place };

  Kind kind = Kind::fact;
  FactRef fact;        ///< of a fact or label
  std::string pattern; ///< the glob, or the name of the place
};

/// An expression checked and taken apart. The formula holds operators, numbers and functions as
/// written and stands `v0`, `v1`, … for the facts and `t0`, `t1`, … for the tests, all set apart by
/// blanks: what is left for the parser is arithmetic with precedence.
struct Scanned {
  std::string formula;
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
