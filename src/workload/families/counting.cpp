#include "workload/families/counting.hpp"

#include <algorithm>

namespace gpuplan::workload {
namespace {

std::int64_t norm_parameters(const Shape& shape) {
  return shape.rules.norm == NormWeights::weight ? shape.dims.hidden : 2 * shape.dims.hidden;
}

std::int64_t latent_attention_parameters(const Shape& shape) {
  const auto& dims = shape.dims;
  const auto& latent = dims.latent;
  const std::int64_t query_width = dims.heads * (dims.head_dim + latent.rope_dim);
  const std::int64_t value_dim = shape.value_head_dim > 0 ? shape.value_head_dim : dims.head_dim;
  const std::int64_t queries =
      latent.q_rank > 0 ? dims.hidden * latent.q_rank + latent.q_rank + latent.q_rank * query_width
                        : dims.hidden * query_width;
  const std::int64_t keys_and_values = dims.hidden * (latent.kv_rank + latent.rope_dim) +
                                       latent.kv_rank +
                                       latent.kv_rank * dims.heads * (dims.head_dim + value_dim);
  return queries + keys_and_values + dims.heads * value_dim * dims.hidden;
}

/// r_q i j + h j + 2 j + h i for i indexer heads of size j.
std::int64_t indexer_parameters(const Shape& shape) {
  const auto& indexer = shape.indexer;
  if (indexer.heads == 0)
    return 0;
  return shape.dims.latent.q_rank * indexer.heads * indexer.head_dim +
         shape.dims.hidden * (indexer.head_dim + indexer.heads) + 2 * indexer.head_dim;
}

std::int64_t mixer_parameters(const Shape& shape, const LayerPlan& layer) {
  const std::int64_t heads = layer.heads > 0 ? layer.heads : shape.dims.heads;
  const std::int64_t kv_heads = layer.kv_heads > 0 ? layer.kv_heads : shape.dims.kv_heads;
  switch (layer.mixer) {
  case Mixer::attention: return attention_parameters(shape, heads, kv_heads);
  case Mixer::cross_attention: {
    constexpr std::int64_t k_gates = 2;
    return attention_parameters(shape, heads, kv_heads) + 2 * shape.dims.head_dim + k_gates;
  }
  case Mixer::recurrent: return recurrent_parameters(shape.recurrent, shape.dims.hidden);
  case Mixer::none: break;
  }
  return 0;
}

struct LayerParameters {
  std::int64_t total = 0;
  std::int64_t experts = 0; ///< routed ones, all of the layer
};

/// The experts of a layer with router and shared experts: E × expert + h E, shared ones as wide as
/// a routed one each.
LayerParameters expert_layer(const Shape& shape) {
  const auto& experts = shape.dims.experts;
  const std::int64_t hidden = shape.dims.hidden;
  const std::int64_t routed = experts.experts * expert_parameters(shape);
  const std::int64_t router =
      hidden * experts.experts + (shape.rules.router_bias ? experts.experts : 0);
  const std::int64_t shared = experts.shared * experts.ffn * hidden * (shape.rules.gated ? 3 : 2) +
                              (shape.rules.shared_expert_gate ? hidden : 0);
  return {.total = routed + router + shared, .experts = routed};
}

LayerParameters layer_parameters(const Shape& shape, const LayerPlan& layer) {
  LayerParameters result;
  const bool mixes = layer.mixer != Mixer::none;
  const bool feeds = layer.feed_forward != FeedForward::none;
  if (layer.feed_forward == FeedForward::experts) {
    result = expert_layer(shape);
  } else if (feeds) {
    const auto& dims = shape.dims;
    const std::int64_t as_dims = dims.experts.experts > 0 ? dims.experts.dense_ffn : dims.ffn;
    result.total = mlp_parameters(shape, layer.ffn > 0 ? layer.ffn : as_dims);
  }
  const std::int64_t norms =
      mixes && feeds ? shape.rules.norms_per_layer : (shape.rules.norms_per_layer + 1) / 2;
  result.total += mixer_parameters(shape, layer) + norms * norm_parameters(shape);
  return result;
}

std::int64_t table_parameters(const Shape& shape) {
  const auto& dims = shape.dims;
  const std::int64_t width = shape.embedding_width > 0 ? shape.embedding_width : dims.hidden;
  const std::int64_t projections = width != dims.hidden ? 2 * width * dims.hidden : 0;
  return (dims.vocab + shape.extra_rows) * width + shape.position_rows * dims.hidden + projections;
}

/// A prediction block: a layer of the last kind, a projection of two states, three norms, and
/// copies of both tables.
std::int64_t prediction_block(const Shape& shape, std::int64_t layer) {
  const std::int64_t hidden = shape.dims.hidden;
  return layer + 2 * hidden * hidden + 3 * hidden + 2 * shape.dims.vocab * hidden;
}

} // namespace

std::int64_t attention_parameters(const Shape& shape, std::int64_t heads, std::int64_t kv_heads) {
  const auto& dims = shape.dims;
  const auto& rules = shape.rules;
  if (dims.latent.kv_rank > 0)
    return latent_attention_parameters(shape) + indexer_parameters(shape);
  const std::int64_t query_width = heads * dims.head_dim;
  const std::int64_t key_width = kv_heads * dims.head_dim;
  std::int64_t sum = dims.hidden * (query_width + 2 * key_width) + query_width * dims.hidden;
  if (rules.qkv_bias)
    sum += query_width + (rules.key_bias ? 2 : 1) * key_width;
  if (rules.output_bias)
    sum += dims.hidden;
  if (rules.qk_norm == QueryKeyNorm::shared)
    sum += 2 * dims.head_dim;
  if (rules.qk_norm == QueryKeyNorm::full)
    sum += query_width + key_width;
  if (rules.attention_sinks)
    sum += heads;
  if (rules.attention_gate)
    sum += dims.hidden * query_width;
  return sum;
}

std::int64_t mlp_parameters(const Shape& shape, std::int64_t ffn) {
  const std::int64_t up = shape.rules.gated ? 2 : 1;
  const std::int64_t hidden = shape.dims.hidden;
  return (up + 1) * hidden * ffn + (shape.rules.mlp_bias ? up * ffn + hidden : 0);
}

std::int64_t expert_parameters(const Shape& shape) {
  const std::int64_t ffn = shape.dims.experts.ffn;
  const std::int64_t hidden = shape.dims.hidden;
  const std::int64_t up = shape.rules.gated ? 2 : 1;
  return (up + 1) * hidden * ffn + (shape.rules.expert_bias ? up * ffn + hidden : 0);
}

std::vector<LayerPlan> layer_plan(const Shape& shape) {
  if (!shape.plan.empty())
    return shape.plan;
  std::vector<LayerPlan> plan(static_cast<std::size_t>(shape.dims.layers));
  const auto& experts = shape.dims.experts;
  for (std::size_t i = 0; experts.experts > 0 && i < plan.size(); ++i) {
    if (static_cast<std::int64_t>(i) >= experts.dense_layers)
      plan[i].feed_forward = FeedForward::experts;
  }
  return plan;
}

ParameterCounts count_decoder(const Shape& shape) {
  ParameterCounts counts;
  const auto& dims = shape.dims;
  counts.embedding = table_parameters(shape);
  if (shape.rules.has_head && !dims.tied_embeddings)
    counts.head = dims.vocab * dims.hidden;
  std::int64_t rest = shape.rules.has_head && shape.rules.head_bias ? dims.vocab : 0;
  rest += shape.rules.final_norm ? norm_parameters(shape) : 0;
  rest += shape.rules.embedding_norm ? norm_parameters(shape) : 0;
  std::int64_t layers = 0;
  std::int64_t last_layer = 0;
  for (const auto& layer : layer_plan(shape)) {
    const auto parameters = layer_parameters(shape, layer);
    layers += parameters.total;
    counts.experts += parameters.experts;
    counts.layer = std::max(counts.layer, parameters.total);
    last_layer = parameters.total;
  }
  if (shape.mtp_layers > 0)
    counts.other_towers = shape.mtp_layers * prediction_block(shape, last_layer);
  counts.active = counts.embedding + counts.head + layers + rest;
  counts.total = counts.active + counts.other_towers;
  if (dims.experts.experts > 0)
    counts.active -=
        counts.experts / dims.experts.experts * (dims.experts.experts - dims.experts.active);
  return counts;
}

bool countable(const Shape& shape) {
  const auto real = [](std::int64_t count) { return static_cast<double>(count); };
  const auto& dims = shape.dims;
  const auto& m = shape.recurrent;
  const double hidden = real(std::max(dims.hidden, shape.embedding_width));
  const double head = real(dims.head_dim) + real(dims.latent.rope_dim) + real(shape.value_head_dim);
  const double heads = real(dims.heads + dims.kv_heads) * head;
  const double ranks = real(dims.latent.kv_rank + dims.latent.q_rank);
  const double indexer = real(shape.indexer.heads) * (real(shape.indexer.head_dim) + 1);
  const double mixed = real(m.inner) + 2 * real(m.groups) * real(m.state) + 2 * real(m.key_width) +
                       2 * real(m.value_width) + real(m.heads) + real(m.rank);
  const double recurrent =
      mixed * (3 * hidden + real(m.convolution) + 3 * real(m.state) + 2 * real(m.rank) + 2);
  double widest = std::max(real(dims.ffn), real(dims.experts.dense_ffn));
  for (const auto& layer : shape.plan)
    widest = std::max({widest, real(layer.ffn), real(layer.heads) + real(layer.kv_heads)});
  const double experts = real(dims.experts.experts + dims.experts.shared) * real(dims.experts.ffn);
  const double layer = hidden * (4 * heads + ranks + 4 * widest + 4 * experts + indexer) +
                       ranks * (2 * heads + indexer) + recurrent;
  const double rows =
      real(dims.vocab) + real(shape.position_rows) + real(shape.extra_rows) + real(shape.type_rows);
  const double layers =
      real(std::max(dims.layers, dims.decoder_layers)) * 2 + real(shape.mtp_layers);
  constexpr double k_most = 1e16;
  return layers * layer + 4 * hidden * (rows + hidden) * (1 + real(shape.mtp_layers)) < k_most;
}

} // namespace gpuplan::workload
