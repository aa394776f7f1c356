#include "workload/layout.hpp"

#include "workload/can_divide.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

/// Engines pad the vocabulary to a multiple of this before they split it.
constexpr std::int64_t k_vocabulary_padding = 64;

bool divides(std::int64_t count, std::int64_t degree) {
  return count % degree == 0;
}

std::int64_t padded_vocabulary(const TransformerDims& dims) {
  return (dims.vocab + k_vocabulary_padding - 1) / k_vocabulary_padding * k_vocabulary_padding;
}

std::int64_t dense_ffn(const TransformerDims& dims) {
  return dims.experts.experts > 0 ? dims.experts.dense_ffn : dims.ffn;
}

std::int64_t stage_layers(const TransformerDims& dims) {
  return dims.layers + dims.decoder_layers;
}

/// What of a network does not divide by a tensor-parallel degree.
enum class TensorFault : std::uint8_t {
  none,
  network,
  heads,
  kv_heads,
  ffn,
  expert_ffn,
  vocabulary
};

TensorFault tensor_fault(const TransformerDims& dims, std::int64_t degree, std::int64_t expert) {
  if (dims.heads == 0)
    return TensorFault::network;
  if (!divides(dims.heads, degree))
    return TensorFault::heads;
  const bool shared = dims.latent.kv_rank > 0; // every rank holds the latent cache
  if (!shared && dims.kv_heads > 0 && !divides(dims.kv_heads, degree) &&
      !divides(degree, dims.kv_heads))
    return TensorFault::kv_heads;
  const auto& experts = dims.experts;
  const bool has_dense = experts.experts == 0 || experts.dense_layers > 0;
  if (has_dense && !divides(dense_ffn(dims), degree))
    return TensorFault::ffn;
  if (experts.experts > 0 && expert == 1 && !divides(experts.ffn, degree))
    return TensorFault::expert_ffn;
  return divides(padded_vocabulary(dims), degree) ? TensorFault::none : TensorFault::vocabulary;
}

/// Why a tensor-parallel degree cannot run; empty where it can.
std::string words_of(TensorFault fault, const TransformerDims& dims, std::int64_t degree) {
  switch (fault) {
  case TensorFault::none: return {};
  case TensorFault::network: return "no way is known to split this network over devices";
  case TensorFault::heads:
    return fmt::format("{} heads do not divide by tensor parallel {}", dims.heads, degree);
  case TensorFault::kv_heads:
    return fmt::format(
        "{} KV heads neither divide by tensor parallel {} nor it by them", dims.kv_heads, degree);
  case TensorFault::ffn:
    return fmt::format(
        "MLP width {} does not divide by tensor parallel {}", dense_ffn(dims), degree);
  case TensorFault::expert_ffn:
    return fmt::format(
        "expert width {} does not divide by tensor parallel {}", dims.experts.ffn, degree);
  case TensorFault::vocabulary: break;
  }
  const auto padded = padded_vocabulary(dims);
  return fmt::format("vocabulary {}{} does not divide by tensor parallel {}",
                     padded,
                     padded == dims.vocab ? "" : " (padded)",
                     degree);
}

bool cuts_into_stages(const TransformerDims& dims, std::int64_t degree) {
  return stage_layers(dims) > 0 && divides(stage_layers(dims), degree);
}

std::string pipeline_fault(const TransformerDims& dims, std::int64_t degree) {
  if (stage_layers(dims) == 0)
    return "no way is known to cut this network into stages";
  return fmt::format("{} layers do not divide by pipeline parallel {}", stage_layers(dims), degree);
}

bool spreads_experts(const TransformerDims& dims, std::int64_t degree) {
  return dims.experts.experts > 0 && divides(dims.experts.experts, degree);
}

std::string expert_fault(const TransformerDims& dims, std::int64_t degree) {
  if (dims.experts.experts == 0)
    return "expert parallel needs a mixture of experts";
  return fmt::format(
      "{} experts do not divide by expert parallel {}", dims.experts.experts, degree);
}

bool cuts_sequences(const TransformerDims& dims) {
  return dims.heads > 0 && dims.attention != AttentionKind::hybrid;
}

std::string context_fault(const TransformerDims& dims) {
  return dims.heads == 0 ? "context parallel needs attention"
                         : "context parallel does not cut the state of recurrent layers";
}

