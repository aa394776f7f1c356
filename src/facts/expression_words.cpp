#include "facts/expression_words.hpp"

#include "facts/expression.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::facts {
namespace {

constexpr std::size_t k_any_number = k_longest_expression;
constexpr auto k_functions = std::to_array<Function>({
    {"if", 3, 3, Operation::choose},
    {"min", 2, k_any_number, Operation::least},
    {"max", 2, k_any_number, Operation::most},
    {"ceil", 1, 1, Operation::round_up},
    {"floor", 1, 1, Operation::round_down},
});

/// Longer ones first, so that `<=` is not read as `<`.
constexpr auto k_operators = std::to_array<Operator>({
    {"<=", Operation::less_equal, Precedence::comparison},
    {">=", Operation::greater_equal, Precedence::comparison},
    {"==", Operation::equal, Precedence::comparison},
    {"!=", Operation::not_equal, Precedence::comparison},
    {"&&", Operation::logical_and, Precedence::logical_and},
    {"||", Operation::logical_or, Precedence::logical_or},
    {"<", Operation::less, Precedence::comparison},
    {">", Operation::greater, Precedence::comparison},
    {"+", Operation::add, Precedence::sum},
    {"-", Operation::subtract, Precedence::sum},
    {"*", Operation::multiply, Precedence::product},
    {"/", Operation::divide, Precedence::product},
});

/// Signs of other languages, with what to write here.
struct Foreign {
  std::string_view sign;
  std::string_view help;
};

constexpr auto k_foreign = std::to_array<Foreign>({
    {"=", "write == to compare"},
    {"&", "write && for and"},
    {"|", "write || for or"},
    {"!", "write != for not equal"},
    {"?", "write if(condition, then, else)"},
    {":", "write if(condition, then, else)"},
    {"^", "there are no powers; write a product"},
    {"%", "write a share as a number: 5 % is 0.05"},
    {"and", "write &&"},
    {"or", "write ||"},
    {"not", "write !"},
    {"in", "write a test such as provider_is(\"aws\")"},
});

} // namespace

bool Function::is_variadic() const {
  return most_arguments == k_any_number;
}

const Operator* operator_at(std::string_view text) {
  const auto* found = std::find_if(k_operators.begin(), k_operators.end(), [&](const Operator& o) {
    return text.starts_with(o.sign);
  });
  return found == k_operators.end() ? nullptr : found;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_name_char(char c) {
  return is_name_start(c) || is_digit(c) || c == '.';
}

const Function* find_function(std::string_view name) {
  const auto* found = std::find_if(
      k_functions.begin(), k_functions.end(), [&](const Function& f) { return f.name == name; });
  return found == k_functions.end() ? nullptr : found;
}

std::string_view help_for_foreign(std::string_view token) {
  for (const auto& foreign : k_foreign) {
    if (foreign.sign == token)
      return foreign.help;
  }
  return {};
}

} // namespace gpuplan::facts
