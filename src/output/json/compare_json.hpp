#pragma once

#include "output/reports/compare_report.hpp"

namespace gpuplan::output {

/// The comparison as a JSON document (`gpuplan schema compare`).
std::string
compare_json(const catalog::Catalog& catalog, const Comparison& comparison, core::Date as_of);

/// The same as CSV: the axes, then facts of the answers (empty where there is none), then why.
std::string
compare_csv(const catalog::Catalog& catalog, const Comparison& comparison, core::Date as_of);

} // namespace gpuplan::output
