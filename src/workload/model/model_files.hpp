#pragma once

#include "workload/model/model_resolver.hpp"

namespace gpuplan::workload {

/// Reads the model at a path: a config.json, a folder with one, an index, a GGUF file (of several
/// parts: all of them). Faults are reported with their positions; `at` is where the path was
/// stated.
std::optional<Architecture> read_model_path(const std::string& path,
                                            const ModelSources& sources,
                                            const core::Span& at,
                                            core::DiagnosticSink& sink);

/// The snapshot folder of a hub id in the local cache; empty where there is none.
std::string cached_snapshot(std::string_view hub_id,
                            const std::string& hub_cache,
                            source::FileReader& files,
                            core::DiagnosticSink& sink);

} // namespace gpuplan::workload
