#include "plan/explorer.hpp"

#include <algorithm>

namespace gpuplan::plan {
namespace {

using catalog::NumberFormat;
using workload::Demand;
using workload::JobKind;
using workload::Stack;

bool is_transformer(const Demand& demand) {
  const auto network = demand.model.network;
  return network == workload::NetworkClass::decoder || network == workload::NetworkClass::encoder ||
         network == workload::NetworkClass::encoder_decoder;
}

/// What a layout is chosen by: how well it fits first, then time.
struct Preference {
  int fit = 3; ///< 0 fits, 1 tight, 2 neither or not known
  double value = 0;

  friend bool operator<(const Preference& a, const Preference& b) {
    return a.fit != b.fit ? a.fit < b.fit : a.value < b.value;
  }
};

int fit_rank(sizing::Fit fit) {
  switch (fit) {
  case sizing::Fit::fits: return 0;
  case sizing::Fit::tight: return 1;
  case sizing::Fit::does_not_fit:
  case sizing::Fit::unknown: return 2;
  }
  return 2;
}

core::Known<core::Bytes> usable_memory(const catalog::Accelerator* accelerator,
                                       const catalog::Shape& shape) {
  if (accelerator == nullptr)
    return shape.host_memory;
  if (shape.devices.is_whole())
    return accelerator->memory_usable;
  return accelerator->memory_usable.transform(
      [&](core::Bytes whole) { return whole * shape.devices.value(); });
}

} // namespace

Explorer::Explorer(const catalog::Catalog& catalog,
                   const Models& models,
                   const workload::Workload& workload)
    : catalog_(catalog),
      models_(models),
      workload_(workload),
      limits_(search_limits(catalog)),
      accelerators_(catalog.accelerator_count()) {}

const catalog::Accelerator* Explorer::accelerator_of(const catalog::Shape& shape) {
  if (!shape.accelerator)
    return nullptr;
  auto& slot = accelerators_[shape.accelerator->index];
  if (!slot)
    slot = catalog_.accelerator(*shape.accelerator);
  return &*slot;
}

NumberFormat Explorer::format_on(const catalog::Accelerator* accelerator) const {
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

Stack Explorer::stack_family(const catalog::Accelerator* accelerator) const {
  if (workload_.stack_given || accelerator == nullptr)
    return workload_.demand.stack;
  if (accelerator->generation == "tpu")
    return Stack::xla;
  if (accelerator->generation.starts_with("neuron"))
    return Stack::neuron;
  return workload_.demand.stack;
}

Stack Explorer::stack_of(Stack family, const workload::Layout& layout) const {
  const bool splits_model = layout.tensor > 1 || layout.pipeline > 1;
  const bool may_switch = !workload_.stack_given && family == workload_.demand.stack;
  if (splits_model && may_switch && workload_.demand.kind == JobKind::train &&
      is_transformer(workload_.demand)) {
    return Stack::megatron;
  }
  return family;
}

const Demand& Explorer::demand_for(Stack stack, NumberFormat compute) {
  const auto [at, inserted] = demands_.try_emplace({stack, compute}, workload_.demand);
  if (inserted) {
    at->second.stack = stack;
    at->second.training.compute = compute;
    at->second.serving.compute = compute;
  }
  return at->second;
}

const std::vector<Explorer::LaidOut>& Explorer::laid_out(const GridKey& key) {
  const auto [at, inserted] = grids_.try_emplace(key);
  if (!inserted)
    return at->second;
  for (const auto& layout : training_layouts(workload_.demand, key.grid, limits_)) {
    const Stack stack = stack_of(key.family, layout);
    const auto memory = models_.memory.estimate(demand_for(stack, key.compute), layout);
    if (!memory)
      continue;
    at->second.push_back({layout, stack, *memory});
  }
  return at->second;
}

Explored Explorer::explore(const catalog::Shape& shape, std::int32_t nodes) {
  return workload_.demand.kind == JobKind::train ? explore_training(shape, nodes)
                                                 : explore_serving(shape, nodes);
}

Explored Explorer::explore_training(const catalog::Shape& shape, std::int32_t nodes) {
  const auto* accelerator = accelerator_of(shape);
  const auto compute = format_on(accelerator);
  const GridKey key{grid_of(shape, nodes), stack_family(accelerator), compute};
  const auto& layouts = laid_out(key);
  Explored result;
  if (layouts.empty()) {
    result.why_no_layout = why_no_layout(workload_.demand, key.grid);
    return result;
  }
  const perf::Topology topology{.accelerator = accelerator, .shape = &shape, .nodes = nodes};
  const auto usable = usable_memory(accelerator, shape);
  const LaidOut* best = nullptr;
  Preference best_preference;
  perf::TrainingEstimate best_estimate;
  std::string_view best_unknown;
  for (const auto& candidate : layouts) {
    const auto fit = models_.memory.judge(candidate.memory.device, usable);
    Preference preference{.fit = fit_rank(fit)};
    if (best != nullptr && preference.fit > best_preference.fit)
      continue;
    // Of layouts that do not fit the smallest is the nearest miss; their time is not asked.
    perf::TrainingEstimate estimate;
    std::string_view unknown;
    if (preference.fit == 2) {
      preference.value = candidate.memory.device.count();
    } else {
      const auto known = models_.training.estimate(
          demand_for(candidate.stack, compute), candidate.layout, topology);
      if (known) {
        estimate = *known;
        preference.value = estimate.step.count();
      } else {
        unknown = known.why_unknown();
      }
    }
    if (best == nullptr || preference < best_preference) {
      best = &candidate;
      best_preference = preference;
      best_estimate = estimate;
      best_unknown = unknown;
    }
  }
  Setup setup{.shape = shape.id,
              .nodes = nodes,
              .stack = best->stack,
              .compute = compute,
              .layout = best->layout,
              .memory = best->memory,
              .fit = models_.memory.judge(best->memory.device, usable)};
  result.time_unknown = best_unknown;
  if (best_preference.fit == 2) {
    const auto known =
        models_.training.estimate(demand_for(best->stack, compute), best->layout, topology);
    if (known)
      best_estimate = *known;
    result.time_unknown = known.why_unknown();
  }
  setup.training = best_estimate;
  if (result.time_unknown.empty()) {
    setup.units_per_s = best_estimate.units_per_s * best_estimate.goodput;
    setup.run = core::to_milliseconds(
        core::Seconds{workload_.demand.training.units_total / setup.units_per_s});
  }
  result.setup = setup;
  return result;
}

Explored Explorer::explore_serving(const catalog::Shape& shape, std::int32_t nodes) {
  const auto* accelerator = accelerator_of(shape);
  const auto compute = format_on(accelerator);
  const auto stack = stack_family(accelerator);
  const auto& demand = demand_for(stack, compute);
  const auto grid = grid_of(shape, nodes);
  const auto layouts = serving_layouts(demand, grid, limits_);
  Explored result;
  if (layouts.empty()) {
    result.why_no_layout = why_no_layout(demand, grid);
    return result;
  }
  const perf::Topology topology{.accelerator = accelerator, .shape = &shape, .nodes = nodes};
  const auto usable = usable_memory(accelerator, shape);
  std::optional<Preference> best;
  for (const auto& layout : layouts) {
    const auto load = demand.serving.requests_per_s.transform(
        [&](double total) { return total / static_cast<double>(layout.replicas); });
    const auto known = models_.serving.estimate(demand, layout, topology, load);
    const double kv_tokens =
        known ? known->batch * (demand.serving.input_tokens + demand.serving.output_tokens) : 0;
    const auto memory = models_.memory.estimate(demand, layout, kv_tokens);
    if (!memory)
      continue;
    const auto fit = models_.memory.judge(memory->device, usable);
    // Serving is chosen by what the deployment as a whole delivers within its targets.
    Preference preference{.fit = fit_rank(fit)};
    if (!known) {
      preference.value = memory->device.count();
    } else {
      const double served = known->requests_s * static_cast<double>(layout.replicas);
      preference.value = known->meets_targets ? -served : known->latency_ms + 1e9;
    }
    if (best && !(preference < *best))
      continue;
    best = preference;
    result.time_unknown = known.why_unknown();
    Setup setup{.shape = shape.id,
                .nodes = nodes,
                .stack = stack,
                .compute = compute,
                .layout = layout,
                .memory = *memory,
                .fit = fit,
                .serving = true};
    if (known) {
      setup.replica = *known;
      setup.units_per_s = known->requests_s * static_cast<double>(layout.replicas);
      if (demand.serving.units_total > 0 && setup.units_per_s > 0) {
        setup.run =
            core::to_milliseconds(core::Seconds{demand.serving.units_total / setup.units_per_s});
      }
    }
    result.setup = setup;
  }
  if (!result.setup)
    result.why_no_layout = "no memory estimate for this kind of job";
  return result;
}

} // namespace gpuplan::plan
