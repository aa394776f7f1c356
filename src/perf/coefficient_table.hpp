#pragma once

#include "core/diagnostic.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::perf {

/// Finds a calibrated coefficient (`training.efficiency.bf16`) or a numeric setting
/// (`cpu.gflops_per_vcpu.x86_64`) by its full key; nothing where there is none.
using CoefficientLookup = std::function<std::optional<double>(std::string_view key)>;

/// One row of a form's table: the key, where its value goes, and the factor from the unit of the
/// key to the one the form counts in (`1e-3` for a key that ends in `_ms`).
struct CoefficientBinding {
  std::string key;
  double* value = nullptr;
  double scale = 1;
};

/// Fills every row. A key that is missing (PRF001) or no finite number (PRF002) is an error; all
/// faults are reported. True without faults.
bool bind_coefficients(std::span<const CoefficientBinding> table,
                       const CoefficientLookup& lookup,
                       core::DiagnosticSink& sink);

} // namespace gpuplan::perf
