#pragma once

#include "catalog/catalog.hpp"
#include "output/table.hpp"

#include <string>

namespace gpuplan::output {

/// Findings of a catalog as JSON: code, severity, message, file and line.
std::string findings_json(const catalog::Catalog& catalog,
                          std::span<const core::Diagnostic> findings,
                          core::Date as_of);

/// A table as JSON: one object a row, keyed by column.
std::string table_json(const catalog::Catalog& catalog,
                       const Table& table,
                       std::string_view command,
                       core::Date as_of);

} // namespace gpuplan::output
