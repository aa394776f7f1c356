#include "workload/model/gguf_model.hpp"

#include "workload/families/family.hpp"
#include "workload/model/gguf_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

/// Metadata of one model, keys under the architecture's name; faults go to the sink.
class Metadata {
public:
  Metadata(const GgufHeader& header, std::string_view file, core::DiagnosticSink& sink)
      : header_(header),
        file_(file),
        sink_(sink),
        prefix_(std::string(header.text("general.architecture").value_or("")) + ".") {}

  [[nodiscard]] std::string_view architecture() const {
    return std::string_view(prefix_).substr(0, prefix_.size() - 1);
  }

  void fault(std::string headline) {
    core::Diagnostic diagnostic{.code = "WRK021", .headline = std::move(headline)};
    diagnostic.at.file = file_;
    sink_.report(std::move(diagnostic));
  }

  std::int64_t sized(std::string_view key, std::int64_t fallback) {
    const auto value = header_.whole(prefix_ + std::string(key));
    if (!value)
      return fallback;
    constexpr std::int64_t k_most = 2'147'483'647;
    if (*value >= 0 && *value <= k_most)
      return *value;
    fault(fmt::format(
        "met {} for {}{}, expected a number from 0 to {}", *value, prefix_, key, k_most));
    return fallback;
  }

  std::int64_t required(std::string_view key) {
    const std::int64_t value = sized(key, 0);
    if (value == 0)
      fault(fmt::format("met a GGUF file without {}{}", prefix_, key));
    return value;
  }

  /// A number, or the mean over the layers of a list that have any.
  std::int64_t by_layer(std::string_view key, std::int64_t fallback) {
    const GgufValue* value = header_.find(prefix_ + std::string(key));
    if (value == nullptr || value->length < 0)
      return sized(key, fallback);
    std::int64_t sum = 0;
    std::int64_t layers = 0;
    for (const auto number : value->numbers) {
      constexpr std::int64_t k_most = 1'000'000;
      if (number > 0 && number <= k_most) {
        sum += number;
        ++layers;
      }
    }
    if (layers == 0) {
      fault(fmt::format("met no positive number in {}{}", prefix_, key));
      return fallback;
    }
    notes.push_back(fmt::format(
        "{}{} differs between layers: {} on average", prefix_, key, (sum + layers - 1) / layers));
    return (sum + layers - 1) / layers;
  }

  /// The layers of a list that have any; all for a single number.
  std::int64_t layers_with(std::string_view key, std::int64_t all) const {
    const GgufValue* value = header_.find(prefix_ + std::string(key));
    if (value == nullptr || value->length < 0)
      return all;
    return std::ranges::count_if(value->numbers, [](std::int64_t number) { return number > 0; });
  }

  std::vector<std::string> notes;

private:
  const GgufHeader& header_;
  std::string_view file_;
  core::DiagnosticSink& sink_;
  std::string prefix_;
};

std::int64_t vocabulary(const GgufHeader& header, Metadata& metadata) {
  if (const GgufValue* tokens = header.find("tokenizer.ggml.tokens");
      tokens != nullptr && tokens->length > 0)
    return tokens->length;
  return metadata.sized("vocab_size", 0);
}

TransformerDims read_dims(const GgufHeader& header, Metadata& metadata) {
  TransformerDims dims;
  dims.layers = metadata.required("block_count");
  dims.hidden = metadata.required("embedding_length");
  dims.heads = metadata.by_layer("attention.head_count", 0);
  if (dims.heads == 0)
    metadata.fault("met a GGUF file without attention.head_count");
  dims.kv_heads = metadata.by_layer("attention.head_count_kv", dims.heads);
  dims.head_dim =
      metadata.sized("attention.key_length", dims.heads > 0 ? dims.hidden / dims.heads : 0);
  dims.ffn = metadata.by_layer("feed_forward_length", 0);
  dims.vocab = vocabulary(header, metadata);
  dims.max_position = metadata.sized("context_length", 0);
  dims.attention_layers = metadata.layers_with("attention.head_count_kv", dims.layers);
  dims.latent.kv_rank = metadata.sized("attention.kv_lora_rank", 0);
  if (dims.latent.kv_rank > 0) {
    dims.latent.q_rank = metadata.sized("attention.q_lora_rank", 0);
    dims.latent.rope_dim = metadata.sized("rope.dimension_count", 0);
    // Files that keep the latent cache state its widths under the plain keys.
    dims.head_dim = metadata.sized("attention.value_length_mla",
                                   metadata.sized("attention.value_length", dims.head_dim));
    dims.kv_heads = dims.heads;
  }
  const auto experts = metadata.sized("expert_count", 0);
  if (experts > 1) {
    const auto active = metadata.required("expert_used_count");
    if (active > experts)
      metadata.fault(fmt::format("met {} experts in use, expected at most {}", active, experts));
    dims.experts = {.experts = experts,
                    .active = active,
                    .shared = metadata.sized("expert_shared_count", 0),
                    .ffn = metadata.sized("expert_feed_forward_length", dims.ffn),
                    .dense_layers = metadata.sized("leading_dense_block_count", 0),
                    .dense_ffn = dims.ffn};
  }
  dims.mlp_layers = experts > 1 ? dims.experts.dense_layers : dims.layers;
  return dims;
}

