#pragma once

#include "support/csv.hpp"
#include "workload/architecture.hpp"

namespace gpuplan::validation {

/// Dimensions and parameters of a dense transformer as the run states them, gaps filled from what
/// is known of the model; `relative_positions` adds their matrix (Transformer-XL).
void set_dense_shape(workload::Architecture& model,
                     const test::CsvRow& run,
                     bool relative_positions);

/// The same for one of the mixtures of experts that were measured.
void set_mixture_shape(workload::Architecture& model, const test::CsvRow& run);

} // namespace gpuplan::validation
