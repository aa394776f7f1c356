#include "workload/families/family.hpp"

#include "workload/families/counting.hpp"

#include <algorithm>

namespace gpuplan::workload {
namespace {

AttentionKind attention_kind(const Shape& shape) {
  const auto& dims = shape.dims;
  if (dims.latent.kv_rank > 0)
    return AttentionKind::latent;
  if (shape.recurrent.kind != RecurrentKind::none)
    return AttentionKind::hybrid;
  if (dims.kv_heads == dims.heads)
    return AttentionKind::multi_head;
  return dims.kv_heads == 1 ? AttentionKind::multi_query : AttentionKind::grouped;
}

} // namespace

std::vector<Family> families() {
  std::vector<Family> all;
  for (const auto part : {llama_families(),
                          gpt_families(),
                          parallel_block_families(),
                          qwen_families(),
                          gemma_families(),
                          glm_families(),
                          mixture_families(),
                          deepseek_families(),
                          nemotron_families(),
                          hybrid_families(),
                          encoder_families(),
                          t5_families(),
                          bart_families(),
                          whisper_families()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

const Family* find_family(std::string_view name) {
  static const std::vector<Family> all = families();
  const auto found = std::ranges::find(all, name, &Family::name);
  return found == all.end() ? nullptr : &*found;
}

void complete(Shape& shape) {
  auto& dims = shape.dims;
  dims.gated_mlp = shape.rules.gated;
  dims.qk_norm = shape.rules.qk_norm != QueryKeyNorm::none;
  dims.norms_per_layer = shape.rules.norms_per_layer;
  dims.attention_layers = dims.layers;
  dims.mlp_layers = dims.experts.experts > 0 ? dims.experts.dense_layers : dims.layers;
  if (!shape.plan.empty()) {
    const auto attends = [](const LayerPlan& layer) { return layer.mixer == Mixer::attention; };
    const auto recurs = [](const LayerPlan& layer) { return layer.mixer == Mixer::recurrent; };
    const auto routes = [](const LayerPlan& layer) {
      return layer.feed_forward == FeedForward::experts;
    };
    const auto is_dense = [](const LayerPlan& layer) {
      return layer.feed_forward == FeedForward::dense;
    };
    dims.attention_layers = std::ranges::count_if(shape.plan, attends);
    dims.mlp_layers = std::ranges::count_if(shape.plan, is_dense);
    dims.state_elements =
        std::ranges::count_if(shape.plan, recurs) * recurrent_state(shape.recurrent, dims.hidden);
    if (dims.experts.experts > 0)
      dims.experts.dense_layers = dims.layers - std::ranges::count_if(shape.plan, routes);
  }
  dims.attention = attention_kind(shape);
}

} // namespace gpuplan::workload
