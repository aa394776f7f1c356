#pragma once

#include "perf/estimate.hpp"
#include "validation/inference/table.hpp"

namespace gpuplan::validation {

/// The chips of the facts, as accelerators. Text lives as long as the object.
class Hardware {
public:
  explicit Hardware(const std::string& facts);

  [[nodiscard]] const catalog::Accelerator* find(const std::string& id) const;

  /// One machine with `devices` of a chip, wired as the chip usually is.
  [[nodiscard]] static catalog::Shape shape(const catalog::Accelerator& chip, int devices);

private:
  std::vector<Record> rows_;
  std::map<std::string, catalog::Accelerator, std::less<>> chips_;
};

} // namespace gpuplan::validation
