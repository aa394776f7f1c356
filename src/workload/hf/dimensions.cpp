#include "workload/hf/dimensions.hpp"

#include "workload/hf/class_defaults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::workload {
namespace {

constexpr std::int64_t k_most_layers = 10'000;

/// A class default for a key that a config left out; dimensions have one in nested configs alone.
std::optional<std::int64_t>
defaulted(ConfigKeys& keys, std::string_view model_type, std::string_view key) {
  const auto value = class_default(model_type, key);
  if (value)
    keys.note(
        fmt::format("{} is not stated: {}, the default of class {}", key, *value, model_type));
  return value;
}

/// A number of something there is at least one of; 0 with a fault where it is none.
std::int64_t
count_of(ConfigKeys& keys, const source::Node& value, std::string_view key, std::string_view what) {
  const auto count = keys.whole(value, key);
  if (count == 0)
    keys.fault(value, fmt::format("met 0 for {}, expected {}", key, what));
  return count.value_or(0);
}

void require(ConfigKeys& keys,
             std::string_view model_type,
             KeyNames names,
             std::string_view what,
             std::int64_t& into) {
  if (into > 0)
    return;
  const std::string_view key = *names.begin();
  const source::Node* value = keys.find(names);
  if (value == nullptr) {
    const auto fallback =
        keys.is_nested() ? defaulted(keys, model_type, key) : std::optional<std::int64_t>{};
    if (fallback)
      into = *fallback;
    else
      keys.missing(key, what);
    return;
  }
  into = count_of(keys, *value, key, what);
}

/// A number for all layers, or a list with one for each: then the mean of those that attend.
void read_kv_heads(ConfigKeys& keys, std::string_view model_type, TransformerDims& dims) {
  if (dims.kv_heads > 0)
    return;
  const KeyNames names = {
      "num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "kv_n_heads"};
  const source::Node* value = keys.find(names);
  if (value == nullptr) {
    if (const auto fallback = defaulted(keys, model_type, "num_key_value_heads")) {
      dims.kv_heads = *fallback;
      return;
    }
    dims.kv_heads = dims.heads;
    if (keys.model().find("type_vocab_size") == nullptr) // encoders never have fewer
      keys.note(fmt::format("num_key_value_heads is not stated: as many as heads, {}", dims.heads));
    return;
  }
  if (!value->is_sequence()) {
    dims.kv_heads =
        count_of(keys, *value, "num_key_value_heads", "the number of heads of the KV cache");
    return;
  }
  std::int64_t sum = 0;
  std::int64_t attending = 0;
  for (const auto& item : value->items) {
    const auto heads = keys.whole(item, "num_key_value_heads").value_or(0);
    sum += heads;
    attending += heads > 0 ? 1 : 0;
  }
  if (attending == 0) {
    keys.fault(*value, "met a list without any KV head for num_key_value_heads");
    return;
  }
  dims.kv_heads = (sum + attending - 1) / attending;
  keys.note(
      fmt::format("num_key_value_heads differs between layers: {} on average", dims.kv_heads));
}

void read_head_dim(ConfigKeys& keys, std::string_view model_type, TransformerDims& dims) {
  if (dims.head_dim > 0)
    return;
  dims.head_dim = keys.whole({"head_dim", "kv_channels", "attention_head_dim", "d_kv", "head_size"})
                      .value_or(0);
  if (dims.head_dim > 0 || dims.heads == 0)
    return;
  if (const auto fallback = defaulted(keys, model_type, "head_dim")) {
    dims.head_dim = *fallback;
    return;
  }
  if (dims.hidden % dims.heads != 0) {
    keys.missing("head_dim",
                 fmt::format("it, since hidden size {} is no multiple of {} heads",
                             dims.hidden,
                             dims.heads));
    return;
  }
  dims.head_dim = dims.hidden / dims.heads;
}

/// Positions of a model whose rotary embedding is stretched: YaRN reaches a factor times the
/// original context, linear and dynamic stretching a factor times the stated one. The other kinds
/// (llama3, longrope) state the context that they reach.
void extend_positions(ConfigKeys& keys, TransformerDims& dims) {
  const source::Node* scaling = keys.find({"rope_scaling", "rope_parameters"});
  if (scaling == nullptr || !scaling->is_mapping())
    return;
  const auto* kind = scaling->find("rope_type");
  if (kind == nullptr)
    kind = scaling->find("type");
  const auto* stretched = scaling->find("factor");
  if (kind == nullptr || stretched == nullptr)
    return;
  const double factor = keys.number(*stretched, "factor").value_or(1);
  double reach = 0;
  if (kind->text == "yarn") {
    const auto* original = scaling->find("original_max_position_embeddings");
    const auto stated = original != nullptr
                            ? keys.whole(*original, "original_max_position_embeddings")
                            : std::optional{dims.max_position};
    reach = factor * static_cast<double>(stated.value_or(0));
  } else if (kind->text == "linear" || kind->text == "dynamic") {
    reach = factor * static_cast<double>(dims.max_position);
  }
  constexpr double k_most = 2e9;
  if (reach <= k_most)
    dims.max_position = std::max(dims.max_position, static_cast<std::int64_t>(std::llround(reach)));
}

} // namespace

void read_dimensions(ConfigKeys& keys, std::string_view model_type, Shape& shape) {
  auto& dims = shape.dims;
  require(keys,
          model_type,
          {"num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers"},
          "the number of layers",
          dims.layers);
  require(keys,
          model_type,
          {"hidden_size", "n_embd", "n_embed", "d_model", "model_dim"},
          "the hidden size",
          dims.hidden);
  require(keys,
          model_type,
          {"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"},
          "the number of attention heads",
          dims.heads);
  require(keys,
          model_type,
          {"intermediate_size",
           "ffn_dim",
           "ffn_hidden_size",
           "n_inner",
           "d_ff",
           "encoder_ffn_dim",
           "ff_intermediate_size"},
          "the width of the MLP",
          dims.ffn);
  constexpr std::string_view k_rows = "the rows of the input table";
  if (const auto* outer = keys.find_anywhere({"padded_vocab_size", "vocab_size"});
      outer != nullptr && dims.vocab == 0)
    dims.vocab = count_of(keys, *outer, "vocab_size", k_rows);
  else
    require(keys, model_type, {"vocab_size"}, k_rows, dims.vocab);
  if (dims.layers > k_most_layers) {
    keys.fault(
        *keys.find({"num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers"}),
        fmt::format("met {} layers, expected at most {}", dims.layers, k_most_layers));
    dims.layers = 0;
  }
  if (dims.max_position == 0)
    dims.max_position = keys.whole({"max_position_embeddings",
                                    "n_positions",
                                    "max_sequence_length",
                                    "seq_length",
                                    "max_seq_len",
                                    "model_max_length",
                                    "n_ctx"})
                            .value_or(0);
  extend_positions(keys, dims);
  read_kv_heads(keys, model_type, dims);
  read_head_dim(keys, model_type, dims);
}

void read_table_tie(ConfigKeys& keys, const Family& family, Shape& shape) {
  const auto stated = keys.flag_anywhere({"tie_word_embeddings"});
  const bool fallback = family.tables == TableDefault::tied;
  shape.dims.tied_embeddings = stated.value_or(fallback);
  if (!stated && family.network == NetworkClass::decoder)
    keys.note(fmt::format("tie_word_embeddings is not stated: {}, the default of family {}",
                          fallback ? "true" : "false",
                          family.name));
}

} // namespace gpuplan::workload
