#pragma once

#include "facts/expression.hpp"
#include "workload/workload.hpp"

#include <optional>

namespace gpuplan::plan {

/// The first fact of an expression that a job never has, such as the time to first token of
/// training: it would be unknown of every plan, and nothing would match without a word. A fact that
/// the user assumes is let pass.
std::optional<facts::ExpressionError> fact_of_other_jobs(const facts::Expression& expression,
                                                         const workload::Workload& workload);

/// The first fact of an expression that a listing of what is for sale never has, since it takes a
/// job.
std::optional<facts::ExpressionError> fact_of_a_job(const facts::Expression& expression);

} // namespace gpuplan::plan
