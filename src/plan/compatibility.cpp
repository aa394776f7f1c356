#include "plan/compatibility.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace gpuplan::plan {
namespace {

using catalog::Accelerator;
using catalog::CompatibilityRecord;
using workload::Stack;

/// The framework a stack is built on, in the catalog's words; empty where it has none to ask for.
std::string_view framework_of(Stack stack) {
  switch (stack) {
  case Stack::megatron:
  case Stack::megatron_deepspeed:
  case Stack::fsdp:
  case Stack::finetune_recipe:
  case Stack::framework_amp:
  case Stack::neuron:
  case Stack::transformers: return "pytorch";
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

/// Whether a record is about a chip at all, by vendor, generation and name.
bool is_about(const CompatibilityRecord& record, const Accelerator& chip) {
  if (!record.vendor.empty() && record.vendor != chip.vendor)
    return false;
  if (!record.generations.empty() && !has(record.generations, chip.generation))
    return false;
  if (record.accelerators.empty())
    return true;
  return std::any_of(
      record.accelerators.begin(), record.accelerators.end(), [&](std::string_view pattern) {
        return core::glob_match(pattern, chip.name);
      });
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

} // namespace

core::Known<bool> framework_supported(const catalog::Catalog& catalog,
                                      workload::JobKind kind,
                                      Stack stack,
                                      const Accelerator* accelerator) {
  const auto framework = framework_of(stack);
  if (accelerator == nullptr || framework.empty())
    return true;
  if (stack == Stack::neuron && !accelerator->generation.starts_with("neuron"))
    return false;
  bool refused = false;
  bool accepted = false;
  bool listed = false;
  for (const auto& record : catalog.compatibility()) {
    if (says_no(record, *accelerator, kind))
      return false;
    if (record.kind != "framework" || !has(record.frameworks, framework))
      continue;
    if (!is_about(record, *accelerator))
      continue;
    const bool silent = record.supported && !asks_capability(record);
    const bool runs = record.supported && !silent && is_capable(record, *accelerator);
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

core::Known<bool> SoftwareSupport::of(Stack stack, const Accelerator* chip) {
  constexpr std::uint32_t k_no_chip = 0xFFFFFFFFU;
  const std::pair key{stack, chip == nullptr ? k_no_chip : chip->id.index};
  const auto found = answers_.find(key);
  if (found != answers_.end())
    return found->second;
  return answers_.emplace(key, framework_supported(catalog_, kind_, stack, chip)).first->second;
}

} // namespace gpuplan::plan
