#include "workload/read/fault.hpp"

namespace gpuplan::workload {

void report_fault(core::DiagnosticSink& sink,
                  const core::Span& at,
                  std::string_view code,
                  std::string headline,
                  std::string help,
                  std::vector<std::string> notes) {
  sink.report({.code = std::string(code),
               .severity = core::Severity::error,
               .headline = std::move(headline),
               .at = at,
               .labels = {},
               .notes = std::move(notes),
               .help = std::move(help)});
}

} // namespace gpuplan::workload
