#pragma once

#include "workload/model/model_resolver.hpp"
#include "workload/read/statements.hpp"
#include "workload/workload.hpp"

#include <optional>

namespace gpuplan::workload {

/// Builds a job from a workload file (or none), from what flags and `--set` state, which win over
/// it, and from the catalog's defaults for the rest. Every default that was taken is an assumption.
///
/// Nothing with diagnostics where there is a fault; all faults are reported, not only the first.
/// Codes: WRK001 a value of the file, WRK002 values of the file that do not go together, WRK010 to
/// WRK022 model files, WRK030 an unknown model, WRK031 and WRK032 a model that cannot be planned,
/// WRK050 a default of the catalog; USE010 to USE013 the same in a flag; SRC… syntax, unknown keys.
std::optional<Workload> build_workload(const source::Document* file,
                                       const Overrides& overrides,
                                       const ModelSources& sources,
                                       core::DiagnosticSink& sink);

} // namespace gpuplan::workload
