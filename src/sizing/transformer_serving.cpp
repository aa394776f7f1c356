#include "sizing/transformer_serving.hpp"

#include "sizing/layer_activations.hpp"
#include "sizing/numbers.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::sizing {

namespace {

using workload::Layout;

} // namespace

core::Known<TransformerServing> TransformerServing::prepare(const workload::Demand& demand,
                                                            const ServingSetup& setup) {
  const auto& dims = demand.model.dims;
  const auto& params = demand.model.params;
  const auto& serving = demand.serving;
  if (dims.layers <= 0 || dims.hidden <= 0 || params.total <= 0)
    return core::Unknown{"the dimensions of the model are not known"};

  TransformerServing form;
  form.setup_ = setup;
  form.layers_ = real(dims.layers + dims.decoder_layers);
  form.two_stacks_ = dims.decoder_layers > 0;
  form.caching_layers_ = form.two_stacks_ ? real(dims.decoder_layers) : form.layers_;
  // A size that is stated for the whole model scales its groups.
  const double counted = stored_bytes(params, setup.width);
  const double scale = serving.weight_bytes > 0 ? serving.weight_bytes / counted : 1;
  form.input_table_ = scale * setup.width.table * real(params.embedding);
  form.output_table_ = scale * setup.width.table * real(params.head);
  const double dense = real(params.total - params.embedding - params.head - params.experts);
  form.layer_bytes_ = scale * setup.width.matrix * std::max(0.0, dense);
  form.expert_bytes_ = scale * setup.width.expert * real(params.experts);
  form.generates_ = demand.model.network != workload::NetworkClass::encoder;
  form.prompt_ = serving.input_tokens;
  form.sequence_ = serving.input_tokens + serving.output_tokens;
  if (form.generates_) {
    const bool stated = serving.kv_bytes_per_token > 0;
    const double element = setup.kv_element;
    form.kv_token_ = setup.kv_factor * (stated ? serving.kv_bytes_per_token
                                               : workload::kv_bytes_per_token(dims, element));
    form.kv_sequence_ =
        setup.kv_factor * (stated ? serving.kv_bytes_window
                                  : workload::kv_bytes_beside(dims, element, form.sequence_));
  }
  const bool copied = dims.attention == workload::AttentionKind::latent;
  form.kv_heads_ = copied ? 1 : std::max(1.0, real(dims.kv_heads));
  form.work_ = setup.prefill * setup.element * (3 * real(dims.hidden) + 2 * active_ffn(dims)) +
               setup.prompt_logits * real(dims.vocab);
  form.scores_ = setup.scores * real(dims.heads) * form.prompt_ * form.prompt_;
  return form;
}

double TransformerServing::layer_share(const Layout& layout) const {
  if (layout.pipeline <= 1)
    return 1;
  const double stages = layout.pipeline;
  switch (setup_.placement) {
  case Placement::tensor: return std::ceil(layers_ / stages) / layers_;
  case Placement::device_map: return (std::ceil(layers_ / stages) + 1) / layers_;
  case Placement::llama_cpp: return std::ceil((layers_ + 1) / stages) / (layers_ + 1);
  }
  return 1;
}

double TransformerServing::kv_share(const Layout& layout) const {
  return std::min(1.0, layer_share(layout) * layers_ / caching_layers_);
}

double TransformerServing::weights(const Layout& layout) const {
  const double tensor = layout.tensor;
  const double share = layer_share(layout);
  if (setup_.placement != Placement::tensor)
    return (layer_bytes_ + expert_bytes_ + input_table_ + output_table_) * share / tensor;
  const double expert_ranks = std::min(real(layout.expert) * tensor, real(layout.data) * tensor);
  const double tables =
      layout.pipeline > 1 ? std::max(input_table_, output_table_) : input_table_ + output_table_;
  return layer_bytes_ * share / tensor + expert_bytes_ * share / expert_ranks + tables / tensor;
}

double TransformerServing::kv_divisor(const Layout& layout) const {
  return std::min(static_cast<double>(layout.tensor), kv_heads_);
}

double TransformerServing::sequences(const Layout& layout, double kv_tokens) const {
  if (!generates_)
    return std::max(1, layout.micro_batch);
  return sequence_ > 0 ? std::max(1.0, kv_tokens / sequence_) : 1;
}

LiveBytes TransformerServing::live_bytes(const Layout& layout, double kv_tokens) const {
  LiveBytes live;
  const double held = sequences(layout, kv_tokens);
  live[MemoryPart::weights] = weights(layout);
  if (generates_)
    live[MemoryPart::kv_cache] = (kv_token_ * std::max(kv_tokens, 0.0) + kv_sequence_ * held) *
                                 kv_share(layout) / kv_divisor(layout);
  const double prompt = sequence_ > 0 ? prompt_ : kv_tokens;
  live[MemoryPart::workspace] =
      (work_ * prompt + scores_) * held / static_cast<double>(layout.tensor);
  return live;
}

core::Known<MemoryEstimate> TransformerServing::estimate(const Layout& layout,
                                                         double kv_tokens) const {
  if (sequence_ <= 0 && kv_tokens <= 0)
    return core::Unknown{"the lengths of prompt and answer are not stated"};
  const bool several = std::int64_t{layout.tensor} * layout.pipeline > 1;
  return sum_up(live_bytes(layout, kv_tokens),
                several ? setup_.each : setup_.one,
                several ? Devices::several : Devices::one,
                setup_.band);
}

} // namespace gpuplan::sizing
