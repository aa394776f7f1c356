#include "facts/program_builder.hpp"

namespace gpuplan::facts {

void ProgramBuilder::sign(char sign) {
  waiting_.push_back({.operation = sign == '-' ? Operation::negate : Operation::logical_not,
                      .precedence = Precedence::sign});
}

void ProgramBuilder::binary(const Operator& between) {
  settle(between.precedence); // from left to right among equals
  waiting_.push_back({.operation = between.operation, .precedence = between.precedence});
}

void ProgramBuilder::settle(Precedence least) {
  while (!waiting_.empty() && !waiting_.back().opens && waiting_.back().precedence >= least) {
    add(waiting_.back().operation);
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
