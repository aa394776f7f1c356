#pragma once

#include "output/reports/report.hpp"
#include "plan/size.hpp"

namespace gpuplan::output {

/// The needs of a job by name: compute, memory, bandwidth; what holds it; what would make it
/// smaller. No prices.
std::string
size_text(const workload::Workload& workload, const plan::JobSize& size, const ReportStyle& style);

/// The same as a JSON document (`gpuplan schema size`).
std::string size_json(const catalog::Catalog& catalog,
                      const workload::Workload& workload,
                      const plan::JobSize& size,
                      core::Date as_of);

} // namespace gpuplan::output
