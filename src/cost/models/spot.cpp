#include "cost/models/spot.hpp"

#include "core/hours.hpp"
#include "cost/interruption.hpp"
#include "cost/interval.hpp"
#include "cost/prepared_use.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

Progress progress_of(const Usage& usage) {
  if (!usage.can_resume)
    return Progress::lost;
  return usage.writes_checkpoints() ? Progress::checkpointed : Progress::kept_as_made;
}

/// Of one machine, an hour. A share of all machines in a month has no finite rate.
core::Known<double> machine_rate(const Rates& rates) {
  if (!rates.monthly_rate)
    return core::Unknown{"how often machines are taken back is not known"};
  if (!(*rates.monthly_rate >= 0 && *rates.monthly_rate < 1))
    return core::Unknown{"a share of machines taken back in a month lies from 0 to below 1"};
  return rate_of_monthly_share(*rates.monthly_rate);
}

double groups_of(const Usage& usage) {
  return static_cast<double>(std::max<std::int64_t>(1, usage.groups));
}

/// Of one group: without one of them all of its nodes stand still.
double nodes_of_group(const Usage& usage) {
  return static_cast<double>(usage.nodes) / groups_of(usage);
}

/// What interruptions add to the time that is billed, of all instances, in milliseconds.
double added_time(const Case& use, const RunOutlook& outlook) {
  const double nodes = nodes_of_group(use.usage);
  const double groups = groups_of(use.usage);
  const double hours = groups * (nodes * (outlook.running - core::to_hours(use.work.attempt())) +
                                 (nodes - 1) * outlook.waiting);
  const double half_steps =
      groups * outlook.interruptions * static_cast<double>(use.rates.step.increment.count()) / 2;
  return (1 + use.work.retries) * (hours * core::k_milliseconds_per_hour + half_steps);
}

/// A replaced replica pays its set-up again before it serves.
double added_replica_time(const Case& use, double replacements) {
  const auto step = static_cast<double>(use.rates.step.increment.count());
  return replacements * (static_cast<double>(use.usage.setup.count()) + step / 2);
}

struct Charged {
  std::int64_t undisturbed = 0; ///< instance-milliseconds
  std::int64_t added = 0;
};

core::Known<core::Money> break_even(const Rates& rates, const Charged& charged) {
  if (!rates.on_demand_hourly || charged.undisturbed == 0)
    return core::Unknown{"no on-demand price for this size and place"};
  const auto price =
      scale(*rates.on_demand_hourly, charged.undisturbed, charged.undisturbed + charged.added);
  return price ? core::Known<core::Money>{*price} : core::Known<core::Money>{};
}

/// Spent on checkpoints, without those that are written again.
double writing_hours(const InterruptibleRun& run, const RunOutlook& outlook) {
  return run.progress == Progress::checkpointed ? (outlook.segments - 1) * run.write : 0;
}

SpotOutlook spot_outlook(const Case& use, const InterruptibleRun& run, const RunOutlook& outlook) {
  const double undisturbed = run.setup + run.work + run.evaluation;
  const ShareBand band = share_band(use.rates);
  const double groups = use.usage.serving ? 1 : groups_of(use.usage); // a service counts all nodes
  return {.interruptions_per_hour = groups * run.rate,
          .interruptions = groups * outlook.interruptions,
          .checkpoint_interval = core::from_hours(outlook.interval),
          .expected_wall = core::from_hours(outlook.wall),
          .writing_ratio = undisturbed > 0 ? writing_hours(run, outlook) / undisturbed : 0,
          .overhead_ratio = undisturbed > 0 ? outlook.wall / undisturbed - 1 : 0,
          .completion_odds = survival(groups * run.rate, undisturbed),
          .monthly_rate = use.rates.monthly_rate.value_or(0),
          .monthly_rate_low = band.low,
          .monthly_rate_high = band.high,
          .rate_source = use.rates.monthly_rate_source,
          .on_demand_hourly = use.rates.on_demand_hourly};
}

