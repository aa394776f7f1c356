#pragma once

#include "plan/explore/demand_variants.hpp"
#include "plan/explore/search_space.hpp"

namespace gpuplan::plan {

/// Of the inference layouts of a shape the one that delivers most within its targets, among those
/// that fit; without one among the tight; without one the smallest.
class ServingExplorer {
public:
  ServingExplorer(const Models& models, DemandVariants& variants, const SearchLimits& limits)
      : models_(models),
        variants_(variants),
        limits_(limits) {}

  /// At a load of the whole deployment; unknown: as much as it can.
  Explored explore(const catalog::Shape& shape,
                   const catalog::Accelerator* accelerator,
                   std::int32_t nodes,
                   const core::Known<double>& requests_per_s);

private:
  const Models& models_;
  DemandVariants& variants_;
  const SearchLimits& limits_;
};

} // namespace gpuplan::plan
