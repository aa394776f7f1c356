#pragma once

#include "workload/architecture.hpp"
#include "workload/model/gguf_header.hpp"

#include <optional>

namespace gpuplan::workload {

/// A GGUF file as an architecture: dimensions from its metadata, exact parameter counts and the
/// stored size from its tensor list, the weight format from its file type. A missing key is an
/// error that names it; head counts that differ by layer are averaged over those that attend, with
/// a note.
std::optional<Architecture>
architecture_of(const GgufHeader& header, std::string_view file, core::DiagnosticSink& sink);

} // namespace gpuplan::workload
