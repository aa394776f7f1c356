#include "workload/precision.hpp"

#include <fmt/format.h>

#include <array>

namespace gpuplan::workload {
namespace {

using catalog::NumberFormat;

/// The words of `--precision`; the catalog has its own reader of them, which needs no repetition
/// of what they stand for in weights.
struct Meaning {
  std::string_view word;
  WeightFormat weights;
  NumberFormat compute;
};

constexpr auto k_meanings = std::to_array<Meaning>({
    {"fp32", WeightFormat::fp32, NumberFormat::fp32},
    {"tf32", WeightFormat::fp32, NumberFormat::tf32},
    {"fp16", WeightFormat::fp16, NumberFormat::fp16},
    {"bf16", WeightFormat::bf16, NumberFormat::bf16},
    {"fp8", WeightFormat::fp8, NumberFormat::fp8},
    {"fp4", WeightFormat::nvfp4, NumberFormat::fp4},
    {"int8", WeightFormat::int8, NumberFormat::int8},
    {"int4", WeightFormat::awq_int4, NumberFormat::bf16},
});

const Meaning* meaning(std::string_view word) {
  for (const auto& one : k_meanings) {
    if (one.word == word)
      return &one;
  }
  return nullptr;
}

NumberFormat compute_of(WeightFormat weights) {
  switch (weights) {
  case WeightFormat::fp32: return NumberFormat::fp32;
  case WeightFormat::fp16:
  case WeightFormat::q4_k_m:
  case WeightFormat::q8_0: return NumberFormat::fp16;
  case WeightFormat::fp8: return NumberFormat::fp8;
  case WeightFormat::int8: return NumberFormat::int8;
  case WeightFormat::nvfp4: return NumberFormat::fp4;
  case WeightFormat::bf16:
  case WeightFormat::nf4:
  case WeightFormat::awq_int4:
  case WeightFormat::gptq_int4:
  case WeightFormat::mxfp4: break;
  }
  return NumberFormat::bf16;
}

double kv_bytes_of(std::string_view word) {
  if (word == "fp32")
    return 4;
  if (word == "fp8" || word == "int8")
    return 1;
  return word == "int4" ? 0.5 : 2;
}

bool is_narrow(NumberFormat compute) {
  return compute == NumberFormat::fp8 || compute == NumberFormat::fp4;
}

} // namespace

Formats training_formats(JobContext& job) {
  const std::string_view key =
      job.stated.has("precision.compute") ? "precision.compute" : "precision";
  const auto stated = job.stated.text(key);
  const auto word = stated ? *stated : std::string(job.defaults.text("train.precision"));
  if (!stated)
    job.assume_default("precision", "train.precision", Weighs::little);
  const auto* found = meaning(word);
  if (found == nullptr)
    return {};
  if (word == "int8" || word == "int4")
    job.fault(key,
              fmt::format("met {} for a training job, expected a format to train in", word),
              "write bf16, fp16, fp8 or fp4; for a packed base model write method: qlora");
  return {.weights = found->weights, .compute = found->compute};
}

Formats serving_formats(JobContext& job, const Architecture& model, Stack stack) {
  Formats formats;
  const auto weights = job.stated.text("precision.weights");
  const auto both = job.stated.text("precision");
  const auto native = parse_weight_format(model.native_format);
  if (weights) {
    formats.weights = parse_weight_format(*weights).value_or(WeightFormat::bf16);
    formats.compute = compute_of(formats.weights);
  } else if (both) {
    const auto* found = meaning(*both);
    formats.weights = found->weights;
    formats.compute = found->compute;
    if (*both == "fp4" && native == WeightFormat::mxfp4)
      formats.weights = WeightFormat::mxfp4;
  } else if (native) {
    formats.weights = *native;
    formats.compute = compute_of(*native);
    job.assume("precision.weights",
               model.native_format,
               "the format the checkpoint is stored in",
               Weighs::much);
  } else {
    const auto* found = meaning(job.defaults.text("serve.precision"));
    formats.weights = found != nullptr ? found->weights : WeightFormat::bf16;
    formats.compute = compute_of(formats.weights);
    job.assume_default("precision", "serve.precision", Weighs::little);
  }
  if (const auto compute = job.stated.text("precision.compute"))
    formats.compute = meaning(*compute)->compute;
  const auto kv = job.stated.text("precision.kv");
  const bool narrow_by_default =
      (stack == Stack::tensorrt_llm || stack == Stack::mlperf) && is_narrow(formats.compute);
  formats.kv_bytes = kv ? kv_bytes_of(*kv) : (narrow_by_default ? 1 : 2);
  formats.kv_follows_compute = narrow_by_default && !kv;
  return formats;
}

} // namespace gpuplan::workload
