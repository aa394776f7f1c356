#pragma once

#include "catalog/catalog.hpp"
#include "perf/coefficient_table.hpp"

namespace gpuplan::perf {

/// Coefficients of a catalog, and those of its settings that begin with a number (their unit is
/// part of the key). Copies them, so the result does not depend on where the catalog lives.
CoefficientLookup catalog_lookup(const catalog::Catalog& catalog);

} // namespace gpuplan::perf
