#pragma once

#include "catalog/catalog.hpp"
#include "catalog/check.hpp"
#include "output/records.hpp"

#include <string>

namespace gpuplan::output {

/// Findings of a catalog as JSON, in the order given: code, severity, message, file, line and by
/// which ratio a figure is off (null where that is no number). `not_shown` counts those of the
/// built-in catalog beside them.
std::string findings_json(const catalog::Catalog& catalog,
                          std::span<const catalog::FindingRecord> findings,
                          std::size_t not_shown,
                          core::Date as_of);

/// Records as JSON: one object a row.
std::string records_json(const catalog::Catalog& catalog,
                         const Records& records,
                         std::string_view command,
                         core::Date as_of);

} // namespace gpuplan::output
