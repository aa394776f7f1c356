#pragma once

#include "perf/training_query.hpp"
#include "plan/explore/layout_grids.hpp"

namespace gpuplan::plan {

/// Of the training layouts of a shape the fastest that fits; without one the fastest that is tight;
/// without one the smallest, so that a refusal can say how much is missing.
class TrainingExplorer {
public:
  TrainingExplorer(const Models& models, DemandVariants& variants, const SearchLimits& limits)
      : models_(models),
        variants_(variants),
        grids_(variants, limits) {}

  /// The calls of `explore` that follow are for this shape, and share what they can.
  void begin(const catalog::Shape& shape, const catalog::Accelerator* accelerator);

  Explored
  explore(const catalog::Shape& shape, const catalog::Accelerator* accelerator, std::int32_t nodes);

private:
  /// Where a layout would run.
  struct Place {
    const catalog::Shape& shape;
    const catalog::Accelerator* accelerator;
    std::int32_t nodes;
    catalog::NumberFormat compute;
  };

  /// A demand on the current shape.
  struct OnShape {
    workload::Stack stack = workload::Stack::fsdp;
    core::Known<perf::TrainingQuery> query;
  };

  /// Something worked out for the `owner`-th shape or chip; void for every later one, so that
  /// nothing has to be cleared between them.
  template <class Value>
  struct Owned {
    std::uint32_t owner = 0;
    Value value;
  };

  struct Best;
  [[nodiscard]] Best best_of(const std::vector<LaidOut>& layouts, const Place& place);
  [[nodiscard]] Explored finish(const LaidOut& chosen, const Place& place);
  const core::Known<perf::TrainingQuery>& query_of(workload::Stack stack, const Place& place);
  const core::Known<perf::MicroBatchTimes>& micro_times(const perf::TrainingQuery& query,
                                                        const LaidOut& candidate);
  /// Time of a step; for a layout that is surely slower than `slower_than`, some such time.
  core::Known<core::Seconds>
  step_time(const LaidOut& candidate, const Place& place, double slower_than);
  core::Known<perf::TrainingEstimate> estimate_of(const LaidOut& chosen, const Place& place);

  const Models& models_;
  DemandVariants& variants_;
  LayoutGrids grids_;
  std::vector<OnShape> on_shape_; ///< of the current shape, by stack
  const catalog::Accelerator* chip_ = nullptr;
  double share_of_chip_ = 0; ///< below 1 where a slice is sold
  std::uint32_t chips_ = 0;  ///< begun so far, and the number of the current one
  std::uint32_t shapes_ = 0;
  std::vector<Owned<perf::DeviceTimes>> device_; ///< by micro-batch, of the current chip
  std::vector<Owned<core::Known<perf::MicroBatchTimes>>> micro_; ///< of the current shape
};

} // namespace gpuplan::plan
