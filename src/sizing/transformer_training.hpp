#pragma once

#include "core/known.hpp"
#include "sizing/memory_line.hpp"
#include "sizing/training_setup.hpp"

namespace gpuplan::sizing {

class LineBuilder;

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

  [[nodiscard]] MemoryEstimate estimate(const workload::Layout& layout) const;

  /// The arithmetic behind the estimate of a layout, part by part.
  [[nodiscard]] std::vector<MemoryLine> explain(const workload::Layout& layout) const;

private:
  /// Degrees as numbers, and the groups they form.
  struct Degrees {
    double tensor = 1;
    double group = 1;        ///< ranks that share the shards of dense parameters
    double experts = 1;      ///< ways that routed experts are split
    double expert_group = 1; ///< ranks that share the shards of an expert
    double samples = 1; ///< of one micro-batch on one device, a fraction under context parallel
    double context = 1;

    explicit Degrees(const workload::Layout& layout);
  };

  /// One end of the pipeline.
  struct Stage {
    double share = 1;     ///< of all layers
    double layers = 0;    ///< on this stage
    double in_flight = 1; ///< micro-batches whose activations are held
    double tables = 0;    ///< parameters
    bool has_logits = true;
  };

  struct Ends {
    Stage first;
    Stage last;
    bool alike = false; ///< one stage
  };

  /// Bytes of activations on one device.
  struct Kept {
    double layer = 0;      ///< of an average layer, one micro-batch
    double live_layer = 0; ///< of the largest, scores included
    double input = 0;      ///< of a layer, kept for its recomputation
    double logits = 0;
    double layers = 0; ///< layers × micro-batches in flight
  };

  [[nodiscard]] Ends ends(const workload::Layout& layout) const;
  [[nodiscard]] LiveBytes
  stage_bytes(const workload::Layout& layout, const Degrees& degrees, const Stage& stage) const;
  [[nodiscard]] Kept
  kept(const workload::Layout& layout, const Degrees& degrees, const Stage& stage) const;
  [[nodiscard]] bool transient_gradients(const workload::Layout& layout) const;
  [[nodiscard]] double gathered_layer(const Degrees& degrees) const;
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

  enum class Division : std::uint8_t { whole, sharded };

  [[nodiscard]] std::string states_text(const Stage& stage,
                                        const Degrees& degrees,
                                        double width,
                                        double table_width,
                                        Division division) const;
  void add_state_lines(LineBuilder& lines,
                       const workload::Layout& layout,
                       const Degrees& degrees,
                       const Stage& stage) const;
  void add_activation_lines(LineBuilder& lines,
                            const LiveBytes& live,
                            const workload::Layout& layout,
                            const Stage& stage) const;

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
  double vocab_ = 0;
  double logit_tokens_ = 0; ///< of a sample
};

} // namespace gpuplan::sizing