/// Windows alternate as each architecture has it; the file states the width alone.
void read_window(Metadata& metadata, TransformerDims& dims) {
  struct Pattern {
    std::string_view architecture;
    std::int64_t period;
  };

  static constexpr auto k_patterns = std::to_array<Pattern>(
      {{"gemma2", 2}, {"gemma3", 6}, {"gpt-oss", 2}, {"gptoss", 2}, {"llama4", 4}, {"cohere2", 4}});
  const std::int64_t window = metadata.sized("attention.sliding_window", 0);
  const auto found = std::ranges::find(k_patterns, metadata.architecture(), &Pattern::architecture);
  if (window == 0 || found == k_patterns.end())
    return;
  dims.window = window;
  dims.windowed_layers = dims.layers - dims.layers / found->period;
}

std::string family_of(std::string_view architecture) {
  struct Known {
    std::string_view architecture;
    std::string_view family;
  };

  // The others share the name of their family.
  static constexpr auto k_known = std::to_array<Known>({
      {"qwen2moe", "qwen2_moe"},
      {"qwen3moe", "qwen3_moe"},
      {"deepseek2", "deepseek_v3"},
      {"gpt-oss", "gpt_oss"},
      {"gptoss", "gpt_oss"},
      {"command-r", "command_r"},
      {"gptneox", "neox"},
      {"glm4moe", "glm4_moe"},
      {"minimax-m2", "minimax_m2"},
      {"nemotron", "nemotron4"},
      {"falcon", "falcon40"},
  });
  for (const auto& known : k_known) {
    if (known.architecture == architecture)
      return std::string(known.family);
  }
  return std::string(architecture);
}

} // namespace

std::optional<Architecture>
architecture_of(const GgufHeader& header, std::string_view file, core::DiagnosticSink& sink) {
  const auto errors = sink.error_count();
  Metadata metadata(header, file, sink);
  if (metadata.architecture().empty()) {
    metadata.fault("met a GGUF file without general.architecture");
    return std::nullopt;
  }
  Shape shape{.dims = read_dims(header, metadata)};
  constexpr std::int64_t k_most_layers = 10'000;
  if (shape.dims.layers > k_most_layers)
    metadata.fault(
        fmt::format("met {} layers, expected at most {}", shape.dims.layers, k_most_layers));
  if (sink.error_count() != errors)
    return std::nullopt;
  read_window(metadata, shape.dims);
  const auto weights = sum_tensors(header, shape.dims);
  if (!weights.fault.empty()) {
    metadata.fault(weights.fault);
    return std::nullopt;
  }
  if (weights.params.total == 0) {
    metadata.fault("met a GGUF file without tensors, expected the first part of a model");
    return std::nullopt;
  }
  Architecture architecture{.name = std::string(header.text("general.name").value_or(file)),
                            .family = family_of(metadata.architecture()),
                            .dims = shape.dims,
                            .params = weights.params};
  const Family* family = find_family(architecture.family);
  if (family != nullptr) {
    family->apply(shape);
    architecture.network = family->network;
    architecture.dims.gated_mlp = shape.rules.gated;
    architecture.dims.qk_norm = shape.rules.qk_norm != QueryKeyNorm::none;
    architecture.dims.norms_per_layer = shape.rules.norms_per_layer;
  } else {
    metadata.notes.push_back(fmt::format(
        "architecture {} is not known; planned as a decoder with gated MLP", architecture.family));
  }
  auto& dims = architecture.dims;
  dims.tied_embeddings = weights.params.head == 0;
  dims.attention = dims.latent.kv_rank > 0               ? AttentionKind::latent
                   : dims.attention_layers < dims.layers ? AttentionKind::hybrid
                   : dims.kv_heads == dims.heads         ? AttentionKind::multi_head
                   : dims.kv_heads == 1                  ? AttentionKind::multi_query
                                                         : AttentionKind::grouped;
  architecture.notes = metadata.notes;
  set_stored_format(header, weights, architecture);
  if (header.whole("split.count").value_or(1) > 1)
    architecture.notes.emplace_back(
        "the file is one of several parts; only the weights it lists are counted");
  return architecture;
}

} // namespace gpuplan::workload
