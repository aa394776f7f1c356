#pragma once

#include "plan/explore/serving_explorer.hpp"
#include "plan/explore/training_explorer.hpp"
#include "plan/records.hpp"

#include <optional>

namespace gpuplan::plan {

struct ServingCapacity {
  double requests_s = 0;
  double at_once = 0;  ///< requests in work; what their latencies are is not looked at
  bool untold = false; ///< it would run, on a network of which nothing tells how fast
};

/// The first phase of the search: memory, layout and time, which depend on the demand and the shape
/// alone. Nothing is computed twice: the layouts of a grid and their memory are shared by all
/// chips, kernel and tensor-parallel time by all numbers of instances of a shape.
class Explorer {
public:
  Explorer(const catalog::Catalog& catalog,
           const Models& models,
           const workload::Workload& workload);
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Calls for one shape follow each other: what they share is kept until the next shape.
  Explored explore(const catalog::Shape& shape, std::int32_t nodes);

  /// Serving at a share of the load that is asked for, as one of several machines.
  Explored explore_share(const catalog::Shape& shape, std::int32_t nodes, double share);

  /// What so many instances serve at most within the latency targets; nothing where they cannot.
  ServingCapacity serving_capacity(const catalog::Shape& shape, std::int32_t nodes);

  [[nodiscard]] const SearchLimits& limits() const { return limits_; }

private:
  const workload::Workload& workload_;
  Records records_;
  SearchLimits limits_;
  DemandVariants variants_;
  TrainingExplorer training_;
  ServingExplorer serving_;
  std::optional<catalog::ShapeId> current_shape_;
};

} // namespace gpuplan::plan
