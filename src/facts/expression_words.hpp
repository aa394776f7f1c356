#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace gpuplan::facts {

/// A function of the expression language.
struct Function {
  std::string_view name;
  std::size_t least_arguments = 1;
  std::size_t most_arguments = 1;

  /// Whether it takes as many arguments as fit.
  [[nodiscard]] bool is_variadic() const;
};

const Function* find_function(std::string_view name);

/// The operator between two values at the begin of `text`; empty where there is none.
std::string_view operator_at(std::string_view text);

bool is_comparison(std::string_view sign);

/// What to write here instead of a sign or word of another language (`=`, `and`, `^`); else empty.
std::string_view help_for_foreign(std::string_view token);

bool is_digit(char c);
bool is_name_start(char c);

/// A letter, digit, underscore or point: names of facts and labels.
bool is_name_char(char c);

} // namespace gpuplan::facts
