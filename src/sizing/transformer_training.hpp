#pragma once

#include "core/known.hpp"
#include "sizing/training_setup.hpp"

namespace gpuplan::sizing {

/// Training of a transformer: what does not depend on the layout, and the peak of a layout.
///
///     allocated = W + G + O + live + A (+ logits)
///
/// States divide by the stage's share of layers, by tensor and, by stage of sharding, by the group
/// of data × context ranks; experts by min(expert × tensor, data × tensor). First and last pipeline
/// stage add a table each; the larger of the two is the answer. Micro-batches in flight on the
/// first of p stages: p, with v chunks p (1 + (p − 1)/(p v)); on the last ((v − 1) p + 1)/v; never
/// more than there are micro-batches (arXiv 2104.04473, 2205.05198).
class TransformerTraining {
public:
  /// Unknown where sequence length or dimensions are missing.
  static core::Known<TransformerTraining> prepare(const workload::Architecture& model,
                                                  const workload::TrainingDemand& training,
                                                  const TrainingSetup& setup);

  [[nodiscard]] core::Known<MemoryEstimate> estimate(const workload::Layout& layout) const;

private:
  struct Stage;
  struct Degrees;

  [[nodiscard]] LiveBytes
  stage_bytes(const workload::Layout& layout, const Degrees& degrees, const Stage& stage) const;
  void add_states(LiveBytes& live,
                  const workload::Layout& layout,
                  const Degrees& degrees,
                  const Stage& stage) const;
  void add_activations(LiveBytes& live,
                       const workload::Layout& layout,
                       const Degrees& degrees,
                       const Stage& stage) const;
  void settle_gradients(LiveBytes& live, const workload::Layout& layout, double half_layer) const;
  [[nodiscard]] const ErrorBand& band_of(const workload::Layout& layout) const;

  TrainingSetup setup_;
  // Parameters.
  double layers_ = 0;
  double layer_parameters_ = 0;  ///< all layers, without routed experts
  double expert_parameters_ = 0; ///< all layers
  double input_table_ = 0;
  double output_table_ = 0; ///< separate head; 0 where tied
  double tied_copy_ = 0;    ///< the head's copy on a last stage of its own
  double largest_layer_ = 0;
  double largest_experts_ = 0; ///< of `largest_layer_`
  double adapter_parameters_ = 0;
  bool tables_trained_ = false;
  double largest_matrix_ = 0;
  double kv_heads_ = 1;
  // Bytes per sample.
  LayerActivations average_; ///< per layer
  LayerActivations largest_;
  double checkpoint_ = 0; ///< input of one layer
  double logits_ = 0;
};

/// Tokens that the encoder of an encoder-decoder sees of a sample of `tokens`.
double encoder_tokens(const workload::Architecture& model, double tokens);

} // namespace gpuplan::sizing
