#pragma once

#include "source/node.hpp"
#include "workload/architecture.hpp"

#include <optional>

namespace gpuplan::workload {

/// Reads a Hugging Face config.json into an architecture with exact parameter counts.
///
/// Dimensions of a nested language model win over outer ones. A key that is missing takes the
/// default of its model class, and a note says so; where the class has none it is an error that
/// names the key at the mapping that lacks it (code WRK010). Parts that no rule is known for (an
/// unusual vision tower) are named in `left_out`. `quantization` is the hf_quant_config.json
/// beside it, or null.
std::optional<Architecture> read_hf_config(const source::Document& config,
                                           const source::Document* quantization,
                                           std::string_view name,
                                           core::DiagnosticSink& sink);

} // namespace gpuplan::workload
