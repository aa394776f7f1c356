#include "perf/coefficient_table.hpp"

#include <cmath>

namespace gpuplan::perf {

namespace {

core::Diagnostic fault(std::string code, std::string headline) {
  return {.code = std::move(code),
          .severity = core::Severity::error,
          .headline = std::move(headline),
          .at = {},
          .labels = {},
          .notes = {},
          .help = "coefficients stand in catalogs/calibration.yaml, settings in defaults.yaml"};
}

} // namespace

bool bind_coefficients(std::span<const CoefficientBinding> table,
                       const CoefficientLookup& lookup,
                       core::DiagnosticSink& sink) {
  bool complete = true;
  for (const CoefficientBinding& row : table) {
    const auto found = lookup(row.key);
    if (!found) {
      sink.report(fault("PRF001", "no coefficient " + row.key + ", the time form needs it"));
      complete = false;
    } else if (!std::isfinite(*found)) {
      sink.report(fault("PRF002", "coefficient " + row.key + " is no finite number"));
      complete = false;
    } else {
      *row.value = *found * row.scale;
    }
  }
  return complete;
}

} // namespace gpuplan::perf
