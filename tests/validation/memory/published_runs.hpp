#pragma once

#include "sizing/memory_query.hpp"
#include "validation/memory/published_models.hpp"

#include <functional>
#include <optional>
#include <string>

namespace gpuplan::test {

/// A published row put into the terms of the model.
struct PublishedRun {
  std::function<core::Known<sizing::MemoryEstimate>()> predict;
  sizing::Reading reading = sizing::Reading::device; ///< what the published figure counts
  double devices_summed = 1; ///< where the source gives the total of several devices
  bool language_model = true;
  bool set_aside = false; ///< settings not stated, or an engine that fills its pool
};

/// What a row ran, or nothing where its shape or settings are not published. What a source leaves
/// out and had to be assumed stands beside its rule.
std::optional<PublishedRun> language_model_run(const TruthRow& row,
                                               const PublishedModels& models,
                                               const sizing::MemoryCoefficients& c);
std::optional<PublishedRun>
vision_run(const TruthRow& row, const PublishedModels& models, const sizing::MemoryCoefficients& c);

} // namespace gpuplan::test
