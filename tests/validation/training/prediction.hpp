#pragma once

#include "perf/training_query.hpp"
#include "validation/training/job.hpp"
#include "validation/training/machine.hpp"

#include <optional>

namespace gpuplan::validation {

/// A measured run and what the time form says about it, in samples a second of the whole job.
struct Prediction {
  double predicted = 0;
  double measured = 0;
  perf::MicroBatchLayout layout; ///< as stated, else the fastest that fits
  double micro_batches = 1;

  [[nodiscard]] double ratio() const { return predicted / measured; }
};

/// Nothing where the row has no rate or the form no answer (it names the reason then).
std::optional<Prediction> predict(const test::CsvRow& run,
                                  const Job& job,
                                  const Machine& machine,
                                  const perf::TrainingModel&);

} // namespace gpuplan::validation
