#include "facts/program_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace gpuplan::facts {
namespace {

/// What is known of a value on the stack without the facts.
struct Term {
  std::optional<double> constant;
  std::optional<FactRef> fact;    ///< the fact itself, as it is
  std::vector<UpperBound> bounds; ///< that it is false or unknown without
};

/// `fact <= number`; one below the number, in the last digit a double has, where it has to be less.
Term bounded(const Term& less, const Term& more, bool or_equal) {
  Term result;
  if (!less.fact || !more.constant)
    return result;
  const double most = *more.constant;
  const double below = std::nextafter(most, -std::numeric_limits<double>::infinity());
  result.bounds.push_back({.fact = *less.fact, .most = or_equal ? most : below});
  return result;
}

Term joined(const Term& left, const Term& right) {
  Term result{.constant = {}, .fact = {}, .bounds = left.bounds};
  result.bounds.insert(result.bounds.end(), right.bounds.begin(), right.bounds.end());
  return result;
}

/// Of numbers alone.
Term computed(Operation operation, std::span<const Term> taken) {
  std::vector<double> values;
  for (const auto& term : taken) {
    if (!term.constant)
      return {};
    values.push_back(*term.constant);
  }
  return {.constant = result_of(operation, values), .fact = {}, .bounds = {}};
}

Term result_of_terms(Operation operation, std::span<const Term> taken) {
  switch (operation) {
  case Operation::less:
  case Operation::less_equal:
    return bounded(taken[0], taken[1], operation == Operation::less_equal);
  case Operation::greater:
  case Operation::greater_equal:
    return bounded(taken[1], taken[0], operation == Operation::greater_equal);
  case Operation::logical_and: return joined(taken[0], taken[1]);
  default: return computed(operation, taken);
  }
}

} // namespace

std::vector<UpperBound> bounds_of(const Program& program, std::span<const FactRef> facts) {
  std::vector<Term> stack;
  for (const auto& step : program.steps()) {
    Term result;
    switch (step.operation) {
    case Operation::number: result.constant = step.number; break;
    case Operation::fact: result.fact = facts[step.operand]; break;
    case Operation::test: break;
    default: {
      const auto count = taken_by(step);
      result = result_of_terms(step.operation, std::span(stack).last(count));
      stack.resize(stack.size() - count);
    }
    }
    stack.push_back(std::move(result));
  }
  return stack.empty() ? std::vector<UpperBound>{} : std::move(stack.back().bounds);
}

} // namespace gpuplan::facts
