#include "plan/explore/demand_variants.hpp"

namespace gpuplan::plan {
namespace {

using catalog::NumberFormat;
using workload::JobKind;
using workload::Stack;

bool is_transformer(const workload::Demand& demand) {
  const auto network = demand.model.network;
  return network == workload::NetworkClass::decoder || network == workload::NetworkClass::encoder ||
         network == workload::NetworkClass::encoder_decoder;
}

} // namespace

NumberFormat DemandVariants::format_on(const catalog::Accelerator* accelerator) const {
  const auto& demand = workload_.demand;
  const auto wanted =
      demand.kind == JobKind::train ? demand.training.compute : demand.serving.compute;
  if (workload_.precision_given || accelerator == nullptr)
    return wanted;
  if (!accelerator->rate(wanted).unsupported)
    return wanted;
  for (const auto format : {NumberFormat::bf16, NumberFormat::fp16}) {
    if (!accelerator->rate(format).unsupported)
      return format;
  }
  return NumberFormat::fp32;
}

Stack DemandVariants::family_on(const catalog::Accelerator* accelerator) const {
  if (workload_.demand.stack_given || accelerator == nullptr)
    return workload_.demand.stack;
  if (accelerator->generation == "tpu")
    return Stack::xla;
  if (accelerator->generation.starts_with("neuron"))
    return Stack::neuron;
  return workload_.demand.stack;
}

Stack DemandVariants::stack_of(Stack family, const workload::Layout& layout) const {
  const bool splits_model = layout.tensor > 1 || layout.pipeline > 1;
  const bool may_switch = !workload_.demand.stack_given && family == workload_.demand.stack;
  if (splits_model && may_switch && workload_.demand.kind == JobKind::train &&
      is_transformer(workload_.demand)) {
    return Stack::megatron;
  }
  return family;
}

const DemandVariants::Variant& DemandVariants::served_on(const catalog::Accelerator* accelerator) {
  const auto& stored = as_stored(family_on(accelerator), format_on(accelerator));
  if (workload_.weights_given || accelerator == nullptr)
    return stored;
  const auto held = models_.serving.held_format(stored.demand, *accelerator);
  return variant(stored.demand.stack, stored.demand.serving.compute, held);
}

DemandVariants::Variant&
DemandVariants::variant(Stack stack, NumberFormat compute, workload::WeightFormat weights) {
  const std::tuple key{stack, compute, weights};
  const auto found = variants_.find(key);
  if (found != variants_.end())
    return found->second;
  auto demand = demand_as_run(workload_.demand, stack, compute, weights);
  const auto memory = models_.memory.prepare(demand);
  core::Known<perf::TrainingNetwork> network;
  if (demand.kind == JobKind::train)
    network = models_.training.network(demand);
  Variant made{std::move(demand), memory, network};
  return variants_.emplace(key, std::move(made)).first->second;
}

} // namespace gpuplan::plan
