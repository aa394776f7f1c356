#include "sizing/capacity.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::sizing {

namespace {

using workload::Demand;
using workload::Layout;

/// The largest count in 0 … most that holds, for a test that holds up to some count.
template <class Holds>
std::int64_t largest_that(std::int64_t most, Holds&& holds) {
  std::int64_t good = 0;
  std::int64_t step = 1;
  while (good + step <= most && holds(good + step)) {
    good += step;
    step *= 2;
  }
  for (; step > 0; step /= 2)
    if (good + step <= most && holds(good + step))
      good += step;
  return good;
}

constexpr std::int64_t k_longest_sequence = std::int64_t{1} << 28;
constexpr std::int64_t k_most_samples = std::int64_t{1} << 24;

bool keeps_cache(const Demand& demand) {
  return is_transformer(demand.model) && demand.model.network != workload::NetworkClass::encoder;
}

} // namespace

core::Known<std::int64_t> largest_micro_batch(const MemoryQuery& query,
                                              const Layout& layout,
                                              core::Bytes room,
                                              std::int64_t most) {
  Layout trial = layout;
  trial.micro_batch = 1;
  if (const auto one = query.estimate(trial); !one)
    return core::Unknown{one.why_unknown()};
  return largest_that(std::min(most, k_most_samples), [&](std::int64_t samples) {
    trial.micro_batch = static_cast<std::int32_t>(samples);
    return query.estimate(trial)->device <= room;
  });
}

core::Known<double>
largest_context(const MemoryQuery& query, const Layout& layout, core::Bytes room) {
  constexpr double k_short = 1;
  constexpr double k_long = 1 << 20;
  const auto at = [&](double tokens) { return query.estimate(layout, tokens); };
  const auto least = at(k_short);
  if (!least)
    return core::Unknown{least.why_unknown()};
  if (!(least->device < at(k_long)->device))
    return core::Unknown{"the model keeps no cache"};
  if (room < least->device)
    return 0.0;
  // Steps of windows and batches keep the line from being straight at its start: close in.
  double good = k_short;
  double bad = k_long;
  while (at(bad)->device <= room) {
    good = bad;
    bad *= 2;
  }
  while (bad - good > 1) {
    const double middle = std::floor((good + bad) / 2);
    (at(middle)->device <= room ? good : bad) = middle;
  }
  return good;
}

double needed_context(const MemoryQuery& query,
                      const Demand& demand,
                      const Layout& layout,
                      double running,
                      core::Known<core::Bytes> room) {
  if (!keeps_cache(demand))
    return 0;
  constexpr double k_rounding = 1e-9; // a count that came out of a division
  const double sequence = demand.serving.input_tokens + demand.serving.output_tokens;
  const double wanted = sequence * std::max(1.0, std::ceil(running - k_rounding));
  if (!preallocates(demand.stack) || !room)
    return wanted;
  if (const auto all = query.estimate(layout, wanted); !all || all->device <= *room)
    return wanted;
  const double held = largest_context(query, layout, *room).value_or(0);
  return std::clamp(held, sequence, wanted);
}

core::Known<std::int64_t> largest_concurrency(const MemoryModel& model,
                                              const Demand& demand,
                                              const Layout& layout,
                                              core::Bytes room) {
  const auto query = model.prepare(demand);
  if (!keeps_cache(demand))
    return largest_micro_batch(query, layout, room, k_most_samples);
  const double tokens = demand.serving.input_tokens + demand.serving.output_tokens;
  if (tokens <= 0)
    return core::Unknown{"the lengths of prompt and answer are not stated"};
  return largest_context(query, layout, room).transform([&](double context) {
    return static_cast<std::int64_t>(std::floor(context / tokens));
  });
}

core::Known<std::int64_t> largest_sequence(const MemoryModel& model,
                                           const Demand& demand,
                                           const Layout& layout,
                                           core::Bytes room) {
  if (!is_transformer(demand.model))
    return core::Unknown{"a sample has no sequence"};
  Demand trial = demand;
  const bool trains = demand.kind == workload::JobKind::train;
  const auto device = [&](std::int64_t tokens) {
    trial.training.sequence = tokens;
    trial.serving.input_tokens = static_cast<double>(tokens);
    trial.serving.output_tokens = 0;
    return model.estimate(trial, layout, trains ? 0 : static_cast<double>(tokens));
  };
  if (const auto one = device(1); !one)
    return core::Unknown{one.why_unknown()};
  return largest_that(k_longest_sequence,
                      [&](std::int64_t tokens) { return device(tokens)->device <= room; });
}

} // namespace gpuplan::sizing
