#pragma once

#include "sizing/memory_model.hpp"
#include "support/calibration.hpp"

namespace gpuplan::test {

/// A coefficient of the shipped calibration by its key.
inline double memory_coefficient(std::string_view key) {
  static const Coefficients values = shipped_coefficients();
  const auto found = values.find(key);
  if (found == values.end())
    throw std::runtime_error("no coefficient " + std::string(key));
  return found->second;
}

/// The memory model with the shipped coefficients.
inline const sizing::MemoryModel& shipped_memory_model() {
  static const sizing::MemoryModel model = [] {
    core::DiagnosticSink sink;
    auto bound = sizing::MemoryModel::from(lookup_in(shipped_coefficients()), sink);
    if (!bound)
      throw std::runtime_error(core::render(sink.diagnostics().front()));
    return *bound;
  }();
  return model;
}

} // namespace gpuplan::test
