#pragma once

#include <fstream>
#include <map>
#include <string>
#include <yaml-cpp/yaml.h>

namespace gpuplan::testing {

using CalibrationValues = std::map<std::string, double, std::less<>>;

inline void flatten(const YAML::Node& node, const std::string& prefix, CalibrationValues& values) {
  if (!node.IsMap())
    return;
  if (node["value"] && node["value"].IsScalar()) {
    values.emplace(prefix, node["value"].as<double>());
    return;
  }
  for (const auto& entry : node) {
    const auto key = entry.first.as<std::string>();
    flatten(entry.second, prefix.empty() ? key : prefix + "." + key, values);
  }
}

/// Every leaf of catalogs/calibration.yaml under its dotted key, as the catalog will hold them.
inline CalibrationValues calibration_values() {
  CalibrationValues values;
  flatten(YAML::LoadFile(std::string{GPUPLAN_CATALOGS_DIR} + "/calibration.yaml"), "", values);
  return values;
}

} // namespace gpuplan::testing
