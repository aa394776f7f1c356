#pragma once

#include "validation/memory/published_runs.hpp"

namespace gpuplan::test {

std::optional<PublishedRun> training_run(const TruthRow& row,
                                         const workload::Architecture& model,
                                         const sizing::MemoryCoefficients& c);
std::optional<PublishedRun> serving_run(const TruthRow& row,
                                        const workload::Architecture& model,
                                        const sizing::MemoryCoefficients& c);

} // namespace gpuplan::test
