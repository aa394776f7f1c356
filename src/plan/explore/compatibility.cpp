#include "plan/explore/compatibility.hpp"

#include "catalog/lookup/about.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace gpuplan::plan {
namespace {

using catalog::Accelerator;
using catalog::CompatibilityRecord;
using catalog::is_about;
using workload::Stack;

/// The framework a stack is built on, in the catalog's words; empty where it has none to ask for.
std::string_view framework_of(Stack stack) {
  switch (stack) {
  case Stack::megatron:
  case Stack::megatron_deepspeed:
  case Stack::fsdp:
  case Stack::finetune_recipe:
  case Stack::framework_amp:
  case Stack::transformers: return "pytorch";
  case Stack::neuron: return "neuron";
  case Stack::xla: return "jax";
  case Stack::vllm: return "vllm";
  case Stack::sglang: return "sglang";
  case Stack::tensorrt_llm: return "tensorrt-llm";
  case Stack::llama_cpp: return "llama.cpp";
  case Stack::mlperf:
  case Stack::other: return {};
  }
  return {};
}

bool has(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a record tells chips apart: a list of builds for a version of CUDA does not.
bool asks_capability(const CompatibilityRecord& record) {
  return record.min_compute_capability.known();
}

bool is_capable(const CompatibilityRecord& record, const Accelerator& chip) {
  return chip.compute_capability && *chip.compute_capability >= *record.min_compute_capability;
}

/// Whether a platform does not run at all, or not for training where the job trains.
bool says_no(const CompatibilityRecord& record, const Accelerator& chip, workload::JobKind kind) {
  if (record.kind != "platform" || record.supported || !is_about(record, chip))
    return false;
  return record.frameworks.empty() ||
         (kind == workload::JobKind::train && has(record.frameworks, "training"));
}

/// Whether a record says where a framework runs; of a library alone, where it does not.
bool tells_of(const CompatibilityRecord& record, std::string_view framework) {
  const bool whole = record.format.empty() && !record.supported;
  return has(record.frameworks, framework) &&
         (record.kind == "framework" || (record.kind == "library" && whole));
}

core::Known<bool> stack_runs(const catalog::Catalog& catalog,
                             workload::JobKind kind,
                             Stack stack,
                             const Accelerator& accelerator) {
  const auto framework = framework_of(stack);
  if (framework.empty())
    return true;
  if (stack == Stack::neuron && !accelerator.generation.starts_with("neuron"))
    return false;
  bool refused = false;
  bool accepted = false;
  bool listed = false;
  for (const auto& record : catalog.compatibility()) {
    if (says_no(record, accelerator, kind))
      return false;
    if (!tells_of(record, framework) || !is_about(record, accelerator))
      continue;
    const bool silent = record.supported && !asks_capability(record);
    const bool runs = record.supported && !silent && is_capable(record, accelerator);
    (silent ? listed : runs ? accepted : refused) = true;
  }
  if (accepted)
    return true;
  if (refused)
    return false;
  if (listed)
    return true;
  return core::Unknown{"the catalog has no word on this software on this chip"};
}

/// What a job keeps packed: the catalog's word for it and ours. Packed weights of 4 bits are read
/// by the libraries that say so alone; 8-bit numbers and those of the chip's own units by any.
struct Packed {
  std::string_view format;
  std::string_view said;
  bool needs_word = true;
};

constexpr Packed k_no_packing{};
constexpr Packed k_nf4{"nf4", "NF4 weights"};
constexpr Packed k_optimizer_8bit{"adamw-8bit", "8-bit optimizer"};

Packed packed_weights(const Setup& setup) {
  using workload::WeightFormat;
  switch (setup.weights) {
  case WeightFormat::nf4: return k_nf4;
  case WeightFormat::awq_int4: return {"awq", "AWQ weights"};
  case WeightFormat::gptq_int4: return {"gptq", "GPTQ weights"};
  case WeightFormat::q4_k_m:
  case WeightFormat::q8_0: return {"gguf", "GGUF weights"};
  case WeightFormat::int8: return {"int8", "INT8 weights", false};
  case WeightFormat::fp8:
    // Multiplied in 16 bits they are unpacked on the way, which asks no unit of the chip.
    return setup.compute == catalog::NumberFormat::fp8 ? Packed{"fp8", "FP8 weights", false}
                                                       : k_no_packing;
  case WeightFormat::fp32:
  case WeightFormat::fp16:
  case WeightFormat::bf16:
  case WeightFormat::mxfp4:
  case WeightFormat::nvfp4: break;
  }
  return k_no_packing;
}

std::array<Packed, 2> packed_by(const workload::Demand& demand, const Setup& setup) {
  if (demand.kind != workload::JobKind::train)
    return {packed_weights(setup), k_no_packing};
  const auto& training = demand.training;
  return {training.method == workload::Method::qlora ? k_nf4 : k_no_packing,
          training.optimizer == workload::Optimizer::adamw_8bit ? k_optimizer_8bit : k_no_packing};
}

/// Whether a library runs a format on a chip; nothing where no record names the two together.
std::optional<bool> library_runs(const catalog::Catalog& catalog,
                                 std::string_view library,
                                 std::string_view format,
                                 const Accelerator& chip) {
  bool named = false;
  bool accepted = false;
  for (const auto& record : catalog.compatibility()) {
    const bool concerns = record.kind == "library" && has(record.frameworks, library) &&
                          (record.format.empty() || record.format == format);
    if (!concerns)
      continue;
    named = true;
    if (!is_about(record, chip))
      continue;
    if (!record.supported)
      return false;
    accepted = accepted || !asks_capability(record) || is_capable(record, chip);
  }
  return named ? std::optional{accepted} : std::nullopt;
}

core::Known<bool> packing_runs(const catalog::Catalog& catalog,
                               Stack stack,
                               const Packed& packed,
                               const Accelerator& chip) {
  const auto framework = framework_of(stack);
  if (const auto own = library_runs(catalog, framework, packed.format, chip))
    return *own;
  const bool of_bitsandbytes = packed.said == k_nf4.said || packed.said == k_optimizer_8bit.said;
  const bool takes_it = framework.empty() || framework == "pytorch" || framework == "neuron";
  if (of_bitsandbytes && takes_it) {
    if (const auto found = library_runs(catalog, "bitsandbytes", packed.format, chip))
      return *found;
  }
  if (!packed.needs_word)
    return true;
  return core::Unknown{"the catalog has no word on this format in this software"};
}

} // namespace

SoftwareAnswer software_on(const catalog::Catalog& catalog,
                           const workload::Demand& demand,
                           const Setup& setup,
                           const Accelerator* accelerator) {
  SoftwareAnswer answer;
  if (accelerator == nullptr)
    return answer;
  answer.stack = stack_runs(catalog, demand.kind, setup.stack, *accelerator);
  for (const auto& packed : packed_by(demand, setup)) {
    if (packed.format.empty() || (answer.packing && !*answer.packing))
      continue;
    const auto runs = packing_runs(catalog, setup.stack, packed, *accelerator);
    if (runs && *runs && !answer.packed.empty())
      continue;
    answer.packing = runs;
    answer.packed = packed.said;
  }
  return answer;
}

const SoftwareAnswer& SoftwareSupport::of(const Setup& setup, const Accelerator* chip) {
  constexpr std::uint32_t k_no_chip = 0xFFFFFFFFU;
  const Key key{
      setup.stack, setup.compute, setup.weights, chip == nullptr ? k_no_chip : chip->id.index};
  const auto found = answers_.find(key);
  if (found != answers_.end())
    return found->second;
  return answers_.emplace(key, software_on(catalog_, demand_, setup, chip)).first->second;
}

} // namespace gpuplan::plan
