#include "core/units.hpp"
#include "workload/demand/demand_builder.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

core::Known<double> stated_or_unknown(const JobContext& job, std::string_view key) {
  const auto value = job.stated.number(key);
  if (value)
    return *value;
  return core::Unknown{"not stated"};
}

/// Prompt and reply: as stated, else of the profile.
void read_lengths(JobContext& job, const Architecture& model, ServingDemand& serving) {
  const auto input = job.stated.number("serve.input_tokens");
  const auto output = job.stated.number("serve.output_tokens");
  if (model.network == NetworkClass::encoder) {
    const double most = model.dims.max_position > 0 ? static_cast<double>(model.dims.max_position)
                                                    : job.defaults.count("serve.encoder_tokens");
    const double usual = std::min(most, job.defaults.count("serve.encoder_tokens"));
    serving.input_tokens = input.value_or(usual);
    if (!input)
      job.assume("serve.input_tokens",
                 count_text(usual),
                 job.defaults.why("serve.encoder_tokens"),
                 Weighs::much);
    if (output)
      job.fault("serve.output_tokens",
                fmt::format("met serve.output_tokens for {}, which writes none", model.name));
    return;
  }
  const auto profile = job.stated.text("serve.profile");
  const std::string word = profile ? *profile : std::string(job.defaults.text("serve.profile"));
  const std::string lengths = "serve.profiles." + word;
  const auto read =
      [&](std::string_view key, const std::optional<double>& stated, const std::string& usual) {
        if (stated)
          return *stated;
        job.assume_default(key, usual, Weighs::much);
        return job.defaults.count(usual);
      };
  // What a speech recogniser reads does not hang on what it is asked.
  const bool hears = model.family == "whisper";
  serving.input_tokens = read(
      "serve.input_tokens", input, hears ? "serve.audio_positions" : lengths + ".input_tokens");
  serving.output_tokens = read("serve.output_tokens", output, lengths + ".output_tokens");
}

/// FLOPs of a request of an encoder or an encoder-decoder, forward.
double flops_of_request(const Architecture& model, const ServingDemand& serving) {
  const double tokens = serving.input_tokens + serving.output_tokens;
  return tokens * forward_flops_per_token(model, serving.input_tokens);
}

void fill_language(JobContext& job,
                   const Architecture& model,
                   const Formats& formats,
                   ServingDemand& serving) {
  read_lengths(job, model, serving);
  if (model.network != NetworkClass::encoder) {
    serving.kv_bytes_per_token = kv_bytes_per_token(model.dims, formats.kv_bytes);
    serving.kv_bytes_window =
        kv_bytes_beside(model.dims, formats.kv_bytes, serving.input_tokens + serving.output_tokens);
  }
  if (model.network != NetworkClass::decoder)
    serving.flops_per_sample = flops_of_request(model, serving);
  const std::int64_t most = model.dims.max_position;
  const bool positions = model.network == NetworkClass::decoder && most > 0;
  if (positions && serving.input_tokens + serving.output_tokens > static_cast<double>(most))
    job.notes.push_back(fmt::format("{} tokens of prompt and reply are more than the {} positions "
                                    "the model states",
                                    count_text(serving.input_tokens + serving.output_tokens),
                                    most));
}

/// Denoiser calls of one image: steps, twice with guidance.
double denoiser_calls(JobContext& job, const Architecture& model) {
  const auto stated = job.stated.number("serve.steps");
  const double steps = stated ? *stated : job.defaults.count("serve.steps");
  if (!stated)
    job.assume_default("serve.steps", "serve.steps", Weighs::much);
  const bool distilled = model.family == "flux";
  return steps * (distilled ? 1 : job.defaults.count("serve.guidance_calls"));
}

void fill_sample(JobContext& job, const Architecture& model, ServingDemand& serving) {
  for (const auto* key : {"serve.input_tokens",
                          "serve.output_tokens",
                          "serve.profile",
                          "serve.ttft",
                          "serve.tpot",
                          "serve.beams"}) {
    if (job.stated.has(key))
      job.fault(key, fmt::format("met {} for {}, which reads samples", key, model.name));
  }
  serving.spatial_scale = stated_spatial_scale(job, model);
  serving.flops_per_sample = model.sample.flops_forward * serving.spatial_scale;
  if (model.network == NetworkClass::diffusion)
    serving.steps = denoiser_calls(job, model);
  else if (job.stated.has("serve.steps"))
    job.fault("serve.steps", fmt::format("met serve.steps for {}, which takes one", model.name));
}

} // namespace

ServingDemand build_serving(JobContext& job, JobKind kind, const Architecture& model, Stack stack) {
  ServingDemand serving;
  const auto formats = serving_formats(job, model, stack);
  serving.weights = formats.weights;
  serving.compute = formats.compute;
  serving.kv_bytes_per_element = formats.kv_bytes;
  serving.kv_follows_compute = formats.kv_follows_compute;
  serving.weight_bytes = weight_bytes(model,
                                      formats.weights,
                                      {.awq_int4 = job.defaults.count("weights.awq_int4"),
                                       .q4_k_m = job.defaults.count("weights.q4_k_m")});
  if (reads_tokens(model))
    fill_language(job, model, formats, serving);
  else
    fill_sample(job, model, serving);
  serving.requests_per_s = stated_or_unknown(job, "serve.rps");
  serving.concurrency = stated_or_unknown(job, "serve.users");
  serving.ttft_limit_ms = stated_or_unknown(job, "serve.ttft");
  serving.tpot_limit_ms = stated_or_unknown(job, "serve.tpot");
  serving.latency_limit_ms = stated_or_unknown(job, "serve.latency");
  const auto samples = job.stated.number("data.samples");
  if (kind == JobKind::serve && job.stated.has("data.samples"))
    job.fault("data.samples",
              "met data.samples for a serve job, which has no end",
              "say kind: batch-inference");
  if (kind == JobKind::batch_inference) {
    serving.units_total = samples.value_or(job.defaults.count("train.samples"));
    if (!samples && !job.stated.has("data.samples"))
      job.assume_default("data.samples", "train.samples", Weighs::much);
    const auto* statement = job.stated.find("data.samples");
    if (statement != nullptr && statement->sought != Sought::nothing)
      serving.units_total = 0;
  }
  if (kind == JobKind::serve && !job.stated.has("purchase.hours_per_month"))
    job.assume("purchase.hours_per_month",
               fmt::format("{:.0f}", core::k_hours_per_month),
               "a service is up all the time",
               Weighs::much);
  serving.memory_share =
      job.stated.number("serve.memory_share").value_or(job.defaults.count("serve.memory_share"));
  serving.beams = static_cast<std::int64_t>(
      job.stated.number("serve.beams").value_or(job.defaults.count("serve.beams")));
  return serving;
}

} // namespace gpuplan::workload
