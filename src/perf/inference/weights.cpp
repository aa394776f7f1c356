#include "perf/inference/weights.hpp"

#include <algorithm>

namespace gpuplan::perf::inference {

namespace {

double count(std::int64_t value) {
  return static_cast<double>(value);
}

std::int64_t attention_layers(const workload::TransformerDims& dims) {
  return dims.attention_layers > 0 ? dims.attention_layers : dims.layers;
}

bool every_layer_slides(const workload::TransformerDims& dims) {
  return dims.window > 0 && dims.windowed_layers >= attention_layers(dims);
}

/// One stack of an encoder-decoder: its share of the weights between the tables. A decoder layer
/// has a second attention, 4 matrices of h × a·d, that an encoder layer has not.
WeightSplit stack_share(const WeightSplit& whole, double share) {
  WeightSplit stack = whole;
  stack.always *= share;
  return stack;
}

/// KV elements of a token in one layer.
double layer_elements(const workload::TransformerDims& dims) {
  if (dims.latent.kv_rank > 0)
    return count(dims.latent.kv_rank + dims.latent.rope_dim);
  return 2.0 * count(dims.kv_heads) * count(dims.head_dim);
}

double layer_weights(const workload::TransformerDims& dims, double attentions) {
  const double attention = 4.0 * count(dims.hidden) * count(dims.heads) * count(dims.head_dim);
  const double matrices = dims.gated_mlp ? 3.0 : 2.0;
  return attentions * attention + matrices * count(dims.hidden) * count(dims.ffn);
}

} // namespace

WeightSplit split_weights(const workload::Architecture& model) {
  const workload::ParameterCounts& params = model.params;
  WeightSplit split;
  split.tables = count(params.embedding + params.head);
  split.head = params.head > 0              ? count(params.head)
               : model.dims.tied_embeddings ? count(model.dims.vocab) * count(model.dims.hidden)
                                            : 0.0;
  if (model.dims.experts.experts > 0 && params.experts > 0) {
    split.experts = count(model.dims.experts.experts);
    split.active = count(model.dims.experts.active);
    split.per_expert = count(params.experts) / split.experts;
  }
  const std::int64_t routed = split.per_expert > 0 ? params.experts : 0;
  split.always = std::max(
      0.0, count(params.total - routed - params.embedding - params.head - params.other_towers));
  return split;
}

LayerShape layer_shape(const workload::Architecture& model) {
  const workload::TransformerDims& dims = model.dims;
  LayerShape shape;
  shape.layers = count(dims.layers);
  shape.attention_layers = count(attention_layers(dims));
  shape.hidden = count(dims.hidden);
  shape.attention_width = count(dims.heads) * count(dims.head_dim);
  if (dims.window > 0 && dims.windowed_layers > 0 && !every_layer_slides(dims)) {
    shape.window = count(dims.window);
    shape.windowed_share = count(dims.windowed_layers) / shape.attention_layers;
  }
  return shape;
}

ServedNetwork served_network(const workload::Architecture& model) {
  const workload::TransformerDims& dims = model.dims;
  ServedNetwork network;
  network.prompt = network.decode = split_weights(model);
  network.prompt_layers = network.decode_layers = layer_shape(model);
  if (dims.decoder_layers > 0) {
    const double encoder = count(dims.layers) * layer_weights(dims, 1.0);
    const double decoder = count(dims.decoder_layers) * layer_weights(dims, 2.0);
    const double share = encoder + decoder > 0 ? encoder / (encoder + decoder) : 0.5;
    network.prompt = stack_share(network.prompt, share);
    network.decode = stack_share(network.decode, 1.0 - share);
    network.prompt.head = 0;
    network.decode_layers.layers = count(dims.decoder_layers);
    network.decode_layers.attention_layers = network.decode_layers.layers;
    network.two_stacks = true;
  }
  return network;
}

double stored_bytes(const workload::Architecture& model, const FormatRow& format) {
  const WeightSplit split = split_weights(model);
  const double expert_bytes = format.expert_bytes > 0 ? format.expert_bytes : format.weight_bytes;
  return split.always * format.weight_bytes + split.experts * split.per_expert * expert_bytes +
         split.tables * format.head_bytes + count(model.params.other_towers) * format.head_bytes;
}

KvFootprint kv_footprint(const workload::Demand& demand) {
  const workload::TransformerDims& dims = demand.model.dims;
  const double width = demand.serving.kv_bytes_per_element;
  const double windowed = count(dims.windowed_layers) * layer_elements(dims) * width;
  KvFootprint footprint;
  footprint.full_bytes = demand.serving.kv_bytes_per_token;
  footprint.state_bytes = count(dims.state_elements) * width;
  if (every_layer_slides(dims)) {
    footprint.full_bytes += windowed;
  } else if (dims.window > 0) {
    footprint.window = count(dims.window);
    footprint.window_bytes = windowed;
  }
  return footprint;
}

double prompt_attention(const LayerShape& shape, double prompt_tokens) {
  const double full = prompt_tokens * prompt_tokens / 2.0;
  if (shape.windowed_share <= 0 || prompt_tokens <= shape.window)
    return full;
  const double windowed =
      shape.window * shape.window / 2.0 + (prompt_tokens - shape.window) * shape.window;
  return (1.0 - shape.windowed_share) * full + shape.windowed_share * windowed;
}

} // namespace gpuplan::perf::inference
