#pragma once

#include "facts/expression_words.hpp"
#include "facts/program.hpp"

#include <optional>
#include <vector>

namespace gpuplan::facts {

/// Brings the words of an expression, as they are met from left to right, into the order in which
/// they are computed (Dijkstra's shunting yard). What it is given has been checked: a value where
/// one may stand, an operator where one may, every parenthesis with its partner.
class ProgramBuilder {
public:
  /// Whether nothing has been met yet.
  [[nodiscard]] bool empty() const { return steps_.empty() && waiting_.empty(); }

  void number(double value) {
    steps_.push_back({.number = value});
    values_.emplace_back(value);
  }

  void fact(std::size_t index) { add(Operation::fact, index); }

  void test(std::size_t index) { add(Operation::test, index); }

  /// A sign before a value: `-` or `!`.
  void sign(char sign);

  /// `offset` is where the operator stands.
  void binary(const Operator& between, std::size_t offset);

  /// An opening parenthesis: of a group, or of the arguments of a function.
  void open(const Function* function) { waiting_.push_back({.opens = true, .function = function}); }

  void next_argument();
  void close();
  [[nodiscard]] Program finish();

  /// An operator that has no result for any plan: a division by a constant zero, or constants whose
  /// result no number can hold.
  struct Impossible {
    std::size_t offset = 0;
    bool by_zero = false;
  };

  /// The first such operator.
  [[nodiscard]] std::optional<Impossible> impossible() const { return impossible_; }

private:
  /// An operator whose right side is not complete yet, or an open parenthesis.
  struct Waiting {
    Operation operation = Operation::number;
    Precedence precedence = Precedence::logical_or;
    bool opens = false;
    const Function* function = nullptr;
    std::size_t arguments = 1;
    std::size_t offset = 0;
  };

  void add(Operation operation, std::size_t operand = 0, std::size_t offset = 0);

  /// Computes what waits down to the innermost open parenthesis and binds at least so tightly.
  void settle(Precedence least);

  std::vector<Program::Step> steps_;
  std::vector<std::optional<double>> values_; ///< on the stack by now, where they are constant
  std::optional<Impossible> impossible_;
  std::vector<Waiting> waiting_;
};

} // namespace gpuplan::facts
