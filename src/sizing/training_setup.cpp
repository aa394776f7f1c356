#include "sizing/training_setup.hpp"

#include "core/units.hpp"
#include "workload/model/model_arithmetic.hpp"

namespace gpuplan::sizing {

namespace {

using workload::Demand;
using workload::Method;
using workload::NetworkClass;
using workload::Stack;

bool is_megatron(Stack stack) {
  return stack == Stack::megatron || stack == Stack::megatron_deepspeed || stack == Stack::mlperf ||
         stack == Stack::neuron;
}

bool is_hugging_face(Stack stack) {
  return stack == Stack::finetune_recipe || stack == Stack::transformers;
}

bool is_encoder(const Demand& demand) {
  return demand.model.network == NetworkClass::encoder;
}

/// BERT and GPT-style layers of Megatron train with dropout; modern gated layers without.
Dropout dropout_of(const Demand& demand) {
  const bool gpt = is_megatron(demand.stack) && !demand.model.dims.gated_mlp;
  return gpt || is_encoder(demand) ? Dropout::yes : Dropout::no;
}

/// A value and the key it was read under.
struct Chosen {
  double value = 0;
  std::string_view key;
};

Chosen norm_bytes(const Demand& demand, const MemoryCoefficients& c) {
  if (dropout_of(demand) == Dropout::yes)
    return {4, {}}; // input and output in 16-bit, arXiv 2205.05198
  if (is_megatron(demand.stack) || demand.stack == Stack::fsdp || demand.stack == Stack::xla)
    return {c.norm_fused, "memory.activation.norm_fused"};
  return {c.norm_eager, "memory.activation.norm_eager"};
}

Chosen logits_bytes(const Demand& demand, const MemoryCoefficients& c) {
  if (is_hugging_face(demand.stack))
    return {c.logits_hf, "memory.logits.hf"};
  if (is_megatron(demand.stack) || demand.stack == Stack::fsdp)
    return {c.logits_fused, "memory.logits.fused"};
  return {c.logits_plain, "memory.logits.plain"};
}

void set_activations(TrainingSetup& setup, const Demand& demand, const MemoryCoefficients& c) {
  ActivationRules& rules = setup.activations;
  const auto norm = norm_bytes(demand, c);
  rules.norm = norm.value;
  setup.keys.norm = norm.key;
  rules.dropout = dropout_of(demand);
  rules.attention =
      demand.training.fused_attention ? AttentionKernel::fused : AttentionKernel::eager;
  const bool gated = demand.model.dims.gated_mlp;
  rules.mlp = gated ? 8 : 4;
  // Frozen weights need no input saved for their own gradient; the 4-bit product keeps it.
  if (demand.training.method == Method::lora) {
    rules.mlp = gated ? c.mlp_lora : 2;
    setup.keys.mlp = gated ? "memory.activation.mlp_lora" : "";
  }
  if (demand.training.method == Method::qlora)
    rules.norm += c.qlora_norm;
}

/// An encoder that is fine-tuned has no vocabulary head; pre-training predicts 15 % of the tokens.
double logits_share(const Demand& demand) {
  if (!is_encoder(demand))
    return 1;
  return is_megatron(demand.stack) ? 0.15 : 0;
}

void freeze_base(TrainingSetup& setup, const Demand& demand, const MemoryCoefficients& c) {
  const double width = workload::is_full_precision(demand.training.compute) ? 4 : 2;
  const double moments = workload::moment_bytes(demand.training.optimizer,
                                                static_cast<double>(demand.model.dims.hidden));
  setup.adapter = {.weights = 4, .gradients = 4, .optimizer = moments};
  setup.trained_table = {.weights = 2, .gradients = 4, .optimizer = moments};
  setup.frozen_layers = width;
  setup.frozen_tables = width;
  setup.gathered = width;
  if (demand.training.method != Method::qlora)
    return;
  setup.frozen_layers = c.nf4;
  setup.keys.frozen = "memory.format.nf4";
  setup.gathered = c.nf4;
  setup.dequantised = 2;
  if (is_hugging_face(demand.stack)) // k-bit preparation casts tables and head to fp32
    setup.table_cast = 2;
}

ReserveTerms reserve_terms(const Demand& demand, const MemoryCoefficients& c) {
  ReserveTerms reserve{.slack = c.slack,
                       .fixed = core::gib(c.context_gib).count(),
                       .collective = core::gib(c.nccl_gib).count()};
  if (demand.stack == Stack::megatron_deepspeed) {
    reserve.slack = c.slack_megatron_deepspeed;
    reserve.slack_key = "memory.reserve.slack_megatron_deepspeed";
  }
  return reserve;
}

ErrorBand plain_band(const Demand& demand, const MemoryCoefficients& c) {
  const auto& model = demand.model;
  if (demand.training.compute == catalog::NumberFormat::fp8 ||
      demand.training.compute == catalog::NumberFormat::fp4)
    return unmeasured_band(c.band_unmeasured, "not validated for training below 16 bit");
  if (model.dims.experts.experts > 0)
    return unmeasured_band(c.band_unmeasured, "not validated for training mixtures of experts");
  if (model.network == NetworkClass::encoder)
    return measured_band(c.band_cnn, "encoders, batches that fill cards");
  if (model.network == NetworkClass::speech)
    return unmeasured_band(c.band_unmeasured, "not validated for speech models");
  if (model.network == NetworkClass::encoder_decoder)
    return measured_band(c.band_language_model, "language models, all peaks");
  switch (demand.training.method) {
  case Method::lora: return measured_band(c.band_lora, "LoRA of language models");
  case Method::qlora: return measured_band(c.band_qlora, "QLoRA of language models");
  case Method::full: return measured_band(c.band_full, "full training of language models");
  }
  return measured_band(c.band_language_model, "language models, all peaks");
}

TrainingBands bands_of(const Demand& demand, const MemoryCoefficients& c) {
  return {.plain = plain_band(demand, c),
          .split = measured_band(c.band_three_d, "tensor and pipeline parallelism, one model"),
          .split_and_sharded = unmeasured_band(
              c.band_unmeasured, "not validated for FSDP with tensor or pipeline parallelism"),
          .context = unmeasured_band(c.band_unmeasured, "not validated for context parallelism")};
}

} // namespace

TrainingSetup training_setup(const Demand& demand, const MemoryCoefficients& c) {
  TrainingSetup setup;
  const bool full_precision = workload::is_full_precision(demand.training.compute);
  setup.state = state_bytes(demand, c);
  setup.gathered = full_precision ? 4 : 2;
  setup.gathered_layers = c.gathered_layers;
  set_activations(setup, demand, c);
  setup.element = full_precision ? 4 : 2;
  if (full_precision)
    setup.activation_factor = dropout_of(demand) == Dropout::yes ? c.fp32_factor : 2;
  const auto logits = logits_bytes(demand, c);
  setup.logits = logits.value;
  setup.keys.logits = logits.key;
  setup.logits_share = logits_share(demand);
  if (is_megatron(demand.stack))
    setup.gradients = GradientLife::persistent;
  setup.reserve = reserve_terms(demand, c);
  setup.bands = bands_of(demand, c);
  if (demand.training.method != Method::full)
    freeze_base(setup, demand, c);
  return setup;
}

} // namespace gpuplan::sizing
