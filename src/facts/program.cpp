#include "facts/program.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::facts {
namespace {

constexpr double k_not_known = std::numeric_limits<double>::quiet_NaN();

bool unknown(double value) {
  return std::isnan(value);
}

bool is_zero(double value) {
  return !(value < 0.0) && !(value > 0.0) && !unknown(value);
}

double truth(bool value) {
  return value ? 1.0 : 0.0;
}

/// A comparison of two known values; unknown where one is unknown.
template <class Compare>
double compared(double a, double b, Compare compare) {
  return unknown(a) || unknown(b) ? k_not_known : truth(compare(a, b));
}

/// Kleene's three values: one false decides, whatever the other is.
double logical_and(double a, double b) {
  if (is_zero(a) || is_zero(b))
    return 0.0;
  return unknown(a) || unknown(b) ? k_not_known : 1.0;
}

/// One true decides.
double logical_or(double a, double b) {
  const bool a_true = !unknown(a) && !is_zero(a);
  const bool b_true = !unknown(b) && !is_zero(b);
  if (a_true || b_true)
    return 1.0;
  return unknown(a) || unknown(b) ? k_not_known : 0.0;
}

double choose(double condition, double then, double otherwise) {
  if (unknown(condition))
    return k_not_known;
  return is_zero(condition) ? otherwise : then;
}

double of_one(Operation operation, double a) {
  switch (operation) {
  case Operation::negate: return -a;
  case Operation::logical_not: return unknown(a) ? k_not_known : truth(is_zero(a));
  case Operation::round_up: return std::ceil(a);
  default: return std::floor(a);
  }
}

double of_two(Operation operation, double a, double b) {
  switch (operation) {
  case Operation::logical_or: return logical_or(a, b);
  case Operation::logical_and: return logical_and(a, b);
  case Operation::less: return compared(a, b, [](double x, double y) { return x < y; });
  case Operation::less_equal: return compared(a, b, [](double x, double y) { return x <= y; });
  case Operation::greater: return compared(a, b, [](double x, double y) { return x > y; });
  case Operation::greater_equal: return compared(a, b, [](double x, double y) { return x >= y; });
  case Operation::equal:
    return compared(a, b, [](double x, double y) { return !(x < y) && !(x > y); });
  case Operation::not_equal:
    return compared(a, b, [](double x, double y) { return x < y || x > y; });
  case Operation::add: return a + b;
  case Operation::subtract: return a - b;
  case Operation::multiply: return a * b;
  default: return is_zero(b) ? k_not_known : a / b;
  }
}

double of_many(Operation operation, std::span<const double> values) {
  if (std::any_of(values.begin(), values.end(), unknown))
    return k_not_known;
  return operation == Operation::least ? *std::min_element(values.begin(), values.end())
                                       : *std::max_element(values.begin(), values.end());
}

double tested(const TextTest& test, const FactValues& values) {
  if (test.is_word) {
    if (const auto* text = values.text_or_null(test.fact.id); text != nullptr)
      return truth(text->size() == test.pattern.size() && core::glob_match(test.pattern, *text));
  }
  const auto result = passes(test, values);
  return result ? truth(*result) : k_not_known;
}

} // namespace

std::size_t taken_by(const Program::Step& step) {
  switch (step.operation) {
  case Operation::number:
  case Operation::fact:
  case Operation::test: return 0;
  case Operation::negate:
  case Operation::logical_not:
  case Operation::round_up:
  case Operation::round_down: return 1;
  case Operation::choose: return 3;
  case Operation::least:
  case Operation::most: return step.operand;
  default: return 2;
  }
}

double result_of(Operation operation, std::span<const double> values) {
  switch (operation) {
  case Operation::choose: return choose(values[0], values[1], values[2]);
  case Operation::least:
  case Operation::most: return of_many(operation, values);
  default:
    return values.size() == 1 ? of_one(operation, values[0])
                              : of_two(operation, values[0], values[1]);
  }
}

core::Known<bool> passes(const TextTest& test, const FactValues& values) {
  if (test.kind == TextTest::Kind::place)
    return values.in_place(test.pattern);
  const auto text = values.text(test.fact);
  // A job without the label is known not to have this value.
  if (!text && test.fact.id == FactId::label)
    return false;
  return text.transform([&](std::string_view met) { return core::glob_match(test.pattern, met); });
}

Program::Program(std::vector<Step> steps) : steps_(std::move(steps)) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (const Step& step : steps_) {
    GPUPLAN_ENSURE(depth >= taken_by(step));
    depth = depth - taken_by(step) + 1;
    deepest = std::max(deepest, depth);
  }
  GPUPLAN_ENSURE(depth == 1);
  stack_.resize(deepest);
}

double Program::run(const FactValues& values,
                    std::span<const FactRef> facts,
                    std::span<const TextTest> tests) const {
  double* top = stack_.data(); // one past the last value
  for (const Step& step : steps_) {
    const std::size_t taken = taken_by(step);
    double* first = top - taken;
    double result = step.number;
    switch (step.operation) {
    case Operation::number: break;
    case Operation::fact: result = values.number_or_nan(facts[step.operand]); break;
    case Operation::test: result = tested(tests[step.operand], values); break;
    default: result = result_of(step.operation, {first, taken});
    }
    *first = result;
    top = first + 1;
  }
  return stack_.front();
}

} // namespace gpuplan::facts
