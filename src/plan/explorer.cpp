#include "plan/explorer.hpp"

#include "core/ensure.hpp"

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

constexpr int k_no_fit = 2;
constexpr double k_never = 1e300; ///< stands behind every time that is known

/// What a layout is chosen by: how well it fits first, then time.
struct Preference {
  int fit = k_no_fit; ///< 0 fits, 1 tight, 2 neither or not known
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
  case sizing::Fit::unknown: return k_no_fit;
  }
  return k_no_fit;
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

const Demand&
Explorer::demand_for(Stack stack, NumberFormat compute, workload::WeightFormat weights) {
  const auto [at, inserted] = demands_.try_emplace({stack, compute, weights}, Demand{});
  if (inserted)
    at->second = demand_as_run(workload_.demand, stack, compute, weights);
  return at->second;
}

/// The demand of a service on a chip: a checkpoint that cannot run as it is stored is widened,
/// unless its format was asked for.
const Demand& Explorer::served_on(const catalog::Accelerator* accelerator) {
  const auto stack = stack_family(accelerator);
  const auto& stored = demand_for(stack, format_on(accelerator));
  if (workload_.weights_given || accelerator == nullptr)
    return stored;
  const auto held = models_.serving.held_format(stored, *accelerator);
  return demand_for(stack, stored.serving.compute, held);
}

/// The least split model first, then no recomputation, then the larger micro-batch.
bool Explorer::likely_faster(const LaidOut& a, const LaidOut& b) {
  const auto key = [](const LaidOut& candidate) {
    const auto& layout = candidate.layout;
    return std::tuple(layout.tensor * layout.pipeline * layout.context,
                      static_cast<int>(layout.recompute),
                      -layout.micro_batch);
  };
  return key(a) < key(b);
}

std::uint32_t Explorer::micro_index(Stack stack, const workload::Layout& layout) {
  const std::tuple key{static_cast<int>(stack),
                       layout.tensor,
                       layout.pipeline,
                       layout.context,
                       layout.expert,
                       static_cast<int>(layout.recompute),
                       layout.micro_batch};
  const auto next = static_cast<std::uint32_t>(micro_layouts_.size());
  const auto [at, inserted] = micro_indices_.try_emplace(key, next);
  if (inserted)
    micro_layouts_.push_back(perf::micro_batch_layout(layout));
  return at->second;
}

const std::vector<Explorer::LaidOut>& Explorer::laid_out(const GridKey& key) {
  const auto [at, inserted] = grids_.try_emplace(key);
  if (!inserted)
    return at->second;
  std::map<Stack, sizing::MemoryQuery> queries;
  for (const auto& layout : training_layouts(workload_.demand, key.grid, limits_)) {
    const Stack stack = stack_of(key.family, layout);
    auto query = queries.find(stack);
    if (query == queries.end()) {
      query = queries.emplace(stack, models_.memory.prepare(demand_for(stack, key.compute))).first;
    }
    const auto memory = query->second.estimate(layout);
    if (!memory) {
      memory_unknown_ = memory.why_unknown();
      continue;
    }
    at->second.push_back({layout, stack, micro_index(stack, layout), memory->device});
  }
  // What is likely fast comes first, so that a bound on the rest spares their timing. The order
  // decides nothing else: of two equal layouts the first of the enumeration stays first.
  std::stable_sort(at->second.begin(), at->second.end(), likely_faster);
  return at->second;
}

Explored Explorer::explore(const catalog::Shape& shape, std::int32_t nodes) {
  if (current_shape_ != shape.id) {
    current_shape_ = shape.id;
    timed_.clear();
  }
  return workload_.demand.kind == JobKind::train
             ? explore_training(shape, nodes)
             : explore_serving(shape, nodes, workload_.demand.serving.requests_per_s);
}

Explorer::TimedShape& Explorer::timed(Stack stack,
                                      const catalog::Accelerator& accelerator,
                                      const catalog::Shape& shape,
                                      NumberFormat compute) {
  for (auto& entry : timed_) {
    if (entry.stack == stack)
      return entry;
  }
  timed_.push_back(
      {.stack = stack,
       .query = models_.training.prepare(demand_for(stack, compute), accelerator, shape)});
  return timed_.back();
}

const core::Known<perf::MicroBatchTimes>& Explorer::micro_times(TimedShape& shape,
                                                                const LaidOut& candidate) {
  if (shape.micro.size() < micro_layouts_.size())
    shape.micro.resize(micro_layouts_.size());
  auto& slot = shape.micro[candidate.micro];
  if (!slot)
    slot = shape.query->micro_batch(micro_layouts_[candidate.micro]);
  return *slot;
}

core::Known<core::Seconds> Explorer::step_time(const LaidOut& candidate,
                                               const catalog::Accelerator* accelerator,
                                               const catalog::Shape& shape,
                                               std::int32_t nodes,
                                               NumberFormat compute,
                                               double slower_than) {
  if (accelerator == nullptr) {
    const perf::Topology topology{.shape = &shape, .nodes = nodes};
    return models_.training
        .estimate(demand_for(candidate.stack, compute), candidate.layout, topology)
        .transform([](const perf::TrainingEstimate& estimate) { return estimate.step; });
  }
  auto& on_shape = timed(candidate.stack, *accelerator, shape, compute);
  if (!on_shape.query)
    return core::Unknown{on_shape.query.why_unknown()};
  const auto& times = micro_times(on_shape, candidate);
  if (!times)
    return core::Unknown{times.why_unknown()};
  // The device's own time of all micro-batches: everything else only adds to it.
  const double least = times->device * static_cast<double>(candidate.layout.accumulation);
  if (least > slower_than)
    return core::Seconds{least};
  return on_shape.query->step(*times, perf::step_layout(candidate.layout));
}