/// `2 and 4 would`, nearest below and above.
std::string neighbours(const TransformerDims& dims, std::int64_t degree, std::int64_t expert) {
  std::int64_t below = degree - 1;
  while (below > 1 && tensor_fault(dims, below, expert) != TensorFault::none)
    --below;
  std::int64_t above = degree + 1;
  while (above <= dims.heads && tensor_fault(dims, above, expert) != TensorFault::none)
    ++above;
  if (below <= 1)
    return above <= dims.heads ? fmt::format("{} does", above) : std::string{"only 1 does"};
  return above <= dims.heads ? fmt::format("{} and {} do", below, above)
                             : fmt::format("{} does", below);
}

} // namespace

bool can_cut(const TransformerDims& dims, std::int64_t stages) {
  return stages >= 1 && (stages == 1 || stages <= stage_layers(dims));
}

bool can_divide(const TransformerDims& dims,
                std::int64_t tensor,
                std::int64_t pipeline,
                std::int64_t expert,
                std::int64_t context) {
  if (tensor < 1 || pipeline < 1 || expert < 1 || context < 1)
    return false;
  return (tensor == 1 || tensor_fault(dims, tensor, expert) == TensorFault::none) &&
         (pipeline == 1 || cuts_into_stages(dims, pipeline)) &&
         (expert == 1 || spreads_experts(dims, expert)) && (context == 1 || cuts_sequences(dims));
}

Divisibility layout_divides(const TransformerDims& dims,
                            std::int64_t tensor,
                            std::int64_t pipeline,
                            std::int64_t expert,
                            std::int64_t context) {
  if (can_divide(dims, tensor, pipeline, expert, context))
    return {};
  if (tensor < 1 || pipeline < 1 || expert < 1 || context < 1)
    return {.ok = false, .reason = "a degree is at least 1"};
  const auto fault = tensor > 1 ? tensor_fault(dims, tensor, expert) : TensorFault::none;
  if (fault != TensorFault::none) {
    const auto near = dims.heads > 0 ? "; " + neighbours(dims, tensor, expert) : std::string{};
    return {.ok = false, .reason = words_of(fault, dims, tensor) + near};
  }
  if (pipeline > 1 && !cuts_into_stages(dims, pipeline))
    return {.ok = false, .reason = pipeline_fault(dims, pipeline)};
  if (expert > 1 && !spreads_experts(dims, expert))
    return {.ok = false, .reason = expert_fault(dims, expert)};
  return {.ok = false, .reason = context_fault(dims)};
}

std::vector<std::int64_t> tensor_degrees(const TransformerDims& dims, std::int64_t most) {
  std::vector<std::int64_t> degrees{1};
  for (std::int64_t degree = 2; degree <= std::min(most, dims.heads); ++degree) {
    if (tensor_fault(dims, degree, 1) == TensorFault::none)
      degrees.push_back(degree);
  }
  return degrees;
}

std::string describe(const Layout& layout, JobKind kind) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " · ") + part; };
  if (kind == JobKind::train)
    add(fmt::format("dp {}", layout.data));
  else if (layout.replicas > 1)
    add(fmt::format("{} replicas", layout.replicas));
  if (layout.tensor > 1 || kind != JobKind::train)
    add(fmt::format("tp {}", layout.tensor));
  if (layout.pipeline > 1)
    add(layout.virtual_stages > 1
            ? fmt::format("pp {} (interleaved {})", layout.pipeline, layout.virtual_stages)
            : fmt::format("pp {}", layout.pipeline));
  if (layout.context > 1)
    add(fmt::format("cp {}", layout.context));
  if (layout.expert > 1)
    add(fmt::format("ep {}", layout.expert));
  if (kind != JobKind::train)
    return text;
  if (layout.sharding != Sharding::none)
    text += fmt::format(", ZeRO-{}", static_cast<int>(layout.sharding));
  if (layout.recompute != Recompute::none)
    text += fmt::format(", recompute {}", to_string(layout.recompute));
  text += fmt::format(", micro-batch {}", layout.micro_batch);
  const auto whole = layout.accumulation - (layout.last_micro_batch > 0 ? 1 : 0);
  if (whole > 1)
    text += fmt::format(" × {}", whole);
  if (layout.last_micro_batch > 0)
    text += fmt::format(" + {}", layout.last_micro_batch);
  if (layout.offload_optimizer)
    text += ", optimizer on the host";
  return text;
}

} // namespace gpuplan::workload
