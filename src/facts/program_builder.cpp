#include "facts/program_builder.hpp"

#include <cmath>

namespace gpuplan::facts {

void ProgramBuilder::sign(char sign) {
  waiting_.push_back({.operation = sign == '-' ? Operation::negate : Operation::logical_not,
                      .precedence = Precedence::sign});
}

void ProgramBuilder::binary(const Operator& between, std::size_t offset) {
  settle(between.precedence); // from left to right among equals
  waiting_.push_back(
      {.operation = between.operation, .precedence = between.precedence, .offset = offset});
}

void ProgramBuilder::add(Operation operation, std::size_t operand, std::size_t offset) {
  steps_.push_back({.operation = operation, .operand = static_cast<std::uint16_t>(operand)});
  const std::size_t first = values_.size() - taken_by(steps_.back());
  std::optional<double> result;
  const bool divides = operation == Operation::divide;
  std::vector<double> taken;
  for (std::size_t i = first; i < values_.size() && values_[i]; ++i)
    taken.push_back(*values_[i]);
  const bool constant = first < values_.size() && taken.size() == values_.size() - first;
  if (constant)
    result = result_of(operation, taken);
  const bool by_zero = divides && values_.back() && std::fpclassify(*values_.back()) == FP_ZERO;
  if (!impossible_ && (by_zero || (constant && !std::isfinite(*result))))
    impossible_ = {.offset = offset, .by_zero = by_zero};
  values_.resize(first);
  values_.push_back(result);
}

void ProgramBuilder::settle(Precedence least) {
  while (!waiting_.empty() && !waiting_.back().opens && waiting_.back().precedence >= least) {
    add(waiting_.back().operation, 0, waiting_.back().offset);
    waiting_.pop_back();
  }
}

void ProgramBuilder::next_argument() {
  settle(Precedence::logical_or);
  ++waiting_.back().arguments;
}

void ProgramBuilder::close() {
  settle(Precedence::logical_or);
  const Waiting group = waiting_.back();
  waiting_.pop_back();
  if (group.function != nullptr)
    add(group.function->operation, group.arguments);
}

Program ProgramBuilder::finish() {
  settle(Precedence::logical_or);
  return Program(std::move(steps_));
}

} // namespace gpuplan::facts
