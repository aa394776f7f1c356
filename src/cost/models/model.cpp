#include "cost/models/model.hpp"

#include "core/hours.hpp"
#include "cost/models/capacity_block.hpp"
#include "cost/models/committed.hpp"
#include "cost/models/on_demand.hpp"
#include "cost/models/spot.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

// With the longest time, limits that keep all products in 64 bits.
constexpr std::int64_t k_most_nodes = 1'000'000;
constexpr double k_most_retries = 1000;

/// The step of most providers: the compiler divides by a constant at a tenth of the price.
constexpr core::Milliseconds k_second{1000};

bool in_limits(core::Milliseconds time) {
  return time.count() >= 0 && time <= k_longest_time;
}

core::Milliseconds serving_month(const Usage& usage) {
  const double hours =
      std::min(usage.hours_per_month.value_or(core::k_hours_per_month), core::k_hours_per_month);
  return core::from_hours(hours);
}

} // namespace

const std::array<Model, catalog::k_purchase_options> k_models = {
    price_on_demand,      // on_demand
    price_spot,           // spot
    price_committed,      // reserved
    price_committed,      // savings_plan
    price_committed,      // committed_use
    price_capacity_block, // capacity_block
    price_on_demand,      // flex_start: starts when there is room, then billed by time
    price_committed,      // package: prepaid for its term
};

core::Milliseconds Work::repeats(core::Milliseconds once) const {
  if (!(retries > 0))
    return core::Milliseconds{0};
  const double time = retries * static_cast<double>(once.count());
  return core::Milliseconds{static_cast<std::int64_t>(std::nearbyint(time))};
}

core::Known<Work> work_of(const Usage& usage) {
  if (usage.nodes < 1 || usage.nodes > k_most_nodes)
    return core::Unknown{"more nodes than a plan can hold"};
  if (usage.serving)
    return Work{.run = serving_month(usage)};
  const bool retries_fit = usage.retries >= 0 && usage.retries <= k_most_retries;
  if (!in_limits(usage.setup) || !in_limits(usage.run) || !in_limits(usage.evaluation) ||
      !retries_fit) {
    return core::Unknown{"longer than a hundred years"};
  }
  const Work work{.setup = usage.setup,
                  .run = usage.run,
                  .evaluation = usage.evaluation,
                  .retries = usage.retries};
  if (!in_limits(work.wall()))
    return core::Unknown{"longer than a hundred years"};
  return work;
}

core::Known<CheckpointTime> checkpoint_time(const CostSettings& settings, const Usage& usage) {
  const auto bandwidth = usage.checkpoint_write_bytes_s > 0
                             ? core::Known<double>{usage.checkpoint_write_bytes_s}
                             : settings.checkpoint_node_bytes_s.transform([&](double node) {
                                 return node * static_cast<double>(usage.nodes);
                               });
  if (!bandwidth || !settings.checkpoint_stop)
    return core::Unknown{"how fast a checkpoint is written is not known"};
  const double moving = usage.checkpoint_bytes / *bandwidth / core::k_seconds_per_hour;
  return CheckpointTime{.moving = moving, .write = *settings.checkpoint_stop + moving};
}

core::Known<core::Milliseconds> writing_time(const CostSettings& settings, const Usage& usage) {
  const auto& interval = usage.checkpoint_interval;
  const bool writes =
      interval && interval->count() > 0 && usage.can_resume && usage.writes_checkpoints();
  if (!writes)
    return core::Milliseconds{0};
  const auto time = checkpoint_time(settings, usage);
  if (!time)
    return core::Unknown{time.why_unknown()};
  const InterruptibleRun undisturbed{.work = core::to_hours(usage.run),
                                     .write = time->write,
                                     .progress = Progress::checkpointed,
                                     .interval = core::to_hours(*interval)};
  const double hours = expect_run(undisturbed).running - undisturbed.work;
  if (!(hours <= core::to_hours(k_longest_time)))
    return core::Unknown{"longer than a hundred years"};
  return core::from_hours(hours);
}

core::Known<Work> with_writing(Work work, const core::Known<core::Milliseconds>& writing) {
  if (!writing)
    return core::Unknown{writing.why_unknown()};
  work.writing = *writing;
  if (!in_limits(work.wall()))
    return core::Unknown{"longer than a hundred years"};
  return work;
}

core::Milliseconds billable(core::Milliseconds time, const BillingStep& step) {
  if (time.count() <= 0)
    return core::Milliseconds{0};
  const std::int64_t increment = step.increment.count();
  const std::int64_t rest =
      step.increment == k_second ? time.count() % k_second.count() : time.count() % increment;
  const std::int64_t up = rest == 0 ? 0 : increment - rest;
  return std::max(step.minimum, core::Milliseconds{time.count() + up});
}

std::int64_t charge_time(const Case& use, const BillingStep& step, Bill& bill) {
  const Work& work = use.work;
  const std::int64_t attempt = use.instances(billable(work.attempt(), step));
  const std::int64_t setup = use.instances(work.setup);
  const std::int64_t evaluation = use.instances(work.evaluation);
  const std::int64_t writing = use.instances(work.writing);
  bill.add_time(LineKind::compute, use.hourly, attempt - setup - evaluation - writing);
  bill.add_time(LineKind::setup, use.hourly, setup);
  bill.add_time(LineKind::evaluation, use.hourly, evaluation);
  bill.add_time(LineKind::interruptions, use.hourly, writing);
  if (!(work.retries > 0))
    return attempt;
  const auto once = work.setup + work.run + work.writing;
  const std::int64_t repeated = use.instances(work.repeats(billable(once, step)));
  bill.add_time(LineKind::retries, use.hourly, repeated);
  return attempt + repeated;
}

core::Known<core::Money> monthly_at(const Case& use, double factor) {
  if (!use.usage.hours_per_month)
    return core::Unknown{"neither serving nor a project with hours a month"};
  const double hours = *use.usage.hours_per_month * factor * static_cast<double>(use.usage.nodes);
  const auto amount = scale(use.hourly, hours);
  if (!amount)
    return core::Unknown{"more than an amount can hold (9.2 thousand million)"};
  return *amount;
}

} // namespace gpuplan::cost
