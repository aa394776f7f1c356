#include "cost/checkpoint.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

/// Expected running time to pass `length` without interruption, starting again each time:
/// (e^(λb) − 1) ÷ λ, which is b at λ = 0.
double passing(double length, double rate) {
  return rate > 0 ? std::expm1(rate * length) / rate : length;
}

/// Running time of the work with checkpoints after every `interval` but the last.
double running_with(const InterruptibleRun& run, double interval, double segments) {
  if (segments <= 1)
    return passing(run.setup + run.work + run.evaluation, run.rate);
  const double first = passing(run.setup + interval + run.write, run.rate);
  const double between =
      segments > 2 ? (segments - 2) * passing(interval + run.write, run.rate) : 0;
  const double last = passing(run.work - interval * (segments - 1) + run.evaluation, run.rate);
  return first + std::exp(run.rate * run.restore) * (between + last);
}

/// ⌈work ÷ interval⌉, forgiving the last bit of the division.
double segments_of(double work, double interval) {
  constexpr double k_last_bits = 1e-12;
  return std::max(1.0, std::ceil(work / interval * (1 - k_last_bits)));
}

struct Choice {
  double interval = 0;
  double segments = 1;
};

/// From Daly's number of segments down or up to the best one: the cost of checkpoints is convex in
/// it, and Daly is off by a step or two. No checkpoint at all is a case of its own, since it saves
/// the first write.
Choice best_choice(const InterruptibleRun& run) {
  if (!(run.rate > 0))
    return {.interval = run.work, .segments = 1};
  const auto time = [&](double segments) {
    return running_with(run, run.work / segments, segments);
  };
  double segments = std::max(2.0, std::floor(run.work / daly_interval(run.write, 1 / run.rate)));
  double best = time(segments);
  const double step = time(segments + 1) < best ? 1 : -1;
  constexpr int k_most_steps = 100;
  for (int i = 0; i < k_most_steps && segments + step >= 2; ++i) {
    const double next = time(segments + step);
    if (!(next < best))
      break;
    best = next;
    segments += step;
  }
  if (!(best < time(1)))
    segments = 1;
  return {.interval = run.work / segments, .segments = segments};
}

Choice choose(const InterruptibleRun& run) {
  if (run.progress == Progress::lost || !(run.work > 0))
    return {.interval = run.work, .segments = 1};
  if (run.interval)
    return {.interval = *run.interval, .segments = segments_of(run.work, *run.interval)};
  return best_choice(run);
}

} // namespace

double young_interval(double write, double mean_between) {
  return std::sqrt(2 * write * mean_between);
}

double daly_interval(double write, double mean_between) {
  if (write >= 2 * mean_between)
    return mean_between;
  const double half_ratio = write / (2 * mean_between);
  return young_interval(write, mean_between) * (1 + std::sqrt(half_ratio) / 3 + half_ratio / 9) -
         write;
}

double expected_segment(const Segment& segment) {
  return std::exp(segment.rate * segment.restore) * (1 + segment.rate * segment.wait) *
         passing(segment.work + segment.write, segment.rate);
}

RunOutlook expect_run(const InterruptibleRun& run) {
  RunOutlook outlook;
  const bool writes_cost_nothing =
      run.progress == Progress::checkpointed && !(run.write > 0) && !run.interval;
  if (run.progress == Progress::kept_as_made || writes_cost_nothing) {
    const double after_loss = std::exp(run.rate * run.restore);
    outlook.interval = 0;
    outlook.running =
        passing(run.setup, run.rate) + after_loss * (run.work + passing(run.evaluation, run.rate));
  } else {
    const Choice choice = choose(run);
    outlook.interval = choice.interval;
    outlook.segments = choice.segments;
    outlook.running = running_with(run, choice.interval, choice.segments);
  }
  outlook.interruptions = run.rate * outlook.running;
  outlook.waiting = outlook.interruptions * run.wait;
  outlook.wall = outlook.running + outlook.waiting;
  return outlook;
}

} // namespace gpuplan::cost
