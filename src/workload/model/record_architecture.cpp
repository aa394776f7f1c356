#include "workload/model/record_architecture.hpp"

#include "core/text.hpp"
#include "workload/families/counting.hpp"
#include "workload/families/sample_networks.hpp"
#include "workload/model/model_arithmetic.hpp"
#include "workload/read/input_shape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

TransformerDims dims_of(const catalog::LanguageModelRecord& record) {
  TransformerDims dims{.layers = record.layers,
                       .hidden = record.hidden,
                       .ffn = record.ffn,
                       .heads = record.heads,
                       .kv_heads = record.kv_heads,
                       .head_dim = record.head_dim,
                       .vocab = record.vocab,
                       .max_position = record.max_position.value_or(0),
                       .latent = {.kv_rank = record.mla_kv_lora_rank,
                                  .q_rank = record.mla_q_lora_rank,
                                  .rope_dim = record.mla_rope_dim},
                       .attention_layers = record.full_attention_layers.value_or(record.layers)};
  if (record.moe_experts > 0) {
    const std::int64_t sparse = record.moe_every > 1 ? record.layers / record.moe_every
                                                     : record.layers - record.first_dense_layers;
    dims.experts = {.experts = record.moe_experts,
                    .active = record.moe_active,
                    .shared = record.moe_shared,
                    .ffn = record.moe_ffn,
                    .dense_layers = record.layers - sparse,
                    .dense_ffn = record.ffn};
  }
  // Engines keep the whole cache of a model whose every layer slides, so only mixed ones count.
  if (record.sliding_window > 0 && record.window_full > 0) {
    const std::int64_t period = record.window_sliding + record.window_full;
    dims.window = record.sliding_window;
    dims.windowed_layers = record.layers / period * record.window_sliding +
                           std::min(record.layers % period, record.window_sliding);
  }
  return dims;
}

/// `bfloat16` of `float8_e4m3 block 128x128 + bfloat16`; the file's own format beside it.
void set_precision(std::string_view dtype, Architecture& architecture) {
  architecture.native_precision = dtype;
  const auto has = [&](std::string_view word) {
    return dtype.find(word) != std::string_view::npos;
  };
  if (has("mxfp4"))
    architecture.native_format = "mxfp4";
  else if (has("float8"))
    architecture.native_format = "fp8";
}

} // namespace

std::optional<Shape> shape_of(const catalog::LanguageModelRecord& record) {
  const Family* family = find_family(record.family);
  if (family == nullptr)
    return std::nullopt;
  Shape shape{.dims = dims_of(record), .mtp_layers = record.mtp_layers};
  shape.dims.tied_embeddings =
      record.tied_embeddings.value_or(family->tables == TableDefault::tied);
  if (family->network == NetworkClass::encoder_decoder)
    shape.dims.decoder_layers = record.layers;
  family->apply(shape);
  if (!countable(shape))
    return std::nullopt;
  complete(shape);
  return shape;
}

std::optional<Architecture> architecture_of(const catalog::LanguageModelRecord& record) {
  const auto shape = shape_of(record);
  if (!shape)
    return std::nullopt;
  const Family* family = find_family(record.family);
  Architecture architecture{.name = std::string(record.id),
                            .family = std::string(record.family),
                            .network = family->network,
                            .dims = shape->dims,
                            .params = family->count(*shape)};
  for (const auto& part : record.other_params) {
    architecture.params.total += part.count;
    architecture.params.other_towers += part.count;
    architecture.notes.push_back(fmt::format(
        "{} parameters of the {} part are counted", core::with_thousands(part.count), part.part));
  }
  if (record.sliding_window > 0 && record.window_full == 0) {
    architecture.notes.push_back(
        fmt::format("every layer slides over {} tokens; the cache is planned in full, as serving "
                    "engines keep it",
                    record.sliding_window));
  }
  set_precision(record.dtype, architecture);
  return architecture;
}

SampleCost sample_cost(const catalog::SampleModelRecord& record) {
  auto input = parse_input_shape(record.input_shape);
  return {.flops_forward = record.flops_forward.value_or(0),
          .activation_elements = record.activation_elements.value_or(0),
          .input_shape = std::move(input.elements),
          .reference_size = std::move(input.size)};
}

core::Known<Architecture> architecture_of(const catalog::SampleModelRecord& record) {
  if (!record.params)
    return core::Unknown{"no parameter count is published for it"};
  if (!record.flops_forward)
    return core::Unknown{"no FLOP count of a sample is published for it"};
  const auto kind = sample_network(record.id, record.task);
  Architecture architecture{.name = std::string(record.id),
                            .family = std::string(kind.family),
                            .network = kind.network,
                            .sample = sample_cost(record)};
  architecture.params.total = static_cast<std::int64_t>(*record.params);
  architecture.params.active = architecture.params.total;
  if (kind.network == NetworkClass::recommender)
    architecture.sample.embedding_parameters =
        table_parameters(*record.params, *record.flops_forward);
  if (record.assumed)
    architecture.notes.emplace_back("its cost of a sample is a working figure that measured "
                                    "rates were fitted with, not a published one");
  if (!record.activation_elements)
    architecture.notes.emplace_back("no size of its activations is published");
  return architecture;
}

} // namespace gpuplan::workload
