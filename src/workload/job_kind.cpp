#include "workload/demand/demand_builder.hpp"
#include "workload/read/input_shape.hpp"
#include "workload/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace gpuplan::workload {
namespace {

constexpr auto k_serving_keys = std::to_array<std::string_view>({
    "serve.rps",
    "serve.users",
    "serve.ttft",
    "serve.tpot",
    "serve.latency",
    "serve.profile",
    "serve.input_tokens",
    "serve.output_tokens",
});

/// What says the kind where it is not stated, and the word it says.
struct Inferred {
  std::string preset;
  std::string why;
};

Inferred inferred_kind(JobContext& job, const Architecture& model) {
  for (const auto key : k_serving_keys) {
    if (job.stated.has(key))
      return {.preset = "serve", .why = fmt::format("{} is stated", key)};
  }
  const bool language = model.network == NetworkClass::decoder;
  if (!language)
    return {.preset = "train", .why = "a network that is not said to be served is trained"};
  for (const auto* key : {"data.tokens", "data.samples"}) {
    if (job.stated.has(key))
      return {.preset = "finetune", .why = fmt::format("{} of a language model is stated", key)};
  }
  return {.preset = std::string(job.defaults.text("job.kind")),
          .why = std::string(job.defaults.why("job.kind"))};
}

} // namespace

JobKind job_kind(JobContext& job, const Architecture& model) {
  if (const auto stated = job.stated.text("kind")) {
    job.preset = *stated;
  } else {
    auto inferred = inferred_kind(job, model);
    job.preset = inferred.preset;
    job.assume("kind", job.preset, inferred.why, Weighs::much);
  }
  return parse_job_kind(job.preset).value_or(JobKind::train);
}

void check_scopes(JobContext& job, JobKind kind) {
  const Scope wanted = kind == JobKind::train ? Scope::train : Scope::serve;
  for (const auto& [path, statement] : job.stated.all()) {
    const Key* key = find_key(path);
    if (key == nullptr || key->scope == Scope::any || key->scope == wanted)
      continue;
    job.fault(path,
              fmt::format("met {} for a {} job", path, job.preset),
              key->scope == Scope::train ? "it is about training: leave it out, or say kind: train"
                                         : "it is about serving: leave it out, or say kind: serve");
  }
}

namespace {

bool is_language(const Architecture& model) {
  return model.network == NetworkClass::decoder || model.network == NetworkClass::encoder_decoder;
}

/// Whether a stack has the layers of a network: Megatron and the engines of language models have
/// those of transformers alone.
bool has_layers_of(Stack stack, NetworkClass network) {
  switch (stack) {
  case Stack::megatron:
  case Stack::megatron_deepspeed:
  case Stack::vllm:
  case Stack::sglang:
  case Stack::tensorrt_llm:
  case Stack::llama_cpp: break;
  default: return true;
  }
  return network != NetworkClass::cnn && network != NetworkClass::detection &&
         network != NetworkClass::segmentation_2d && network != NetworkClass::unet_3d &&
         network != NetworkClass::recommender;
}

/// Whether a stack runs jobs of a kind: trainers do not serve, nor engines train. Framework code
/// serves what writes no tokens.
bool runs_kind(Stack stack, bool training, bool language) {
  switch (stack) {
  case Stack::megatron:
  case Stack::megatron_deepspeed:
  case Stack::fsdp:
  case Stack::finetune_recipe: return training;
  case Stack::framework_amp: return training || !language;
  case Stack::vllm:
  case Stack::sglang:
  case Stack::tensorrt_llm:
  case Stack::llama_cpp: return !training;
  case Stack::xla:
  case Stack::neuron:
  case Stack::mlperf:
  case Stack::other:
  case Stack::transformers: return true;
  }
  return true;
}

void check_stack(JobContext& job, Stack stated, bool training, const Architecture& model) {
  const bool language = is_language(model);
  const bool kind = runs_kind(stated, training, language);
  if (kind && has_layers_of(stated, model.network))
    return;
  std::vector<std::string_view> suited;
  for (const auto word : k_stack_words) {
    const auto stack = parse_stack(word).value_or(Stack::other);
    if (runs_kind(stack, training, language) && has_layers_of(stack, model.network))
      suited.push_back(word);
  }
  const std::string_view does = training ? "train" : "serve";
  const auto met =
      kind ? fmt::format("met stack {}, which is of transformers alone, for {}, expected one that "
                         "has the layers of a {}",
                         to_string(stated),
                         model.name,
                         to_string(model.network))
           : fmt::format("met stack {} for a {} job, which it does not {}",
                         to_string(stated),
                         job.preset,
                         does);
  job.fault("stack", met, fmt::format("what can {} it: {}", does, fmt::join(suited, ", ")));
}

} // namespace

Stack job_stack(JobContext& job, JobKind kind, const Architecture& model, Method method) {
  const bool language = is_language(model);
  if (const auto stated = job.stated.text("stack")) {
    const auto stack = parse_stack(*stated).value_or(Stack::other);
    check_stack(job, stack, kind == JobKind::train, model);
    return stack;
  }
  std::string_view key = language ? "serve.stack" : "serve.stack_sample";
  if (kind == JobKind::train) {
    key = language ? "train.stack_full" : "train.stack_sample";
    if (method != Method::full)
      key = "train.stack_adapter";
  }
  // Every stack has its own speed and memory, so that the choice of one moves the answer. Where a
  // layout cuts the model, the trainer that can is taken (`DemandVariants::stack_of`).
  std::string said(job.defaults.text(key));
  if (key == "train.stack_full")
    said += " (megatron where tp or pp > 1)";
  job.assume("stack", said, job.defaults.why(key), Weighs::much);
  return parse_stack(job.defaults.text(key)).value_or(Stack::other);
}

double stated_spatial_scale(JobContext& job, const Architecture& model) {
  const auto stated = job.stated.text("data.image_size");
  const auto& reference = model.sample.reference_size;
  if (!stated) {
    if (!reference.empty())
      job.assume("data.image_size",
                 fmt::format("{}", fmt::join(reference, "x")),
                 "the size the figures of the network hold for",
                 Weighs::much);
    return 1;
  }
  if (reference.empty()) {
    job.fault("data.image_size",
              fmt::format("met data.image_size for {}, which has no image size", model.name));
    return 1;
  }
  const auto scale = spatial_scale(reference, parse_image_size(*stated).value_or(reference));
  if (!scale) {
    job.fault("data.image_size",
              fmt::format("met {} for data.image_size, expected {} sides as in {}",
                          *stated,
                          reference.size(),
                          fmt::join(reference, "x")));
    return 1;
  }
  return *scale;
}

double sample_bytes(JobContext& job, const Architecture& model, double spatial_scale) {
  const auto size = job.stated.number("data.size");
  const auto samples = job.stated.number("data.samples");
  if (size && samples)
    return *size / *samples;
  const bool volume = model.network == NetworkClass::unet_3d;
  if (volume && !model.sample.reference_size.empty()) {
    double voxels = 1;
    for (const auto side : model.sample.reference_size)
      voxels *= static_cast<double>(side);
    return voxels * spatial_scale * job.defaults.count("data.voxel_bytes");
  }
  const bool image =
      model.network == NetworkClass::cnn || model.network == NetworkClass::vision_transformer ||
      model.network == NetworkClass::detection || model.network == NetworkClass::segmentation_2d ||
      model.network == NetworkClass::diffusion;
  return image ? job.defaults.bytes("data.image_bytes") : 0;
}

} // namespace gpuplan::workload
