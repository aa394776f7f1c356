#pragma once

#include "catalog/catalog.hpp"
#include "perf/estimate.hpp"

#include <memory>

namespace gpuplan::perf {

/// Coefficients of the training form, bound once from the catalog's calibration.
class TrainingModel {
public:
  explicit TrainingModel(const catalog::Catalog& catalog);
  ~TrainingModel();
  TrainingModel(TrainingModel&&) noexcept;
  TrainingModel& operator=(TrainingModel&&) noexcept;

  /// Step time of a layout on a topology, in full.
  [[nodiscard]] core::Known<TrainingEstimate> estimate(const workload::Demand& demand,
                                                       const workload::Layout& layout,
                                                       const Topology& topology) const;

  struct Coefficients;

private:
  std::unique_ptr<Coefficients> coefficients_;
};

} // namespace gpuplan::perf
