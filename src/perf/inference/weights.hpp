#pragma once

#include "perf/inference/coefficients.hpp"
#include "workload/demand/demand.hpp"

namespace gpuplan::perf::inference {

/// A decoder's weights by how a forward pass uses them, in parameters. Routed experts are set
/// apart since a pass reads only those its tokens are sent to.
struct WeightSplit {
  double always = 0;     ///< W_s: used by every token, without input table and head
  double per_expert = 0; ///< W_e: one routed expert, over all layers
  double experts = 1;    ///< E, of one layer
  double active = 1;     ///< t, routed experts a token uses
  double head = 0;       ///< V·h: the output matrix, also where it is tied to the input table
  double tables = 0;     ///< stored tables: input, and output where it is separate

  /// Weights one token multiplies with, head left out.
  [[nodiscard]] double per_token() const { return always + active * per_expert; }
};

/// Layers of one pass and what their attention and communication need.
struct LayerShape {
  double layers = 0;
  double attention_layers = 0; ///< those that look back; fewer in hybrid models
  double hidden = 0;
  double attention_width = 0; ///< heads × head size
  double window = 0;          ///< tokens; 0: none
  double windowed_share = 0;  ///< of the attention layers, those that see the window only
};

/// The networks a request passes: a decoder is its own prompt network; an encoder-decoder reads
/// the prompt with one stack and writes with the other.
struct ServedNetwork {
  WeightSplit prompt;
  WeightSplit decode;
  LayerShape prompt_layers;
  LayerShape decode_layers;
  bool two_stacks = false;
};

/// From exact counts: always = total − routed experts − tables − other towers; one expert =
/// routed experts ÷ experts a layer. Windowed layers that are all of a model's layers count as
/// full: serving engines ignore such a window (Mistral 7B v0.1).
WeightSplit split_weights(const workload::Architecture& model);
LayerShape layer_shape(const workload::Architecture& model);
ServedNetwork served_network(const workload::Architecture& model);

/// Bytes the weights take in a format: tables at their own width, routed experts at theirs.
double stored_bytes(const workload::Architecture& model, const FormatRow& format);

/// KV bytes of a sequence of `tokens`: full layers grow, windowed ones stop at their window, the
/// state of recurrent layers is there from the start.
struct KvFootprint {
  double full_bytes = 0;   ///< a token, layers that see everything
  double window_bytes = 0; ///< a token, windowed layers
  double window = 0;
  double state_bytes = 0;

  [[nodiscard]] double bytes(double tokens) const {
    return state_bytes + full_bytes * tokens + window_bytes * (tokens < window ? tokens : window);
  }
};

/// Full layers from the demand; windowed layers and recurrent state from the dimensions.
KvFootprint kv_footprint(const workload::Demand& demand);

/// Context tokens a prompt's tokens attend to, summed over the prompt and averaged over layers:
/// I²/2 for causal full attention, less where layers see a window.
double prompt_attention(const LayerShape& shape, double prompt_tokens);

} // namespace gpuplan::perf::inference
