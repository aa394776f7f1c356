#pragma once

#include "catalog/catalog.hpp"
#include "perf/estimate.hpp"

#include <memory>

namespace gpuplan::perf {

/// Coefficients of the inference form, bound once from the catalog's calibration.
class ServingModel {
public:
  explicit ServingModel(const catalog::Catalog& catalog);
  ~ServingModel();
  ServingModel(ServingModel&&) noexcept;
  ServingModel& operator=(ServingModel&&) noexcept;

  /// What one replica of tensor × pipeline devices does at an offered load of `requests_per_s`
  /// for that replica (unknown: its best point within the latency targets).
  [[nodiscard]] core::Known<ReplicaEstimate> estimate(const workload::Demand& demand,
                                                      const workload::Layout& layout,
                                                      const Topology& topology,
                                                      core::Known<double> requests_per_s) const;

  struct Coefficients;

private:
  std::unique_ptr<Coefficients> coefficients_;
};

} // namespace gpuplan::perf
