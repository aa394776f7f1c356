#pragma once

#include "workload/model/model_resolver.hpp"

namespace gpuplan::workload {

/// A model stated by a mapping: `{params: 8B}`, `{dims: {layers: 32, hidden: 4096, …}}` or
/// `{flops_per_sample: 8.2B, params: 25.6M, …}`; a recommender may state the parameters in its
/// `tables` and the `row_bytes` a sample reads. Every fault is reported at its place.
std::optional<Architecture> read_stated_model(const source::Document& document,
                                              const source::Node& mapping,
                                              const ModelSources& sources,
                                              core::DiagnosticSink& sink);

} // namespace gpuplan::workload
