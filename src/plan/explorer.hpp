#pragma once

#include "perf/serving.hpp"
#include "perf/training.hpp"
#include "perf/training_query.hpp"
#include "plan/search_space.hpp"
#include "plan/setup.hpp"
#include "sizing/memory_model.hpp"
#include "workload/workload.hpp"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace gpuplan::plan {

/// The estimators, bound once to a catalog's calibration.
struct Models {
  explicit Models(const catalog::Catalog& catalog)
      : memory(catalog),
        training(catalog),
        serving(catalog) {}

  sizing::MemoryModel memory;
  perf::TrainingModel training;
  perf::ServingModel serving;
};

/// What exploring one number of instances of one shape gave.
struct Explored {
  std::optional<Setup> setup;    ///< none: no legal layout
  std::string_view time_unknown; ///< why the time of `setup` is not known; empty where it is
  std::string why_no_layout;
};

/// The first phase of the search: memory, layout and time, which depend on the demand and the shape
/// alone. Nothing is computed twice: the layouts of a grid and their memory are shared by all
/// chips, kernel and tensor-parallel time by all numbers of instances of a shape.
///
/// Of the layouts of a shape the fastest that fits is kept; without one the fastest that is tight;
/// without one the smallest, so that a refusal can say how much is missing.
class Explorer {
public:
  Explorer(const catalog::Catalog& catalog,
           const Models& models,
           const workload::Workload& workload);

  /// Calls for one shape follow each other: what they share is kept until the next shape.
  Explored explore(const catalog::Shape& shape, std::int32_t nodes);

  /// Requests a second that so many instances serve at most within the latency targets; 0 where
  /// they cannot.
  double serving_capacity(const catalog::Shape& shape, std::int32_t nodes);

  [[nodiscard]] const SearchLimits& limits() const { return limits_; }

  /// The demand as it runs on a chip: stack, number format and stored weights after what chip and
  /// layout impose.
  const workload::Demand&
  demand_for(workload::Stack stack, catalog::NumberFormat compute, workload::WeightFormat weights);

  const workload::Demand& demand_for(workload::Stack stack, catalog::NumberFormat compute) {
    return demand_for(stack, compute, workload_.demand.serving.weights);
  }

  /// The format a chip would compute in: the one asked for; where none was, the widest 16-bit one
  /// it has, else fp32.
  [[nodiscard]] catalog::NumberFormat format_on(const catalog::Accelerator* accelerator) const;

private:
  /// A layout of a grid with what does not depend on the chip.
  struct LaidOut {
    workload::Layout layout;
    workload::Stack stack = workload::Stack::fsdp;
    std::uint32_t micro = 0; ///< index into `micro_layouts_`
    core::Bytes needed;
  };

  struct GridKey {
    Grid grid;
    workload::Stack family = workload::Stack::fsdp;
    catalog::NumberFormat compute = catalog::NumberFormat::bf16;
    friend auto operator<=>(const GridKey&, const GridKey&) = default;
  };

  /// A demand on the current shape with the micro-batches that were timed.
  struct TimedShape {
    workload::Stack stack = workload::Stack::fsdp;
    core::Known<perf::TrainingQuery> query;
    std::vector<std::optional<core::Known<perf::MicroBatchTimes>>> micro;
  };

  struct Best;
  [[nodiscard]] workload::Stack stack_family(const catalog::Accelerator* accelerator) const;
  const workload::Demand& served_on(const catalog::Accelerator* accelerator);
  [[nodiscard]] workload::Stack stack_of(workload::Stack family,
                                         const workload::Layout& layout) const;
  const std::vector<LaidOut>& laid_out(const GridKey& key);
  static bool likely_faster(const LaidOut& a, const LaidOut& b);
  core::Known<perf::TrainingEstimate> estimate_of(const LaidOut& chosen,
                                                  const catalog::Accelerator* accelerator,
                                                  const catalog::Shape& shape,
                                                  std::int32_t nodes,
                                                  catalog::NumberFormat compute);
  std::uint32_t micro_index(workload::Stack stack, const workload::Layout& layout);
  TimedShape& timed(workload::Stack stack,
                    const catalog::Accelerator& accelerator,
                    const catalog::Shape& shape,
                    catalog::NumberFormat compute);
  const core::Known<perf::MicroBatchTimes>& micro_times(TimedShape& shape,
                                                        const LaidOut& candidate);
  /// Time of a step; for a layout that is surely slower than `slower_than`, some such time.
  core::Known<core::Seconds> step_time(const LaidOut& candidate,
                                       const catalog::Accelerator* accelerator,
                                       const catalog::Shape& shape,
                                       std::int32_t nodes,
                                       catalog::NumberFormat compute,
                                       double slower_than);
  Explored explore_training(const catalog::Shape& shape, std::int32_t nodes);
  Explored finish_training(const LaidOut& chosen,
                           const catalog::Shape& shape,
                           std::int32_t nodes,
                           catalog::NumberFormat compute);
  Explored explore_serving(const catalog::Shape& shape,
                           std::int32_t nodes,
                           const core::Known<double>& requests_per_s);
  const catalog::Accelerator* accelerator_of(const catalog::Shape& shape);

  const catalog::Catalog& catalog_;
  const Models& models_;
  const workload::Workload& workload_;
  SearchLimits limits_;
  std::map<GridKey, std::vector<LaidOut>> grids_;
  std::map<std::tuple<workload::Stack, catalog::NumberFormat, workload::WeightFormat>,
           workload::Demand>
      demands_;
  std::vector<std::optional<catalog::Accelerator>> accelerators_;
  std::vector<perf::MicroBatchLayout> micro_layouts_;
  std::map<std::tuple<int, int, int, int, int, int, int>, std::uint32_t> micro_indices_;
  std::string_view memory_unknown_; ///< why no memory can be told for this demand
  std::optional<catalog::ShapeId> current_shape_;
  std::vector<TimedShape> timed_; ///< of the current shape, by stack
};

} // namespace gpuplan::plan
