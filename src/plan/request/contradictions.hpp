#pragma once

#include "catalog/catalog.hpp"
#include "core/diagnostic.hpp"
#include "workload/workload.hpp"

namespace gpuplan::plan {

/// Reports where the plan that is named and another wish exclude each other: `#spot` beside
/// `--terms on-demand`, a provider, place, chip or number of nodes that the plan does not have.
/// Nothing could meet both, which would look like an empty market. Names that mean nothing are
/// reported by `resolve_filters` alone.
void check_contradictions(const workload::Workload& workload,
                          const catalog::Catalog& catalog,
                          core::DiagnosticSink& sink);

} // namespace gpuplan::plan
