#pragma once

#include "sizing/memory_model.hpp"

#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

namespace gpuplan::test {

/// The `memory:` section of the shipped calibration by key: groups of one-line coefficients, as the
/// file is written.
inline std::map<std::string, double, std::less<>> memory_calibration() {
  std::ifstream file(GPUPLAN_CATALOGS_DIR "/calibration.yaml");
  std::map<std::string, double, std::less<>> values;
  std::string section;
  std::string group;
  for (std::string line; std::getline(file, line);) {
    const auto indent = line.find_first_not_of(' ');
    if (indent == std::string::npos || line[indent] == '#')
      continue;
    const auto key = line.substr(indent, line.find(':') - indent);
    const auto value = line.find("value: ");
    if (indent == 0)
      section = key;
    else if (value == std::string::npos)
      group = key;
    else if (section == "memory")
      values["memory." + group + "." + key] = std::stod(line.substr(value + 7));
  }
  return values;
}

inline double memory_coefficient(std::string_view key) {
  static const auto values = memory_calibration();
  const auto found = values.find(key);
  if (found == values.end())
    throw std::runtime_error("no coefficient " + std::string(key));
  return found->second;
}

/// The memory model with the shipped coefficients.
inline const sizing::MemoryModel& shipped_memory_model() {
  static const auto values = memory_calibration();
  static const auto model = [] {
    core::DiagnosticSink sink;
    const auto lookup = [](std::string_view key) -> std::optional<double> {
      const auto found = values.find(key);
      return found == values.end() ? std::nullopt : std::optional{found->second};
    };
    auto bound = sizing::MemoryModel::from(lookup, sink);
    if (!bound)
      throw std::runtime_error(core::render(sink.diagnostics().front()));
    return *bound;
  }();
  return model;
}

} // namespace gpuplan::test
