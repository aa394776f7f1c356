#pragma once

#include "core/known.hpp"
#include "sizing/memory_line.hpp"
#include "sizing/serving_setup.hpp"
#include "workload/layout.hpp"

namespace gpuplan::sizing {

/// A transformer at inference: what does not depend on the layout, and the peak of a layout.
///
///     allocated = (W + KV) / n × split + work
///
/// Tensor parallelism divides weights and, up to the number of key-value heads, the cache; a
/// placement of whole layers over n devices leaves (ceil(L / n) + 1) / L of them on the fullest,
/// llama.cpp ceil((L + 1) / n) / (L + 1) with the head as a layer.
/// The cache lies in the stages that write tokens: those of an encoder-decoder's encoder have none,
/// so that the fullest of n holds min(1, (ceil(L / n) / L) × L / L_decoder) of it.
/// work, for a prefill of T tokens: prefill × 2 (3 h + 2 f) T, and V T × prompt_logits where the
/// logits of a whole prompt are built.
class TransformerServing {
public:
  /// Unknown where neither dimensions nor the size of the weights are known.
  static core::Known<TransformerServing> prepare(const workload::Demand& demand,
                                                 const ServingSetup& setup);

  /// `kv_tokens` of context held by a replica; unknown for a generating model when it is 0 and the
  /// demand states no lengths.
  [[nodiscard]] core::Known<MemoryEstimate> estimate(const workload::Layout& layout,
                                                     double kv_tokens) const;

  /// The arithmetic behind the estimate.
  [[nodiscard]] std::vector<MemoryLine> explain(const workload::Layout& layout,
                                                double kv_tokens) const;

private:
  [[nodiscard]] LiveBytes live_bytes(const workload::Layout& layout, double kv_tokens) const;
  [[nodiscard]] double sequences(const workload::Layout& layout, double kv_tokens) const;
  [[nodiscard]] double layer_share(const workload::Layout& layout) const;
  [[nodiscard]] double weights(const workload::Layout& layout) const;
  [[nodiscard]] double kv_share(const workload::Layout& layout) const;
  [[nodiscard]] double kv_divisor(const workload::Layout& layout) const;

  ServingSetup setup_;
  double layers_ = 0;
  double caching_layers_ = 0; ///< of them, those of the stack that writes
  double layer_bytes_ = 0;    ///< all layers, without routed experts
  double expert_bytes_ = 0;   ///< all layers
  double input_table_ = 0;    ///< bytes
  double output_table_ = 0;
  double kv_token_ = 0;    ///< whole model, with its factor
  double kv_sequence_ = 0; ///< windows and recurrent state of one sequence
  double kv_heads_ = 0;    ///< 0: copied on every rank
  double sequence_ = 0;    ///< tokens of one request, prompt and answer
  double prompt_ = 0;
  double work_ = 0;   ///< per prompt token
  double scores_ = 0; ///< per sequence
  bool generates_ = true;
  bool two_stacks_ = false; ///< encoder and decoder
};

} // namespace gpuplan::sizing
