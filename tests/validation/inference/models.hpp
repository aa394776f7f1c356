#pragma once

#include "validation/inference/table.hpp"
#include "workload/demand/demand.hpp"

namespace gpuplan::validation {

/// Language models of the facts as architectures, with counts worked out from their dimensions.
class LanguageModels {
public:
  explicit LanguageModels(const std::string& facts);

  /// By name; a model the facts do not list is built from the measured row's own columns.
  [[nodiscard]] std::optional<workload::Architecture> find(const Record& measured) const;

private:
  std::map<std::string, Record, std::less<>> rows_;
};

/// KV figures of a model at a width, into the demand.
void set_kv(workload::Demand& demand, double bytes_per_element);

} // namespace gpuplan::validation
