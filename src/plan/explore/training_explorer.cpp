#include "plan/explore/training_explorer.hpp"

#include "core/ensure.hpp"
#include "plan/market/data_loading.hpp"

#include <algorithm>

namespace gpuplan::plan {

using core::Known;

namespace {

constexpr double k_never = 1e300; ///< stands behind every time that is known

} // namespace

/// The best layout so far, and how it is preferred.
struct TrainingExplorer::Best {
  const LaidOut* layout = nullptr;
  Preference preference;

  void offer(const LaidOut& candidate, Preference wanted) {
    if (layout != nullptr && !(wanted < preference))
      return;
    layout = &candidate;
    preference = wanted;
  }
};

void TrainingExplorer::begin(const catalog::Shape& shape, const catalog::Accelerator* accelerator) {
  on_shape_.clear();
  ++shapes_;
  const double share = std::min(1.0, shape.devices.value());
  const bool same_share = !(share < share_of_chip_) && !(share_of_chip_ < share);
  if (chips_ > 0 && accelerator == chip_ && same_share)
    return;
  ++chips_;
  chip_ = accelerator;
  share_of_chip_ = share;
}

Explored TrainingExplorer::explore(const catalog::Shape& shape,
                                   const catalog::Accelerator* accelerator,
                                   std::int32_t nodes) {
  const Place place{shape, accelerator, nodes, variants_.format_on(accelerator)};
  const auto grid = grid_of(shape, nodes);
  const auto& layouts = grids_.of(grid, variants_.family_on(accelerator), place.compute);
  if (layouts.empty()) {
    const auto unknown = grids_.memory_unknown();
    return {.why_no_layout =
                unknown.empty() ? why_no_layout(variants_.stated(), grid) : std::string(unknown)};
  }
  return finish(*best_of(layouts, place).layout, place);
}

TrainingExplorer::Best TrainingExplorer::best_of(const std::vector<LaidOut>& layouts,
                                                 const Place& place) {
  const auto usable = usable_memory(place.accelerator, place.shape);
  Best best;
  for (const auto& candidate : layouts) {
    Preference preference{.fit = fit_rank(models_.memory.judge(candidate.needed, usable))};
    if (best.layout != nullptr && preference.fit > best.preference.fit)
      continue;
    // Of layouts that do not fit the smallest is the nearest miss; their time is not asked.
    if (preference.fit == Preference::k_no_fit) {
      preference.value = candidate.needed.count();
      best.offer(candidate, preference);
      continue;
    }
    const bool same_fit = best.layout != nullptr && preference.fit == best.preference.fit;
    const double slower_than = same_fit ? best.preference.value : k_never;
    const auto step = step_time(candidate, place, slower_than);
    preference.value = step ? step->count() : k_never;
    best.offer(candidate, preference);
  }
  return best;
}

const Known<perf::TrainingQuery>& TrainingExplorer::query_of(workload::Stack stack,
                                                             const Place& place) {
  for (const auto& entry : on_shape_) {
    if (entry.stack == stack)
      return entry.query;
  }
  const auto& network = variants_.network_of(stack, place.compute);
  Known<perf::TrainingQuery> query = core::Unknown{network.why_unknown()};
  if (network)
    query = models_.training.prepare(
        variants_.of(stack, place.compute), *network, *place.accelerator, place.shape);
  on_shape_.push_back({stack, query});
  return on_shape_.back().query;
}

const Known<perf::MicroBatchTimes>& TrainingExplorer::micro_times(const perf::TrainingQuery& query,
                                                                  const LaidOut& candidate) {
  const auto layouts = grids_.micro_batches();
  if (micro_.size() < layouts.size()) {
    micro_.resize(layouts.size());
    device_.resize(layouts.size());
  }
  auto& times = micro_[candidate.micro];
  if (times.owner == shapes_)
    return times.value;
  const auto& layout = layouts[candidate.micro];
  auto& device = device_[candidate.micro];
  if (device.owner != chips_)
    device = {chips_, query.device_times(layout)};
  times = {shapes_, query.micro_batch(layout, device.value)};
  return times.value;
}

Known<core::Seconds>
TrainingExplorer::step_time(const LaidOut& candidate, const Place& place, double slower_than) {
  if (place.accelerator == nullptr)
    return estimate_of(candidate, place).transform([](const perf::TrainingEstimate& estimate) {
      return estimate.step;
    });
  const auto& query = query_of(candidate.stack, place);
  if (!query)
    return core::Unknown{query.why_unknown()};
  const auto& times = micro_times(*query, candidate);
  if (!times)
    return core::Unknown{times.why_unknown()};
  const auto layout = perf::step_layout(candidate.layout);
  const double least = query->step_at_least(*times, layout);
  return least > slower_than ? Known<core::Seconds>{core::Seconds{least}}
                             : query->step(*times, layout);
}

/// The time of a layout in full, from what was timed of the shape already.
Known<perf::TrainingEstimate> TrainingExplorer::estimate_of(const LaidOut& chosen,
                                                            const Place& place) {
  if (place.accelerator == nullptr) {
    const perf::Topology topology{.shape = &place.shape, .nodes = place.nodes};
    return models_.training.estimate(
        variants_.of(chosen.stack, place.compute), chosen.layout, topology);
  }
  const auto& query = query_of(chosen.stack, place);
  if (!query)
    return core::Unknown{query.why_unknown()};
  const auto& times = micro_times(*query, chosen);
  if (!times)
    return core::Unknown{times.why_unknown()};
  return query->estimate(*times, perf::step_layout(chosen.layout));
}

/// The chosen layout in full: memory by part, time by part, the whole run.
Explored TrainingExplorer::finish(const LaidOut& chosen, const Place& place) {
  const auto memory = variants_.memory_of(chosen.stack, place.compute).estimate(chosen.layout);
  GPUPLAN_ENSURE(memory.known());
  const auto usable = usable_memory(place.accelerator, place.shape);
  Setup setup{.shape = place.shape.id,
              .nodes = place.nodes,
              .stack = chosen.stack,
              .compute = place.compute,
              .layout = chosen.layout,
              .memory = *memory,
              .fit = models_.memory.judge(memory->device, usable)};
  const auto estimate = estimate_of(chosen, place);
  Explored result{.time_unknown = estimate.why_unknown()};
  if (estimate) {
    set_training(setup, *estimate, variants_.stated().training.units_total);
  }
  result.setup = setup;
  return result;
}

} // namespace gpuplan::plan
