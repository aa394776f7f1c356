#pragma once

#include "facts/values.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace gpuplan::facts {

/// A test on text: of a text fact, of a label, or of the place.
struct TextTest {
  enum class Kind : std::uint8_t { fact, place };

  Kind kind = Kind::fact;
  FactRef fact;         ///< of a fact or label
  std::string pattern;  ///< the glob, or the name of the place
  bool is_word = false; ///< no glob, so that only a text of the same length passes
};

/// Whether a test passes, as far as it can be told.
core::Known<bool> passes(const TextTest& test, const FactValues& values);

/// What a step does: puts a value on the stack, or puts the result of the topmost values in their
/// place.
enum class Operation : std::uint8_t {
  number,
  fact,
  test,
  negate,
  logical_not,
  round_up,
  round_down,
  logical_or,
  logical_and,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  add,
  subtract,
  multiply,
  divide,
  choose, ///< of a condition and two values
  least,  ///< of any number of values
  most,
};

/// The result of an operation on values, of which NaN is an unknown one.
double result_of(Operation operation, std::span<const double> values);

/// An expression as steps on a stack of numbers, where NaN stands for an unknown value. Every step
/// is taken whatever the others give: there are few, and none has an effect.
class Program {
public:
  struct Step {
    Operation operation = Operation::number;
    std::uint16_t operand = 0; ///< which fact or test; how many values of `least` and `most`
    double number = 0;
  };

  Program() = default;
  explicit Program(std::vector<Step> steps);

  [[nodiscard]] std::span<const Step> steps() const { return steps_; }

  /// NaN where the result is unknown; otherwise not always finite. Uses a buffer of the program.
  [[nodiscard]] double run(const FactValues& values,
                           std::span<const FactRef> facts,
                           std::span<const TextTest> tests) const;

  /// The step whose result is that of the whole; null where there is none.
  [[nodiscard]] const Step* last() const { return steps_.empty() ? nullptr : &steps_.back(); }

private:
  std::vector<Step> steps_;
  mutable std::vector<double> stack_; ///< as deep as the steps ever need
};

/// How many values a step takes from the stack.
std::size_t taken_by(const Program::Step& step);

} // namespace gpuplan::facts
