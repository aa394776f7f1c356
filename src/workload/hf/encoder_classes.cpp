#include "workload/hf/config_class.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

void types(ConfigKeys& keys, Shape& shape) {
  shape.type_rows = keys.whole({"type_vocab_size"}).value_or(shape.type_rows);
}

void electra(ConfigKeys& keys, Shape& shape) {
  if (const auto width = keys.whole({"embedding_size"}))
    shape.embedding_width = *width;
}

/// The model alone has no pooler in the library.
void no_pooler(ConfigKeys& keys, Shape& shape) {
  types(keys, shape);
  shape.pooler = false;
}

void distilbert(ConfigKeys& keys, Shape& shape) {
  shape.dims.hidden = keys.whole({"dim"}).value_or(0);
  shape.dims.ffn = keys.whole({"hidden_dim"}).value_or(0);
}

/// T5 v1.1 says so by its gated activation.
std::string_view t5(ConfigKeys& keys) {
  const auto projection = keys.text({"feed_forward_proj"}).value_or("relu");
  return projection.starts_with("gated") ? "t5v11" : "t5";
}

void decoder_layers(ConfigKeys& keys, Shape& shape) {
  shape.dims.decoder_layers =
      keys.whole({"num_decoder_layers", "decoder_layers", "num_layers"}).value_or(0);
}

void whisper(ConfigKeys& keys, Shape& shape) {
  decoder_layers(keys, shape);
  shape.dims.max_position = keys.whole({"max_target_positions"}).value_or(0);
  shape.extra_rows = keys.whole({"num_mel_bins"}).value_or(0);
}

constexpr auto k_classes = std::to_array<ConfigClass>({
    {.model_type = "bert", .family = "bert", .rules = types},
    {.model_type = "roberta", .family = "roberta", .rules = types},
    {.model_type = "xlm-roberta", .family = "roberta", .rules = types},
    {.model_type = "camembert", .family = "roberta", .rules = types},
    {.model_type = "electra", .family = "electra", .dims = electra, .rules = no_pooler},
    {.model_type = "distilbert", .family = "distilbert", .dims = distilbert},
    {.model_type = "deberta-v2", .family = "deberta_v3"},
    {.model_type = "clip_text_model", .family = "clip_text"},
    {.model_type = "t5", .family = "t5", .dims = decoder_layers, .choose = t5},
    {.model_type = "mt5", .family = "t5v11", .dims = decoder_layers},
    {.model_type = "umt5", .family = "t5v11", .dims = decoder_layers},
    {.model_type = "bart", .family = "bart", .dims = decoder_layers},
    {.model_type = "mbart", .family = "mbart", .dims = decoder_layers},
    {.model_type = "m2m_100", .family = "m2m", .dims = decoder_layers},
    {.model_type = "whisper", .family = "whisper", .dims = whisper},
});

} // namespace

std::span<const ConfigClass> encoder_config_classes() {
  return k_classes;
}

} // namespace gpuplan::workload
