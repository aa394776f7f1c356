#pragma once

#include "core/id.hpp"
#include "core/known.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gpuplan::catalog {

using ModelId = core::Id<struct ModelTag>;

/// Parameters beside the text decoder: `vision`, 871,932,416.
struct OtherParameters {
  std::string_view part;
  std::int64_t count = 0;
};

/// A language model as the catalog states it; `workload` turns it into an architecture. A field
/// that does not apply is zero; what the source does not state is unknown.
struct LanguageModelRecord {
  std::string_view id;
  std::string_view family;
  std::string_view hf_name;
  std::vector<std::string_view> hf_aliases;
  core::Known<std::int64_t> params_total;
  core::Known<std::int64_t> params_active;
  std::string_view params_source;
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t ffn = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t vocab = 0;
  core::Known<std::int64_t> max_position;
  core::Known<bool> tied_embeddings;
  std::string_view attention; ///< mha, gqa, mqa, mla, hybrid
  std::int64_t moe_experts = 0;
  std::int64_t moe_active = 0;
  std::int64_t moe_shared = 0;
  std::int64_t moe_ffn = 0;
  std::int64_t first_dense_layers = 0;
  std::int64_t mla_kv_lora_rank = 0;
  std::int64_t mla_q_lora_rank = 0;
  std::int64_t mla_rope_dim = 0;
  std::int64_t sliding_window = 0;
  std::string_view dtype;
  std::string_view source;
  std::int64_t window_sliding = 0; ///< layers in a row that see the window …
  std::int64_t window_full = 0;    ///< … then layers that see all; 0: every layer slides
  core::Known<std::int64_t> full_attention_layers; ///< hybrid: layers whose KV cache grows
  std::int64_t moe_every = 0;                      ///< 2: MoE in every second layer only
  std::int64_t mtp_layers = 0; ///< multi-token-prediction layers that `params_total` counts
  std::vector<OtherParameters> other_params; ///< beside the text decoder, counted in the total
  std::string_view params_citation;
  std::string_view note;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

/// A vision, diffusion, speech or recommendation model, described by what one sample costs.
struct SampleModelRecord {
  std::string_view id;
  std::string_view task;
  core::Known<double> params;
  core::Known<double> flops_forward; ///< per sample, two per multiply-add
  std::string_view input_shape;      ///< `3x224x224`
  core::Known<double>
      activation_elements; ///< outputs of convolutions and linear layers, per sample
  bool assumed = false;    ///< a working figure, not a published one
  std::string_view note;
  std::string_view source;
  std::vector<std::string_view> aliases;
  std::string_view transformer; ///< a language model whose shape to compute from instead
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

} // namespace gpuplan::catalog
