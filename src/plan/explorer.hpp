#pragma once

#include "perf/serving.hpp"
#include "perf/training.hpp"
#include "plan/search_space.hpp"
#include "plan/setup.hpp"
#include "sizing/memory_model.hpp"
#include "workload/workload.hpp"

#include <map>
#include <optional>
#include <string>
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
/// alone. Layouts of one grid and their memory are worked out once and shared by all chips.
///
/// Of the layouts of a shape the fastest that fits is kept; without one the fastest that is tight;
/// without one the smallest, so that a refusal can say how much is missing.
class Explorer {
public:
  Explorer(const catalog::Catalog& catalog,
           const Models& models,
           const workload::Workload& workload);

  Explored explore(const catalog::Shape& shape, std::int32_t nodes);

  [[nodiscard]] const SearchLimits& limits() const { return limits_; }

  /// The demand as it runs on a chip: stack and number format after what chip and layout impose.
  const workload::Demand& demand_for(workload::Stack stack, catalog::NumberFormat compute);

  /// The format a chip would compute in: the one asked for; where none was, the widest 16-bit one
  /// it has, else fp32.
  [[nodiscard]] catalog::NumberFormat format_on(const catalog::Accelerator* accelerator) const;

private:
  struct LaidOut {
    workload::Layout layout;
    workload::Stack stack;
    sizing::MemoryEstimate memory;
  };

  struct GridKey {
    Grid grid;
    workload::Stack family;
    catalog::NumberFormat compute;
    friend auto operator<=>(const GridKey&, const GridKey&) = default;
  };

  [[nodiscard]] workload::Stack stack_family(const catalog::Accelerator* accelerator) const;
  [[nodiscard]] workload::Stack stack_of(workload::Stack family,
                                         const workload::Layout& layout) const;
  const std::vector<LaidOut>& laid_out(const GridKey& key);
  Explored explore_training(const catalog::Shape& shape, std::int32_t nodes);
  Explored explore_serving(const catalog::Shape& shape, std::int32_t nodes);
  const catalog::Accelerator* accelerator_of(const catalog::Shape& shape);

  const catalog::Catalog& catalog_;
  const Models& models_;
  const workload::Workload& workload_;
  SearchLimits limits_;
  std::map<GridKey, std::vector<LaidOut>> grids_;
  std::map<std::pair<workload::Stack, catalog::NumberFormat>, workload::Demand> demands_;
  std::vector<std::optional<catalog::Accelerator>> accelerators_;
};

} // namespace gpuplan::plan