/// The time of a layout in full, from what was timed of the shape already.
core::Known<perf::TrainingEstimate> Explorer::estimate_of(const LaidOut& chosen,
                                                          const catalog::Accelerator* accelerator,
                                                          const catalog::Shape& shape,
                                                          std::int32_t nodes,
                                                          NumberFormat compute) {
  if (accelerator == nullptr) {
    const perf::Topology topology{.shape = &shape, .nodes = nodes};
    return models_.training.estimate(demand_for(chosen.stack, compute), chosen.layout, topology);
  }
  auto& on_shape = timed(chosen.stack, *accelerator, shape, compute);
  if (!on_shape.query)
    return core::Unknown{on_shape.query.why_unknown()};
  const auto& times = micro_times(on_shape, chosen);
  if (!times)
    return core::Unknown{times.why_unknown()};
  return on_shape.query->estimate(*times, perf::step_layout(chosen.layout));
}

/// The best layout so far, and how it is preferred.
struct Explorer::Best {
  const LaidOut* layout = nullptr;
  Preference preference;
  std::string_view time_unknown;

  void offer(const LaidOut& candidate, Preference wanted, std::string_view unknown) {
    if (layout != nullptr && !(wanted < preference))
      return;
    layout = &candidate;
    preference = wanted;
    time_unknown = unknown;
  }
};

Explored Explorer::explore_training(const catalog::Shape& shape, std::int32_t nodes) {
  const auto* accelerator = accelerator_of(shape);
  const auto compute = format_on(accelerator);
  const GridKey key{grid_of(shape, nodes), stack_family(accelerator), compute};
  const auto& layouts = laid_out(key);
  if (layouts.empty()) {
    return {.why_no_layout = memory_unknown_.empty() ? why_no_layout(workload_.demand, key.grid)
                                                     : std::string(memory_unknown_)};
  }
  const auto usable = usable_memory(accelerator, shape);
  Best best;
  for (const auto& candidate : layouts) {
    Preference preference{.fit = fit_rank(models_.memory.judge(candidate.needed, usable))};
    if (best.layout != nullptr && preference.fit > best.preference.fit)
      continue;
    // Of layouts that do not fit the smallest is the nearest miss; their time is not asked.
    if (preference.fit == k_no_fit) {
      preference.value = candidate.needed.count();
      best.offer(candidate, preference, {});
      continue;
    }
    const bool same_fit = best.layout != nullptr && preference.fit == best.preference.fit;
    const double slower_than = same_fit ? best.preference.value : k_never;
    const auto step = step_time(candidate, accelerator, shape, nodes, compute, slower_than);
    preference.value = step ? step->count() : k_never;
    best.offer(candidate, preference, step.why_unknown());
  }
  return finish_training(*best.layout, shape, nodes, compute);
}

/// The chosen layout in full: memory by part, time by part, the whole run.
Explored Explorer::finish_training(const LaidOut& chosen,
                                   const catalog::Shape& shape,
                                   std::int32_t nodes,
                                   NumberFormat compute) {
  const auto* accelerator = accelerator_of(shape);
  const auto& demand = demand_for(chosen.stack, compute);
  const auto memory = models_.memory.estimate(demand, chosen.layout);
  GPUPLAN_ENSURE(memory.known());
  Setup setup{.shape = shape.id,
              .nodes = nodes,
              .stack = chosen.stack,
              .compute = compute,
              .layout = chosen.layout,
              .memory = *memory,
              .fit = models_.memory.judge(memory->device, usable_memory(accelerator, shape))};
  const auto estimate = estimate_of(chosen, accelerator, shape, nodes, compute);
  Explored result{.time_unknown = estimate.why_unknown()};
  if (estimate) {
    setup.training = *estimate;
    setup.units_per_s = estimate->units_per_s * estimate->goodput;
    setup.run = core::to_milliseconds(
        core::Seconds{workload_.demand.training.units_total / setup.units_per_s});
  }
  result.setup = setup;
  return result;
}

double Explorer::serving_capacity(const catalog::Shape& shape, std::int32_t nodes) {
  const auto explored = explore_serving(shape, nodes, core::Unknown{"as much as it can"});
  const bool serves = explored.setup && explored.time_unknown.empty() &&
                      explored.setup->fit != sizing::Fit::does_not_fit &&
                      explored.setup->replica.meets_targets;
  return serves ? explored.setup->units_per_s : 0;
}

Explored Explorer::explore_serving(const catalog::Shape& shape,
                                   std::int32_t nodes,
                                   const core::Known<double>& requests_per_s) {
  const auto* accelerator = accelerator_of(shape);
  const auto& demand = served_on(accelerator);
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
    const auto load = requests_per_s.transform(
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
                .stack = demand.stack,
                .compute = demand.serving.compute,
                .weights = demand.serving.weights,
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