void add_extras(const Case& use, const Charged& charged, SpotOutlook outlook, Extras& extras) {
  outlook.break_even_hourly = break_even(use.rates, charged);
  extras.spot = outlook;
  extras.paid_at_start = core::Money{0, use.hourly.currency()};
  const auto undisturbed = static_cast<double>(charged.undisturbed);
  const auto added = static_cast<double>(charged.added);
  extras.monthly = monthly_at(use, undisturbed > 0 ? 1 + added / undisturbed : 1);
}

core::Known<core::Milliseconds> price_spot_serving(const Case& use, Bill& bill, Extras* extras) {
  const auto rate = machine_rate(use.rates);
  if (!rate)
    return core::Unknown{rate.why_unknown()};
  const double hours = core::to_hours(use.work.run);
  const auto nodes = static_cast<double>(use.usage.nodes);
  const double replacements = rate_of_job(*rate, nodes) * hours;
  Charged charged;
  charged.undisturbed = charge_time(use, use.rates.step, bill);
  charged.added = static_cast<std::int64_t>(std::nearbyint(added_replica_time(use, replacements)));
  bill.add_time(LineKind::interruptions, use.hourly, charged.added);
  if (extras != nullptr) {
    const InterruptibleRun run{.work = hours, .rate = rate_of_job(*rate, nodes)};
    RunOutlook month{.interval = 0, .interruptions = replacements, .wall = hours};
    add_extras(use, charged, spot_outlook(use, run, month), *extras);
  }
  return use.work.run;
}

} // namespace

core::Known<InterruptibleRun> interruptible_run(const Rates& rates, const Usage& usage) {
  const auto work = work_of(usage);
  if (!work)
    return core::Unknown{work.why_unknown()};
  const auto rate = machine_rate(rates);
  if (!rate)
    return core::Unknown{rate.why_unknown()};
  const CostSettings& settings = *rates.settings;
  if (!settings.replacement_wait)
    return core::Unknown{settings.replacement_wait.why_unknown()};
  InterruptibleRun run{.setup = core::to_hours(work->setup),
                       .work = core::to_hours(work->run),
                       .evaluation = core::to_hours(work->evaluation),
                       .restore = core::to_hours(work->setup),
                       .wait = *settings.replacement_wait,
                       .rate = rate_of_job(*rate, nodes_of_group(usage)),
                       .progress = progress_of(usage)};
  if (run.progress != Progress::checkpointed)
    return run;
  const auto time = checkpoint_time(settings, usage);
  if (!time)
    return core::Unknown{time.why_unknown()};
  run.write = time->write;
  run.restore += time->moving;
  if (usage.checkpoint_interval && usage.checkpoint_interval->count() > 0)
    run.interval = core::to_hours(*usage.checkpoint_interval);
  return run;
}

core::Known<SpotRun> spot_run(const Rates& rates, const Usage& usage) {
  const auto run = interruptible_run(rates, usage);
  if (!run)
    return core::Unknown{run.why_unknown()};
  return SpotRun{.run = *run, .outlook = expect_run(*run)};
}

core::Known<core::Milliseconds> price_spot(const Case& use, Bill& bill, Extras* extras) {
  if (use.usage.serving)
    return price_spot_serving(use, bill, extras);
  const auto spot = use.spot != nullptr ? *use.spot : spot_run(use.rates, use.usage);
  if (!spot)
    return core::Unknown{spot.why_unknown()};
  const RunOutlook& outlook = spot->outlook;
  const double added = std::max(0.0, added_time(use, outlook));
  const auto limit = static_cast<double>(k_longest_time.count());
  const double longest = added + outlook.wall * core::k_milliseconds_per_hour;
  if (!(longest <= limit)) // also for what is not a number
    return core::Unknown{"interrupted so often that the run would not end"};
  Charged charged;
  charged.undisturbed = charge_time(use, use.rates.step, bill);
  charged.added = static_cast<std::int64_t>(std::nearbyint(added));
  bill.add_time(LineKind::interruptions, use.hourly, charged.added);
  if (extras != nullptr)
    add_extras(use, charged, spot_outlook(use, spot->run, outlook), *extras);
  return core::from_hours(outlook.wall) + use.work.repeated();
}

} // namespace gpuplan::cost
