#pragma once

#include "facts/program.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace gpuplan::facts {

/// A function of the expression language.
struct Function {
  std::string_view name;
  std::size_t least_arguments = 1;
  std::size_t most_arguments = 1;
  Operation operation = Operation::choose;

  /// Whether it takes as many arguments as fit.
  [[nodiscard]] bool is_variadic() const;
};

const Function* find_function(std::string_view name);

/// How tightly an operator binds, from loose to tight.
enum class Precedence : std::uint8_t { logical_or, logical_and, comparison, sum, product, sign };

/// An operator between two values.
struct Operator {
  std::string_view sign;
  Operation operation = Operation::add;
  Precedence precedence = Precedence::sum;

  [[nodiscard]] bool is_comparison() const { return precedence == Precedence::comparison; }

  [[nodiscard]] bool is_logical() const { return precedence < Precedence::comparison; }
};

/// The operator at the begin of `text`; null where there is none.
const Operator* operator_at(std::string_view text);

/// What to write here instead of a sign or word of another language (`=`, `and`, `^`); else empty.
std::string_view help_for_foreign(std::string_view token);

bool is_digit(char c);
bool is_name_start(char c);

/// A letter, digit, underscore or point: names of facts and labels.
bool is_name_char(char c);

} // namespace gpuplan::facts
