#include "cost/models/capacity_block.hpp"

#include "core/hours.hpp"

namespace gpuplan::cost {
namespace {

core::Known<BlockSteps> block_steps(const Rates& rates) {
  const CostSettings& settings = *rates.settings;
  if (rates.step_assumed || rates.step.increment.count() <= 1)
    return core::Unknown{"the lengths of blocks are not stated"};
  if (!settings.block_daily_until || !settings.block_step || !settings.block_longest)
    return core::Unknown{"the lengths of blocks are not known"};
  return BlockSteps{.day = rates.step.increment,
                    .daily_until = core::from_hours(*settings.block_daily_until),
                    .step_beyond = core::from_hours(*settings.block_step),
                    .longest = core::from_hours(*settings.block_longest)};
}

core::Milliseconds round_up(core::Milliseconds time, core::Milliseconds step) {
  return billable(time, {.increment = step, .minimum = core::Milliseconds{0}});
}

} // namespace

std::optional<core::Milliseconds> block_length(core::Milliseconds needed, const BlockSteps& steps) {
  const core::Milliseconds daily = round_up(needed, steps.day);
  const core::Milliseconds length =
      daily <= steps.daily_until ? daily : round_up(needed, steps.step_beyond);
  if (length > steps.longest)
    return std::nullopt;
  return length;
}

core::Known<core::Milliseconds> price_capacity_block(const Case& use, Bill& bill, Extras* extras) {
  const auto steps = block_steps(use.rates);
  if (!steps)
    return core::Unknown{steps.why_unknown()};
  const core::Milliseconds wall = use.work.wall();
  const auto block = block_length(wall + use.rates.removed_before_end, *steps);
  if (!block)
    return core::Unknown{"longer than the longest block"};
  charge_time(use, k_exact_time, bill);
  bill.add_time(LineKind::commitment, use.hourly, use.instances(*block - wall));
  if (extras != nullptr) {
    const auto whole = times_hours(use.hourly, core::Milliseconds{use.instances(*block)});
    if (whole)
      extras->paid_at_start = *whole;
    extras->monthly = core::Unknown{"a block is no monthly price"};
  }
  return wall;
}

} // namespace gpuplan::cost
