#pragma once

#include "perf/serving.hpp"
#include "perf/training.hpp"
#include "plan/setup.hpp"
#include "sizing/memory_model.hpp"

#include <optional>
#include <string>

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

/// What a layout is chosen by: how well it fits first, then time or whatever else is least.
struct Preference {
  static constexpr int k_no_fit = 3;

  int fit = k_no_fit; ///< 0 fits, 1 tight, 2 over but may fit, 3 does not or not known
  double value = 0;

  friend bool operator<(const Preference& a, const Preference& b) {
    return a.fit != b.fit ? a.fit < b.fit : a.value < b.value;
  }
};

/// The place of a verdict in a preference.
int fit_rank(sizing::Fit fit);

/// Memory that a job can use on one device of a shape, or on a host without any.
core::Known<core::Bytes> usable_memory(const catalog::Accelerator* accelerator,
                                       const catalog::Shape& shape);

} // namespace gpuplan::plan
