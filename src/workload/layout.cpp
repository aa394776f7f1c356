#include "workload/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

/// Engines pad the vocabulary to a multiple of this before they split it.
constexpr std::int64_t k_vocabulary_padding = 64;

bool divides(std::int64_t count, std::int64_t degree) {
  return count % degree == 0;
}

/// Why a tensor-parallel degree cannot run; empty where it can.
std::string tensor_fault(const TransformerDims& dims, std::int64_t degree, std::int64_t expert) {
  if (dims.heads == 0)
    return "no way is known to split this network over devices";
  if (!divides(dims.heads, degree))
    return fmt::format("{} heads do not divide by tensor parallel {}", dims.heads, degree);
  const bool shared = dims.latent.kv_rank > 0; // every rank holds the latent cache
  if (!shared && dims.kv_heads > 0 && !divides(dims.kv_heads, degree) &&
      !divides(degree, dims.kv_heads))
    return fmt::format(
        "{} KV heads neither divide by tensor parallel {} nor it by them", dims.kv_heads, degree);
  const auto& experts = dims.experts;
  const bool has_dense = experts.experts == 0 || experts.dense_layers > 0;
  const std::int64_t ffn = experts.experts > 0 ? experts.dense_ffn : dims.ffn;
  if (has_dense && !divides(ffn, degree))
    return fmt::format("MLP width {} does not divide by tensor parallel {}", ffn, degree);
  if (experts.experts > 0 && expert == 1 && !divides(experts.ffn, degree))
    return fmt::format(
        "expert width {} does not divide by tensor parallel {}", experts.ffn, degree);
  const std::int64_t padded =
      (dims.vocab + k_vocabulary_padding - 1) / k_vocabulary_padding * k_vocabulary_padding;
  if (!divides(padded, degree))
    return fmt::format("vocabulary {}{} does not divide by tensor parallel {}",
                       padded,
                       padded == dims.vocab ? "" : " (padded)",
                       degree);
  return {};
}

std::string pipeline_fault(const TransformerDims& dims, std::int64_t degree) {
  const std::int64_t layers = dims.layers + dims.decoder_layers;
  if (layers == 0)
    return "no way is known to cut this network into stages";
  if (!divides(layers, degree))
    return fmt::format("{} layers do not divide by pipeline parallel {}", layers, degree);
  return {};
}

std::string expert_fault(const TransformerDims& dims, std::int64_t degree) {
  if (dims.experts.experts == 0)
    return "expert parallel needs a mixture of experts";
  if (!divides(dims.experts.experts, degree))
    return fmt::format(
        "{} experts do not divide by expert parallel {}", dims.experts.experts, degree);
  return {};
}

std::string context_fault(const TransformerDims& dims) {
  if (dims.heads == 0)
    return "context parallel needs attention";
  if (dims.attention == AttentionKind::hybrid)
    return "context parallel does not cut the state of recurrent layers";
  return {};
}

/// `2 and 4 would`, nearest below and above.
std::string neighbours(const TransformerDims& dims, std::int64_t degree, std::int64_t expert) {
  std::int64_t below = degree - 1;
  while (below > 1 && !tensor_fault(dims, below, expert).empty())
    --below;
  std::int64_t above = degree + 1;
  while (above <= dims.heads && !tensor_fault(dims, above, expert).empty())
    ++above;
  if (below <= 1)
    return above <= dims.heads ? fmt::format("{} does", above) : std::string{"only 1 does"};
  return above <= dims.heads ? fmt::format("{} and {} do", below, above)
                             : fmt::format("{} does", below);
}

} // namespace

Divisibility layout_divides(const TransformerDims& dims,
                            std::int64_t tensor,
                            std::int64_t pipeline,
                            std::int64_t expert,
                            std::int64_t context) {
  if (tensor < 1 || pipeline < 1 || expert < 1 || context < 1)
    return {.ok = false, .reason = "a degree is at least 1"};
  std::string fault;
  if (tensor > 1) {
    fault = tensor_fault(dims, tensor, expert);
    if (!fault.empty() && dims.heads > 0)
      fault += "; " + neighbours(dims, tensor, expert);
  }
  if (fault.empty() && pipeline > 1)
    fault = pipeline_fault(dims, pipeline);
  if (fault.empty() && expert > 1)
    fault = expert_fault(dims, expert);
  if (fault.empty() && context > 1)
    fault = context_fault(dims);
  return {.ok = fault.empty(), .reason = fault};
}

std::vector<std::int64_t> tensor_degrees(const TransformerDims& dims, std::int64_t most) {
  std::vector<std::int64_t> degrees{1};
  for (std::int64_t degree = 2; degree <= std::min(most, dims.heads); ++degree) {
    if (tensor_fault(dims, degree, 1).empty())
      degrees.push_back(degree);
  }
  return degrees;
}

std::string describe(const Layout& layout, JobKind kind) {
  std::string text;
  const auto add = [&](std::string part) { text += (text.empty() ? "" : " · ") + part; };
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
  if (layout.accumulation > 1)
    text += fmt::format(" × {}", layout.accumulation);
  if (layout.offload_optimizer)
    text += ", optimizer on the host";
  return text;
}

} // namespace gpuplan::workload
