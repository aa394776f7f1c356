#include "workload/demand/demand_builder.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::workload {
namespace {

std::int64_t whole(double value) {
  return static_cast<std::int64_t>(std::llround(value));
}

Method training_method(JobContext& job, const Architecture& model) {
  if (const auto stated = job.stated.text("method")) {
    const auto method = parse_method(*stated).value_or(Method::full);
    const bool adapts = reads_tokens(model) || model.network == NetworkClass::diffusion;
    if (method != Method::full && !adapts)
      job.fault("method",
                fmt::format("met method {} for {}, expected full", *stated, model.name),
                "low-rank adapters stand on the matrices of transformers and denoisers");
    if (method != Method::full && job.preset == "pretrain")
      job.fault("method",
                fmt::format("met method {} for pre-training, expected full", *stated),
                "adapters stand on weights that are trained already: say kind: finetune, or "
                "method: full");
    return method;
  }
  const bool language =
      model.network == NetworkClass::decoder || model.network == NetworkClass::encoder_decoder;
  const double limit = job.defaults.count("finetune.lora_above");
  const bool large = static_cast<double>(model.params.total) > limit;
  const bool adapts = job.preset == "finetune" && language && large;
  job.assume("method",
             adapts ? "lora" : "full",
             adapts ? job.defaults.why("finetune.lora_above")
                    : "small models, other networks and pre-training train all weights",
             language && job.preset == "finetune" ? Weighs::much : Weighs::little);
  return adapts ? Method::lora : Method::full;
}

Adapter build_adapter(JobContext& job, const Architecture& model) {
  Adapter adapter;
  const auto rank = job.stated.number("adapter.rank");
  adapter.rank = whole(rank ? *rank : job.defaults.count("finetune.lora_rank"));
  if (!rank)
    job.assume_default("adapter.rank", "finetune.lora_rank", Weighs::little);
  const auto targets = job.stated.text("adapter.targets");
  adapter.all_linear =
      (targets ? *targets : std::string(job.defaults.text("finetune.lora_targets"))) ==
      "all-linear";
  adapter.train_tables = job.stated.boolean("adapter.train_tables").value_or(false);
  if (!reads_tokens(model)) {
    job.notes.emplace_back("its adapters are not counted: the matrices of this network are not "
                           "listed");
    return adapter;
  }
  adapter.parameters = adapter_parameters(model,
                                          adapter.rank,
                                          adapter.all_linear ? AdapterTargets::all_linear
                                                             : AdapterTargets::query_and_value);
  if (model.dims.experts.experts > 0)
    job.notes.emplace_back("adapters stand on attention and shared experts; routed experts stay "
                           "frozen");
  return adapter;
}

/// The default of the optimizer for a network: its own, else that of its kind.
std::string optimizer_key(const JobContext& job, const Architecture& model) {
  if (auto own = job.defaults.key_for("train.optimizer_of", model.name))
    return *own;
  switch (model.network) {
  case NetworkClass::cnn:
  case NetworkClass::detection:
  case NetworkClass::segmentation_2d:
  case NetworkClass::unet_3d: return "train.optimizer_convolution";
  default: return "train.optimizer";
  }
}

std::int64_t sequence_length(JobContext& job, const Architecture& model) {
  if (!reads_tokens(model)) {
    if (job.stated.has("data.sequence_length"))
      job.fault("data.sequence_length",
                fmt::format("met data.sequence_length for {}, which reads samples", model.name));
    return 1;
  }
  const std::int64_t most = model.dims.max_position;
  if (const auto stated = job.stated.number("data.sequence_length")) {
    if (most > 0 && *stated > static_cast<double>(most))
      job.notes.push_back(fmt::format("sequences of {} are longer than the {} positions the model "
                                      "states",
                                      count_text(*stated),
                                      most));
    return whole(*stated);
  }
  const auto usual = whole(job.defaults.count("train.sequence_length"));
  const bool shorter = most > 0 && most < usual;
  job.assume("data.sequence_length",
             fmt::format("{}", shorter ? most : usual),
             shorter ? "the longest the model takes" : job.defaults.why("train.sequence_length"),
             Weighs::much);
  return shorter ? most : usual;
}

/// The default of the global batch for a network.
std::string_view batch_key(const Architecture& model) {
  if (reads_tokens(model))
    return "train.batch_sequences";
  switch (model.network) {
  case NetworkClass::detection: return "train.batch_detection";
  case NetworkClass::unet_3d: return "train.batch_volumes";
  case NetworkClass::recommender: return "train.batch_recommender";
  default: return "train.batch_images";
  }
}

std::int64_t global_batch(JobContext& job, const Architecture& model, std::int64_t sequence) {
  if (const auto stated = job.stated.number("batch.global"))
    return whole(*stated);
  if (job.preset == "pretrain" && model.network == NetworkClass::decoder) {
    const double tokens = job.defaults.count("pretrain.batch_tokens");
    // The nearest power of two, which every usual count of devices divides.
    const double sequences =
        std::max(1.0, tokens / static_cast<double>(std::max<std::int64_t>(1, sequence)));
    const auto batch = whole(std::exp2(std::round(std::log2(sequences))));
    job.assume("batch.global",
               fmt::format("{}", batch),
               job.defaults.why("pretrain.batch_tokens"),
               Weighs::much);
    return batch;
  }
  const auto key = batch_key(model);
  job.assume(
      "batch.global", std::string(job.defaults.text(key)), job.defaults.why(key), Weighs::much);
  return whole(job.defaults.count(key));
}

/// Passes over the data; 0 where they are to be found.
double epochs(JobContext& job) {
  const auto* statement = job.stated.find("data.epochs");
  if (statement != nullptr && statement->sought != Sought::nothing)
    return 0;
  return job.stated.number("data.epochs").value_or(job.defaults.count("train.epochs"));
}

/// Tokens of one pass where none are stated.
double usual_tokens(JobContext& job, const Architecture& model) {
  if (job.preset != "pretrain") {
    job.assume_default("data.tokens", "finetune.tokens", Weighs::much);
    return job.defaults.count("finetune.tokens");
  }
  const double tokens = job.defaults.count("pretrain.tokens_per_parameter") *
                        static_cast<double>(model.params.active);
  job.assume("data.tokens",
             count_text(tokens),
             job.defaults.why("pretrain.tokens_per_parameter"),
             Weighs::much);
  return tokens;
}

bool sought(const JobContext& job, std::string_view key) {
  const auto* statement = job.stated.find(key);
  return statement != nullptr && statement->sought != Sought::nothing;
}

double units_of_pass(JobContext& job, const Architecture& model, std::int64_t sequence) {
  const auto tokens = job.stated.number("data.tokens");
  const auto samples = job.stated.number("data.samples");
  if (sought(job, "data.tokens") || sought(job, "data.samples"))
    return 0;
  if (job.stated.has("data.tokens") && !reads_tokens(model)) {
    job.fault("data.tokens",
              fmt::format("met data.tokens for {}, which reads samples", model.name),
              "write data.samples");
    return 0;
  }
  if (tokens && samples) {
    job.fault("data.samples", "met data.samples beside data.tokens, expected one of the two");
    return 0;
  }
  if (tokens)
    return *tokens;
  if (samples)
    return *samples * static_cast<double>(sequence);
  if (reads_tokens(model))
    return usual_tokens(job, model);
  job.assume_default("data.samples", "train.samples", Weighs::much);
  return job.defaults.count("train.samples");
}

double flops_per_unit(const Architecture& model, const TrainingDemand& training) {
  if (reads_tokens(model))
    return training_flops_per_token(
        model, static_cast<double>(training.sequence), training.method, training.adapter);
  const double passes = training.method == Method::full ? 3 : 2;
  return passes * model.sample.flops_forward * training.spatial_scale;
}

} // namespace

