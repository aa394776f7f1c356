#pragma once

#include "perf/training.hpp"

#include <yaml-cpp/yaml.h>

#include <map>
#include <stdexcept>
#include <string>

namespace gpuplan::test {

using Coefficients = std::map<std::string, double, std::less<>>;

inline void flatten(const YAML::Node& node, const std::string& key, Coefficients& into) {
  if (!node.IsMap())
    return;
  if (node["value"]) {
    into[key] = node["value"].as<double>();
    return;
  }
  for (const auto& child : node)
    flatten(
        child.second, key.empty() ? child.first.Scalar() : key + "." + child.first.Scalar(), into);
}

/// The shipped calibration as `section.name` → value, and the settings the time form reads.
inline Coefficients shipped_coefficients() {
  Coefficients coefficients;
  flatten(YAML::LoadFile(GPUPLAN_CATALOGS_DIR "/calibration.yaml"), "", coefficients);
  coefficients["cpu.gflops_per_vcpu.x86_64"] = 20;
  coefficients["cpu.gflops_per_vcpu.arm64"] = 10;
  return coefficients;
}

inline perf::CoefficientLookup lookup_in(Coefficients coefficients) {
  return [coefficients = std::move(coefficients)](std::string_view key) -> std::optional<double> {
    const auto at = coefficients.find(key);
    return at == coefficients.end() ? std::nullopt : std::optional<double>(at->second);
  };
}

/// The time form with the shipped calibration, some coefficients replaced.
inline perf::TrainingModel training_model(const Coefficients& replaced = {}) {
  Coefficients coefficients = shipped_coefficients();
  for (const auto& [key, value] : replaced)
    coefficients[key] = value;
  core::DiagnosticSink sink;
  auto model = perf::TrainingModel::bind(lookup_in(std::move(coefficients)), sink);
  if (!model)
    throw std::runtime_error(core::render(sink.diagnostics().front()));
  return std::move(*model);
}

inline const perf::TrainingModel& shipped_training_model() {
  static const perf::TrainingModel shipped = training_model();
  return shipped;
}

} // namespace gpuplan::test
