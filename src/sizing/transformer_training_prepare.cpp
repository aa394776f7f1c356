#include "sizing/numbers.hpp"
#include "sizing/transformer_training.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <algorithm>

namespace gpuplan::sizing {

namespace {

using workload::Architecture;
using workload::TransformerDims;

/// Activations per sample, over all layers and of the largest.
struct SampleLayers {
  LayerActivations sum;
  LayerActivations largest;
  double logit_tokens = 0;
};

/// `count` alike layers that each see `tokens` of a sample.
void add_layers(SampleLayers& sample, double count, double tokens, const LayerActivations& layer) {
  if (count <= 0)
    return;
  const auto per_sample = layer.scaled(tokens);
  sample.sum += per_sample.scaled(count);
  if (per_sample.total() > sample.largest.total())
    sample.largest = per_sample;
}

/// Layers of a decoder: a mixer and an MLP each, or one of the two (Nemotron-H), told by their
/// single norm and by MLPs that do not go round.
SampleLayers
decoder_layers(const TransformerDims& dims, const ActivationRules& rules, double tokens) {
  SampleLayers sample;
  sample.logit_tokens = tokens;
  const double layers = real(dims.layers);
  const bool mixture = dims.experts.experts > 0;
  const double routed = mixture ? layers - real(dims.experts.dense_layers) : 0;
  const double dense_width = mixture ? real(dims.experts.dense_ffn) : real(dims.ffn);
  double dense = mixture ? real(dims.experts.dense_layers) : layers;
  if (dims.mlp_layers > 0)
    dense = real(dims.mlp_layers);
  const bool single = dims.norms_per_layer == 1 && dense + routed < layers;
  const auto mixer = layer_activations(dims, rules, 0, tokens);
  const auto block = [&](double width, double extra) {
    auto layer = single ? mlp_activations(dims, rules, width)
                        : layer_activations(dims, rules, width, tokens);
    layer.split += extra;
    return layer;
  };
  add_layers(sample, dense, tokens, block(dense_width, 0));
  add_layers(sample, routed, tokens, block(active_ffn(dims), dispatch_activations(dims)));
  add_layers(sample, layers - dense - routed, tokens, mixer);
  return sample;
}

/// Tokens that the encoder of an encoder-decoder sees of a sample.
double encoder_tokens(const Architecture& model, double tokens) {
  constexpr double k_whisper_frames = 1500;
  return model.family == "whisper" ? k_whisper_frames : tokens;
}

/// Encoder and decoder see as many tokens each; Whisper's encoder always the 1500 frames of 30 s.
SampleLayers
encoder_decoder_layers(const Architecture& model, const ActivationRules& rules, double tokens) {
  SampleLayers sample;
  const auto& dims = model.dims;
  const double frames = encoder_tokens(model, tokens);
  auto layer = layer_activations(dims, rules, real(dims.ffn), frames);
  add_layers(sample, real(dims.layers), frames, layer);
  layer = layer_activations(dims, rules, real(dims.ffn), tokens);
  layer += cross_attention_activations(dims, rules, frames);
  add_layers(sample, real(dims.decoder_layers), tokens, layer);
  sample.logit_tokens = tokens;
  return sample;
}

/// Adapters as counted for the job, else on every matrix or on queries and values.
std::int64_t adapter_parameters(const Architecture& model, const workload::Adapter& adapter) {
  if (adapter.parameters > 0)
    return adapter.parameters;
  const auto targets = adapter.all_linear ? workload::AdapterTargets::all_linear
                                          : workload::AdapterTargets::query_and_value;
  return workload::adapter_parameters(model, adapter.rank, targets);
}

} // namespace

core::Known<TransformerTraining>
TransformerTraining::prepare(const Architecture& model,
                             const workload::TrainingDemand& training,
                             const TrainingSetup& setup) {
  const auto& dims = model.dims;
  const auto& params = model.params;
  if (training.sequence <= 0)
    return core::Unknown{"the sequence length is not stated"};
  if (dims.layers <= 0 || dims.hidden <= 0 || params.total <= 0)
    return core::Unknown{"the dimensions of the model are not known"};

  TransformerTraining form;
  form.setup_ = setup;
  form.layers_ = real(dims.layers + dims.decoder_layers);
  form.input_table_ = real(params.embedding);
  form.output_table_ = real(params.head);
  form.tied_copy_ = params.head > 0 ? 0 : real(dims.vocab) * real(dims.hidden);
  form.expert_parameters_ = real(params.experts);
  form.layer_parameters_ =
      std::max(0.0, real(params.total - params.embedding - params.head - params.experts));
  const double expert_layers = std::max(1.0, real(dims.layers - dims.experts.dense_layers));
  form.largest_experts_ = form.expert_parameters_ / expert_layers;
  form.largest_layer_ = params.layer > 0
                            ? real(params.layer)
                            : (form.layer_parameters_ + form.expert_parameters_) / form.layers_;
  form.largest_experts_ = std::min(form.largest_experts_, form.largest_layer_);
  const double width = dims.experts.experts > 0 ? real(dims.experts.ffn) : real(dims.ffn);
  form.largest_matrix_ = width * real(dims.hidden);
  form.kv_heads_ = dims.attention == workload::AttentionKind::latent
                       ? real(dims.heads)
                       : std::max(1.0, real(dims.kv_heads));
  if (training.adapter) {
    form.adapter_parameters_ = real(adapter_parameters(model, *training.adapter));
    form.tables_trained_ = training.adapter->train_tables;
  }

  const double tokens = real(training.sequence);
  const auto sample = dims.decoder_layers > 0
                          ? encoder_decoder_layers(model, setup.activations, tokens)
                          : decoder_layers(dims, setup.activations, tokens);
  form.average_ = sample.sum.scaled(1 / form.layers_);
  form.largest_ = sample.largest;
  const double inputs = dims.decoder_layers > 0
                            ? (real(dims.layers) * encoder_tokens(model, tokens) +
                               real(dims.decoder_layers) * tokens) /
                                  form.layers_
                            : tokens;
  form.checkpoint_ = setup.element * real(dims.hidden) * inputs;
  form.vocab_ = real(dims.vocab);
  form.logit_tokens_ = setup.logits_share * sample.logit_tokens;
  form.logits_ = setup.logits * form.vocab_ * form.logit_tokens_;
  return form;
}

} // namespace gpuplan::sizing
