#pragma once

#include "core/known.hpp"
#include "sizing/memory_line.hpp"
#include "sizing/memory_sum.hpp"
#include "sizing/state_bytes.hpp"

namespace gpuplan::sizing {

/// A line in the batch: bytes = base + per_sample × samples.
struct SampleLine {
  double base = 0;
  double per_sample = 0;

  [[nodiscard]] double at(double samples) const { return base + per_sample * samples; }
};

/// Networks described by what one sample costs: convolutional, vision transformers, detectors,
/// segmentation, denoisers, recommenders.
///
///     allocated = states + base + per_sample × micro_batch
///
/// CNN training keeps kappa × elements × bytes and 2 B a parameter of 16-bit copies; elements as
/// timm counts them, scaled by pixels or voxels. YOLO slope × sqrt(GFLOP); detectors of detectron2
/// a look-up; denoisers kappa, or the line of checkpointed image transformers. Tables of a
/// recommender are split over all devices; their optimizer keeps one number a row, which is left
/// out.
struct SampleMemory {
  std::array<StateBytes, 4> state{}; ///< of trained parameters, by sharding stage
  double trained = 0;                ///< parameters
  double weights = 0;                ///< bytes beside the trained ones
  double adapters = 0;               ///< bytes
  double tables = 0;                 ///< bytes, over all devices
  SampleLine step;
  std::optional<SampleLine> recomputed_step; ///< with full recomputation, where that saves
  SampleLine before; ///< a pass that is over when the step starts: the larger of the two counts
  ReserveTerms reserve;
  ErrorBand band;
  ErrorBand recomputed_band;
  std::string_view step_key; ///< of the calibration, behind `step`
  std::string_view recomputed_key;

  [[nodiscard]] MemoryEstimate estimate(const workload::Layout& layout) const;

  [[nodiscard]] bool recomputes(const workload::Layout& layout) const;

  [[nodiscard]] LiveBytes live_bytes(const workload::Layout& layout) const;

  /// The arithmetic behind the estimate.
  [[nodiscard]] std::vector<MemoryLine> explain(const workload::Layout& layout) const;
};

/// Unknown where nothing says how large the activations of a sample are.
core::Known<SampleMemory> sample_training(const workload::Demand& demand,
                                          const MemoryCoefficients& c);
core::Known<SampleMemory> sample_serving(const workload::Demand& demand,
                                         const MemoryCoefficients& c);

/// Elements of activations one sample leaves behind at the reference input: as stated, else from
/// its FLOPs; 0 where neither is known.
double activation_elements(const workload::Architecture& model, const MemoryCoefficients& c);

} // namespace gpuplan::sizing
