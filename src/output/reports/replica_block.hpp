#pragma once

#include "output/reports/report.hpp"
#include "perf/estimate.hpp"

#include <string>
#include <vector>

namespace gpuplan::output {

/// What one replica of a service does, with the arithmetic of its times.
std::string replica_block(const perf::ReplicaEstimate& replica,
                          const std::vector<std::string>& arithmetic,
                          const ReportStyle& style);

} // namespace gpuplan::output