TrainingDemand build_training(JobContext& job, const Architecture& model) {
  TrainingDemand training;
  training.method = training_method(job, model);
  if (training.method != Method::full) {
    training.adapter = build_adapter(job, model);
  } else {
    for (const auto* key : {"adapter.rank", "adapter.targets", "adapter.train_tables"}) {
      if (job.stated.has(key))
        job.fault(key,
                  fmt::format("met {} for full training", key),
                  "it is about adapters: say method: lora");
    }
  }
  training.compute = training_formats(job).compute;
  const auto optimizer = job.stated.text("optimizer");
  const auto usual = optimizer_key(job, model);
  if (!optimizer)
    job.assume_default("optimizer", usual, Weighs::much);
  training.optimizer =
      parse_optimizer(optimizer ? *optimizer : std::string(job.defaults.text(usual)))
          .value_or(Optimizer::adamw);
  if (model.network == NetworkClass::recommender)
    job.notes.push_back(fmt::format(
        "the optimizer {} is of the dense part; tables are trained sparsely, row by row where they "
        "are read, with one number of state a row and no stored gradient (row-wise AdaGrad of "
        "TorchRec, mlcommons/training:recommendation_v2/torchrec_dlrm)",
        to_string(training.optimizer)));
  training.sequence = sequence_length(job, model);
  training.global_batch = global_batch(job, model, training.sequence);
  training.units_total = units_of_pass(job, model, training.sequence) * epochs(job);
  if (const auto recompute = job.stated.text("recompute"))
    training.recompute = parse_recompute(*recompute);
  if (const auto micro = job.stated.number("batch.micro"))
    training.micro_batch = whole(*micro);
  if (training.micro_batch && *training.micro_batch > training.global_batch)
    job.fault("batch.micro",
              fmt::format("met a micro-batch of {}, expected at most the global batch of {}",
                          *training.micro_batch,
                          training.global_batch));
  training.fused_attention =
      job.stated.text("attention").value_or(std::string(job.defaults.text("train.attention"))) ==
      "fused";
  training.spatial_scale = stated_spatial_scale(job, model);
  training.sample_bytes = sample_bytes(job, model, training.spatial_scale);
  training.flops_per_unit = flops_per_unit(model, training);
  return training;
}

} // namespace gpuplan::workload
