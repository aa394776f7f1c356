#include "workload/hf/dimensions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

/// The layers with experts, under the ways in which configs say so.
std::int64_t sparse_layers(ConfigKeys& keys, const TransformerDims& dims) {
  const auto first = std::min(keys.whole({"first_k_dense_replace"}).value_or(0), dims.layers);
  const auto frequency = std::max<std::int64_t>(
      1,
      keys.whole({"moe_layer_freq", "decoder_sparse_step", "interleave_moe_layer_step"})
          .value_or(1));
  const auto dense_by_index = static_cast<std::int64_t>(keys.list("mlp_only_layers").size());
  const std::int64_t candidates = dims.layers - first;
  return std::max<std::int64_t>(0, candidates / frequency - dense_by_index);
}

/// Shared experts as a count, or as one width; either way in units of a routed expert.
std::int64_t shared_experts(ConfigKeys& keys, const ExpertLayers& experts) {
  const auto width = keys.whole({"shared_expert_intermediate_size",
                                 "moe_shared_expert_intermediate_size",
                                 "shared_intermediate_size"});
  if (width && *width > 0 && experts.ffn > 0) {
    if (*width % experts.ffn != 0)
      keys.note(fmt::format("the shared expert is {} wide: counted as {} experts of {}",
                            *width,
                            (*width + experts.ffn - 1) / experts.ffn,
                            experts.ffn));
    return (*width + experts.ffn - 1) / experts.ffn;
  }
  return keys.whole({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"})
      .value_or(0);
}

void read_active(ConfigKeys& keys, ExpertLayers& experts) {
  constexpr std::string_view k_key = "num_experts_per_tok";
  if (experts.active == 0) {
    const auto* stated = keys.find({k_key,
                                    "experts_per_token",
                                    "num_experts_per_token",
                                    "moe_topk",
                                    "moe_top_k",
                                    "num_selected_experts"});
    if (stated == nullptr) {
      keys.missing(k_key, fmt::format("how many of the {} experts serve a token", experts.experts));
      experts.active = experts.experts;
      return;
    }
    experts.active = keys.whole(*stated, k_key).value_or(experts.experts);
    if (experts.active == 0 || experts.active > experts.experts)
      keys.fault(*stated,
                 fmt::format("met {} for {}, expected 1 to {}, the number of experts",
                             experts.active,
                             k_key,
                             experts.experts));
  }
  experts.active = std::clamp<std::int64_t>(experts.active, 1, experts.experts);
}

} // namespace

void read_experts(ConfigKeys& keys, Shape& shape) {
  auto& dims = shape.dims;
  auto& experts = dims.experts;
  if (experts.experts == 0)
    experts.experts =
        keys.whole({"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"})
            .value_or(0);
  if (experts.experts <= 1) {
    experts = {};
    return;
  }
  read_active(keys, experts);
  if (experts.ffn == 0)
    experts.ffn = keys.whole({"moe_intermediate_size", "moe_ffn_hidden_size"}).value_or(dims.ffn);
  if (experts.shared == 0)
    experts.shared = shared_experts(keys, experts);
  experts.dense_ffn = dims.ffn;
  if (shape.plan.empty())
    experts.dense_layers = dims.layers - sparse_layers(keys, dims);
}

} // namespace gpuplan::workload
