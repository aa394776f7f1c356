#pragma once

#include "output/reports/compare_report.hpp"

namespace gpuplan::output {

/// The comparison as a JSON document (`gpuplan schema compare`).
std::string
compare_json(const catalog::Catalog& catalog, const Comparison& comparison, core::Date as_of);

} // namespace gpuplan::output
