#pragma once

#include "facts/fact.hpp"

#include <array>

namespace gpuplan::facts::table {

using enum FactId;

// The jobs that some facts are of alone.
constexpr JobKinds k_inference = k_serving_job | k_batch_job;
constexpr JobKinds k_ending = k_training_job | k_batch_job;
constexpr JobKinds k_no_job = 0; ///< the name is kept for what nothing tells yet

constexpr Fact number(FactId id,
                      std::string_view name,
                      std::string_view unit,
                      std::uint8_t decimals,
                      Stage stage,
                      std::string_view definition) {
  return {.id = id,
          .name = name,
          .unit = unit,
          .kind = FactKind::number,
          .stage = stage,
          .decimals = decimals,
          .definition = definition};
}

/// A number with a range: `_low` and `_high` exist beside it.
constexpr Fact estimated(FactId id,
                         std::string_view name,
                         std::string_view unit,
                         std::uint8_t decimals,
                         Stage stage,
                         std::string_view definition) {
  Fact fact = number(id, name, unit, decimals, stage, definition);
  fact.has_range = true;
  return fact;
}

constexpr Fact text(FactId id, std::string_view name, Stage stage, std::string_view definition) {
  Fact fact = number(id, name, {}, 0, stage, definition);
  fact.kind = FactKind::text;
  return fact;
}

constexpr Fact flag(FactId id, std::string_view name, Stage stage, std::string_view definition) {
  Fact fact = number(id, name, {}, 0, stage, definition);
  fact.kind = FactKind::boolean;
  return fact;
}

/// A fact of some jobs alone, by their kind and by what they read.
constexpr Fact of(JobKinds jobs, Inputs inputs, Fact fact) {
  fact.jobs = jobs;
  fact.inputs = inputs;
  return fact;
}

constexpr Fact of(JobKinds jobs, Fact fact) {
  return of(jobs, Inputs::either, fact);
}

} // namespace gpuplan::facts::table
