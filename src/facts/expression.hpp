#pragma once

#include "core/diagnostic.hpp"
#include "core/known.hpp"
#include "facts/values.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gpuplan::facts {

/// Longest expression, and deepest nesting of parentheses in it.
constexpr std::size_t k_longest_expression = 1000;
constexpr std::size_t k_deepest_parentheses = 50;

/// What is wrong with an expression, at which bytes of its text.
struct ExpressionError {
  std::string
      code; ///< FCT001 syntax, FCT002 unknown name, FCT003 limit, FCT004 wrong use of a name
  std::string headline;
  std::string help;
  std::size_t offset = 0;
  std::size_t length = 1;
};

/// The most that a fact may be where an expression is to hold.
struct UpperBound {
  FactRef fact;
  double most = 0;
};

/// A compiled expression over facts. The language:
///
///     numbers   fact names   ( )   if(c, a, b)   min(a, b, …)   max(a, b, …)   ceil(a)   floor(a)
///     - !   * /   + -   < <= > >= == !=   &&   ||            from tight to loose
///     provider_is("aws*")   label_is("team=nlp")   in_place("eu")
///
/// Amounts are plain numbers in the unit of the fact's name; 0 is false, any other number true.
/// Every text fact `x` has a test `x_is` with one glob. Logic has three values: `unknown && 0` is
/// false, `unknown || 1` is true; every other operation on unknown is unknown, and so is a division
/// by zero and a result that is not finite.
///
/// Evaluation uses buffers of the object: threads need a copy each.
class Expression {
public:
  Expression(const Expression& other);
  Expression& operator=(const Expression& other);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// The value, or unknown with the reason of the first unknown fact.
  [[nodiscard]] core::Known<double> evaluate(const FactValues& values) const;

  /// The same for long loops: NaN, without a reason, where it is unknown.
  [[nodiscard]] double value_or_nan(const FactValues& values) const;

  /// The name of the first fact of the expression that `values` does not know; empty if there is
  /// none, and for a test of a place that cannot be told `place`.
  [[nodiscard]] std::string_view first_unknown(const FactValues& values) const;

  /// The names as written, each once, in the order of their first use.
  [[nodiscard]] std::span<const std::string> names() const;

  /// The latest stage of the facts it names; `shape` for a constant.
  [[nodiscard]] Stage stage() const;

  [[nodiscard]] std::string_view text() const;

  /// Whether the value is a yes or no: a comparison, a test, a fact of that kind, or these joined.
  [[nodiscard]] bool is_condition() const;

  /// What `fact <= number` and its like say, where the whole expression holds only if they do: such
  /// a comparison alone, or joined to the rest by `&&`. Bounds within `||`, `!`, `if` or arithmetic
  /// are not among them.
  [[nodiscard]] std::vector<UpperBound> upper_bounds() const;

private:
  struct Compiled;
  explicit Expression(std::unique_ptr<Compiled> compiled);
  friend std::variant<Expression, ExpressionError>
  compile(std::string_view text, std::span<const std::string_view> allowed_names);

  std::unique_ptr<Compiled> compiled_;
};

/// Compiles an expression. Where `allowed_names` is not empty, no other fact may be named (of a
/// text test the fact, `place` for `in_place`).
std::variant<Expression, ExpressionError>
compile(std::string_view text, std::span<const std::string_view> allowed_names = {});

/// The same of an expression that is to be a condition: a number alone is a fault.
std::variant<Expression, ExpressionError>
compile_condition(std::string_view text, std::span<const std::string_view> allowed_names = {});

/// The fault as a person sees it, with a caret under the place; `origin` is where the text came
/// from, such as `--where`.
core::Diagnostic
diagnose(const ExpressionError& error, std::string_view origin, std::string_view text);

} // namespace gpuplan::facts
