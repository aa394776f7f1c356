#include "facts/expression.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "facts/expression_scan.hpp"
#include "facts/program_bounds.hpp"
#include "source/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuplan::facts {
namespace {

bool is_known(const FactRef& ref, const FactValues& values) {
  if (ref.id == FactId::label)
    return true;
  if (fact(ref.id).kind == FactKind::text)
    return values.text(ref.id).known();
  return values.number(ref).known();
}

bool place_is_known(std::span<const TextTest> tests, const FactValues& values) {
  return std::all_of(tests.begin(), tests.end(), [&](const TextTest& test) {
    return test.kind != TextTest::Kind::place || passes(test, values).known();
  });
}

} // namespace

struct Expression::Compiled {
  std::string text;
  Scanned scanned;
};

Expression::Expression(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}

Expression::Expression(const Expression& other)
    : compiled_(std::make_unique<Compiled>(*other.compiled_)) {}

Expression& Expression::operator=(const Expression& other) {
  if (this != &other)
    *this = Expression(other);
  return *this;
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

double Expression::value_or_nan(const FactValues& values) const {
  const Scanned& scanned = compiled_->scanned;
  const double result = scanned.program.run(values, scanned.facts, scanned.tests);
  return std::isfinite(result) ? result : std::numeric_limits<double>::quiet_NaN();
}

core::Known<double> Expression::evaluate(const FactValues& values) const {
  const Scanned& scanned = compiled_->scanned;
  const double result = scanned.program.run(values, scanned.facts, scanned.tests);
  if (std::isfinite(result))
    return result;
  for (const auto& ref : scanned.facts) {
    if (const auto value = values.number(ref); !value)
      return core::Unknown{value.why_unknown()};
  }
  for (const auto& test : scanned.tests) {
    if (const auto passed = passes(test, values); !passed)
      return core::Unknown{passed.why_unknown()};
  }
  return core::Unknown{std::isinf(result) ? "beyond what can be computed" : "a division by zero"};
}

std::string_view Expression::first_unknown(const FactValues& values) const {
  const Scanned& scanned = compiled_->scanned;
  for (std::size_t i = 0; i < scanned.names.size(); ++i) {
    const auto& ref = scanned.name_refs[i];
    if (ref ? !is_known(*ref, values) : !place_is_known(scanned.tests, values))
      return scanned.names[i];
  }
  return {};
}

std::span<const std::string> Expression::names() const {
  return compiled_->scanned.names;
}

Stage Expression::stage() const {
  return compiled_->scanned.stage;
}

bool Expression::is_condition() const {
  const auto* last = compiled_->scanned.program.last();
  if (last == nullptr)
    return false;
  switch (last->operation) {
  case Operation::fact:
    return fact(compiled_->scanned.facts[last->operand].id).kind == FactKind::boolean;
  case Operation::test:
  case Operation::logical_not:
  case Operation::logical_or:
  case Operation::logical_and:
  case Operation::less:
  case Operation::less_equal:
  case Operation::greater:
  case Operation::greater_equal:
  case Operation::equal:
  case Operation::not_equal:
  case Operation::choose: return true; // of `if` as its branches are, which may be either
  default: return false;
  }
}

std::string_view Expression::text() const {
  return compiled_->text;
}

std::vector<UpperBound> Expression::upper_bounds() const {
  return bounds_of(compiled_->scanned.program, compiled_->scanned.facts);
}

std::variant<Expression, ExpressionError> compile(std::string_view text,
                                                  std::span<const std::string_view> allowed_names) {
  auto scanned = scan(text, allowed_names);
  if (auto* error = std::get_if<ExpressionError>(&scanned))
    return std::move(*error);
  return Expression(std::make_unique<Expression::Compiled>(
      Expression::Compiled{std::string(text), std::get<Scanned>(std::move(scanned))}));
}

std::variant<Expression, ExpressionError>
compile_condition(std::string_view text, std::span<const std::string_view> allowed_names) {
  auto compiled = compile(text, allowed_names);
  const auto* expression = std::get_if<Expression>(&compiled);
  if (expression == nullptr || expression->is_condition())
    return compiled;
  const auto trimmed = core::trim(text);
  return ExpressionError{.code = "FCT004",
                         .headline = "met a number, expected a condition",
                         .help = fmt::format("compare it, such as {} > 0", trimmed),
                         .offset = text.find(trimmed),
                         .length = trimmed.size()};
}

core::Diagnostic
diagnose(const ExpressionError& error, std::string_view origin, std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  const source::SourceText source(std::string(origin), std::move(line));
  auto at = source.position_of(error.offset);
  const auto end = source.position_of(error.offset + error.length);
  at.length = std::max(end.column - at.column, 1U);
  return {
      .code = error.code, .headline = error.headline, .at = source.span(at), .help = error.help};
}

} // namespace gpuplan::facts
