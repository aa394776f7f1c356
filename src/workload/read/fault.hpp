#pragma once

#include "core/diagnostic.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// Reports an error at a place of a file, or at a flag (a span whose file is `--tokens`).
void report_fault(core::DiagnosticSink& sink,
                  const core::Span& at,
                  std::string_view code,
                  std::string headline,
                  std::string help = {},
                  std::vector<std::string> notes = {});

} // namespace gpuplan::workload
