#include "core/units.hpp"
#include "workload/demand/demand_builder.hpp"
#include "workload/model/model_arithmetic.hpp"
#include "workload/read/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace gpuplan::workload {
namespace {

core::Known<double> stated_or_unknown(const JobContext& job, std::string_view key) {
  const auto value = job.stated.number(key);
  if (value)
    return *value;
  return core::Unknown{"not stated"};
}

/// Tokens that a request may have: as stated for a model that was extended, else as many as the
/// model has positions for; 0 where nothing bounds it. Attention of an encoder-decoder may see only
/// what is near, without positions that end.
double longest_request(const JobContext& job, const Architecture& model) {
  if (const auto stated = job.stated.number("serve.max_context"))
    return *stated;
  return model.network == NetworkClass::encoder_decoder
             ? 0
             : static_cast<double>(model.dims.max_position);
}

/// An engine refuses a request that is longer than the model's context.
void check_context(JobContext& job,
                   const Architecture& model,
                   const ServingDemand& serving,
                   double most) {
  const double asked = serving.input_tokens + serving.output_tokens;
  if (most <= 0 || asked <= most)
    return;
  const auto* prompt = job.stated.find("serve.input_tokens");
  const auto* reply = job.stated.find("serve.output_tokens");
  const auto* stated = prompt != nullptr ? prompt : reply;
  const auto parts = serving.output_tokens > 0 ? fmt::format(" ({} of prompt, {} of reply)",
                                                             count_text(serving.input_tokens),
                                                             count_text(serving.output_tokens))
                                               : std::string{};
  // The model does not take what is asked, whichever way it was written.
  report_fault(job.sink,
               stated != nullptr ? stated->at : job.stated.root(),
               "WRK041",
               fmt::format("met {} tokens a request{}, expected at most {}, the context of {}",
                           count_text(asked),
                           parts,
                           count_text(most),
                           model.name),
               fmt::format("lower {}; where the model was extended say --max-context {:.0f}",
                           stated == reply ? "--output-tokens" : "--input-tokens",
                           asked));
}

/// What an encoder reads; it writes nothing.
void read_encoder_length(JobContext& job,
                         const Architecture& model,
                         double most,
                         ServingDemand& serving) {
  const auto input = job.stated.number("serve.input_tokens");
  const double typical = job.defaults.count("serve.encoder_tokens");
  const double usual = most > 0 ? std::min(most, typical) : typical;
  serving.input_tokens = input.value_or(usual);
  if (!input)
    job.assume("serve.input_tokens",
               count_text(usual),
               job.defaults.why("serve.encoder_tokens"),
               Weighs::much);
  if (job.stated.has("serve.output_tokens"))
    job.fault("serve.output_tokens",
              fmt::format("met serve.output_tokens for {}, which writes none", model.name));
}

/// A length as stated, else the usual one, as far as the model's context reaches.
double read_length(JobContext& job, std::string_view key, const std::string& usual, double room) {
  if (const auto stated = job.stated.number(key))
    return *stated;
  const double typical = job.defaults.count(usual);
  if (typical <= room) {
    job.assume_default(key, usual, Weighs::much);
    return typical;
  }
  job.assume(key, count_text(room), "as much as the model's context leaves", Weighs::much);
  return room;
}

/// Prompt and reply: as stated, else of the profile.
void read_lengths(JobContext& job, const Architecture& model, ServingDemand& serving) {
  const double most = longest_request(job, model);
  if (model.network == NetworkClass::encoder) {
    read_encoder_length(job, model, most, serving);
    return check_context(job, model, serving, most);
  }
  const auto profile = job.stated.text("serve.profile");
  const std::string word = profile ? *profile : std::string(job.defaults.text("serve.profile"));
  const std::string lengths = "serve.profiles." + word;
  // What a speech recogniser reads does not hang on what it is asked.
  const bool hears = model.family == "whisper";
  // Where nothing is left the usual length says how far beyond the context a request would be.
  const auto beside = [&](double taken) {
    return most > taken ? most - taken : std::numeric_limits<double>::infinity();
  };
  const double reply = job.stated.number("serve.output_tokens")
                           .value_or(job.defaults.count(lengths + ".output_tokens"));
  serving.input_tokens = read_length(job,
                                     "serve.input_tokens",
                                     hears ? "serve.audio_positions" : lengths + ".input_tokens",
                                     beside(reply));
  serving.output_tokens = read_length(
      job, "serve.output_tokens", lengths + ".output_tokens", beside(serving.input_tokens));
  check_context(job, model, serving, most);
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
}

/// Denoiser calls of one image: steps, twice with guidance.
void fill_denoiser_calls(JobContext& job, const Architecture& model, ServingDemand& serving) {
  const auto stated = job.stated.number("serve.steps");
  const double steps = stated ? *stated : job.defaults.count("serve.steps");
  if (!stated)
    job.assume_default("serve.steps", "serve.steps", Weighs::much);
  const bool distilled = model.family == "flux";
  serving.calls_per_step = distilled ? 1 : job.defaults.count("serve.guidance_calls");
  serving.steps = steps * serving.calls_per_step;
}

void fill_sample(JobContext& job, const Architecture& model, ServingDemand& serving) {
  for (const auto* key : {"serve.input_tokens",
                          "serve.output_tokens",
                          "serve.profile",
                          "serve.ttft",
                          "serve.tpot",
                          "serve.max_context",
                          "serve.beams"}) {
    if (job.stated.has(key))
      job.fault(key, fmt::format("met {} for {}, which reads samples", key, model.name));
  }
  serving.spatial_scale = stated_spatial_scale(job, model);
  serving.flops_per_sample = model.sample.flops_forward * serving.spatial_scale;
  if (model.network == NetworkClass::diffusion)
    fill_denoiser_calls(job, model, serving);
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
  if (serving.requests_per_s && serving.concurrency)
    job.notes.emplace_back(
        "both a rate of requests and a number of requests at once are stated: "
        "machines are counted for whichever takes more, times hold for the rate");
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
