#include "plan/explore/shape_search.hpp"

#include "core/hours.hpp"
#include "plan/answer/plan_marks.hpp"
#include "plan/remedies/trials.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {

using core::Milliseconds;
using workload::JobKind;

ShapeSearch::ShapeSearch(const SearchInput& input, std::vector<KeptSetup>& setups)
    : rules_(input.rules),
      filters_(input.filters),
      request_(input.request),
      setup_facts_(input.setup_facts),
      setups_(setups),
      explorer_(input.catalog, input.models, input.request.workload),
      software_(input.catalog, input.request.workload.demand),
      facts_(input) {}

namespace {

/// Whether a rule asks how fast requests are answered.
bool is_of_latency(const facts::Rule& rule) {
  return rule.id == "serve.ttft" || rule.id == "serve.tpot" || rule.id == "serve.latency" ||
         rule.id == "serve.answers";
}

} // namespace

void ShapeSearch::explore(ExploredShape& found) {
  previous_ = Milliseconds{0};
  nodes_exact_ = nodes_least_ = 0;
  for (const auto nodes : counts_to_try(found.shape)) {
    if (look_at(found, nodes) == Next::done)
      break;
  }
  note_too_slow(found);
}

/// Numbers of instances to look at: for a stated load as many as serve it, else 1, 2, 4, ….
std::vector<std::int32_t> ShapeSearch::counts_to_try(const catalog::Shape& shape) {
  const auto& demand = request_.workload.demand;
  const auto& serving = demand.serving;
  auto counts = node_counts(demand, shape, explorer_.limits(), filters_.nodes);
  if (demand.kind != JobKind::serve || (!serving.requests_per_s && !serving.concurrency))
    return counts;
  if (!filters_.nodes)
    return counts_for_load(shape, counts);
  // A plan has the range it was ranked with. Another number of machines than the load takes is a
  // wish, and what it costs is sure.
  const auto free = node_counts(demand, shape, explorer_.limits(), std::nullopt);
  const auto needed = counts_for_load(shape, free);
  if (std::ranges::find(needed, *filters_.nodes) == needed.end())
    nodes_exact_ = 0;
  return counts;
}

/// Machines for the requests a second and for those in work at once. How fast the latter are
/// answered hangs on their number in a replica, so more machines are looked at where that many are
/// too slow.
std::vector<std::int32_t> ShapeSearch::counts_for_load(const catalog::Shape& shape,
                                                       std::span<const std::int32_t> replicas) {
  constexpr std::int32_t k_most_nodes_a_replica = 8;
  constexpr double k_more = 1.25;
  const auto& serving = request_.workload.demand.serving;
  const auto share = [](const core::Known<double>& asked, double capacity) {
    return asked ? *asked / capacity : 0.0;
  };
  const double most =
      static_cast<double>(explorer_.limits().devices_most) / std::max(1.0, shape.devices.value());
  std::int32_t untold = 0;
  for (const auto base : replicas) {
    if (base > k_most_nodes_a_replica)
      break;
    const auto capacity = explorer_.serving_capacity(shape, base);
    if (capacity.untold && untold == 0)
      untold = base;
    const bool serves = (!serving.requests_per_s || capacity.requests_s > 0) &&
                        (!serving.concurrency || capacity.at_once > 0);
    if (!serves)
      continue;
    const double load = share(serving.requests_per_s, capacity.requests_s);
    const double held = std::ceil(share(serving.concurrency, capacity.at_once));
    const double needed = std::max(std::ceil(load), held);
    if (needed * base > most)
      break;
    nodes_exact_ = load * base;
    nodes_least_ = held * base;
    std::vector<std::int32_t> counts{static_cast<std::int32_t>(needed) * base};
    if (serving.requests_per_s)
      return counts;
    for (double more = std::ceil(needed * k_more); more * base <= most;
         more = std::ceil(more * k_more))
      counts.push_back(static_cast<std::int32_t>(more) * base);
    return counts;
  }
  // Why one machine is not enough, and why nothing is known of more.
  return untold > 1 ? std::vector<std::int32_t>{1, untold} : std::vector<std::int32_t>{1};
}

ShapeSearch::Next ShapeSearch::look_at(ExploredShape& found, std::int32_t nodes) {
  auto explored = explorer_.explore(found.shape, nodes);
  auto& failure = found.failure;
  if (!explored.setup) {
    if (found.kept.empty() && failure.rule.empty()) {
      failure.rule = "layout.divides";
      failure.summary = explored.why_no_layout;
    }
    return Next::more_instances;
  }
  auto& setup = *explored.setup;
  state(found, explored);
  // What is not known between two machines is not known between more of them.
  const bool hopeless = nodes > 1 && !explored.time_unknown.empty();
  const auto judgement = rules_.judge(Phase::setup, facts_.values());
  if (judgement.failed != nullptr) {
    note_failure(found, *judgement.failed, explored);
    return hopeless ? Next::done : Next::more_instances;
  }
  if (!explored.time_unknown.empty()) {
    const bool of_network = explored.time_unknown.starts_with("network_gbps");
    // What the user filters out is told as that: fewer machines would run, and were not wanted.
    const bool filtered = failure.rule == k_filter_rule;
    if (found.kept.empty() && !filtered && (of_network || failure.rule != "time.unknown")) {
      failure.rule = of_network ? "network.unknown" : "time.unknown";
      failure.summary = explored.time_unknown;
      failure.wording = nullptr;
      failure.nodes = nodes;
    }
    return hopeless ? Next::done : Next::more_instances;
  }
  setup.nodes_exact = nodes_exact_;
  setup.nodes_least = nodes_least_;
  return keep(found, setup, judgement);
}

void ShapeSearch::state(const ExploredShape& found, const Explored& explored) {
  const auto& setup = *explored.setup;
  facts_.begin(found.shape, found.chip);
  if (found.network_assumed)
    facts_.forget_network();
  facts_.state_setup(setup, software_.of(setup, found.chip), explored.time_unknown);
  rests_on_assumed_ = facts_.assume(Phase::setup);
}

/// Machines that work as one group are as fast as the network between them.
bool ShapeSearch::rests_on_network(const ExploredShape& found) const {
  return found.network_assumed && facts_.values().number(facts::FactId::nodes).value_or(1) > 1;
}

ShapeSearch::Next
ShapeSearch::keep(ExploredShape& found, const Setup& setup, const Judgement& judgement) {
  const auto& job = request_.workload;
  found.kept.push_back(static_cast<std::uint32_t>(setups_.size()));
  setups_.push_back({.setup = setup,
                     .software = software_.of(setup, found.chip),
                     .preferences_missed = rules_.preferences_missed(facts_.values()),
                     .marks = marks_of_setup(setup, job)});
  auto& kept = setups_.back();
  if (judgement.unconfirmed != nullptr)
    kept.marks |= bit(Mark::unconfirmed);
  else if (rests_on_assumed_ || rests_on_network(found))
    kept.marks |= bit(Mark::assumed);
  facts_.forget_assumed();
  for (const auto id : setup_facts_)
    kept.facts.push_back(facts_.values().stated(id));
  if (setup.serving) {
    const bool enough = job.demand.kind == JobKind::serve && setup.replica.meets_targets;
    return enough ? Next::done : Next::more_instances;
  }
  const auto wall = setup.run + core::from_hours(job.around.setup_hours);
  if (previous_.count() > 0 && is_enough(previous_, wall))
    return Next::done;
  previous_ = wall;
  return Next::more_instances;
}

/// How far the present setup is from passing a rule: by how much it would have to serve more, or
/// how late it answers, or how full its memory is.
double ShapeSearch::distance_from(const facts::Rule& rule, const Setup& setup) const {
  using facts::FactId;
  constexpr double k_far = 1e9;
  const auto& values = facts_.values();
  const auto& demand = request_.workload.demand;
  const auto number = [&](FactId id) { return values.number(id).value_or(0); };
  const auto missing = [&](double asked, double served) {
    return served > 0 ? asked / served : k_far;
  };
  if (rule.id == "serve.capacity")
    return missing(number(FactId::request_rate_s), number(FactId::requests_s));
  if (rule.id == "serve.capacity-users")
    return missing(number(FactId::users),
                   number(FactId::max_concurrency) * number(FactId::replicas));
  if (is_of_latency(rule))
    return lateness(demand.serving, setup.replica) + (setup.replica.saturated ? k_far : 0);
  return values.number(FactId::memory_utilization).value_or(k_far);
}

/// Keeps why a shape cannot run the job: the rule that fails with the fewest instances, at the
/// number of them that comes nearest to passing it.
void ShapeSearch::note_failure(ExploredShape& found,
                               const facts::Rule& rule,
                               const Explored& explored) {
  if (!found.kept.empty())
    return;
  auto& failure = found.failure;
  const double distance = distance_from(rule, *explored.setup);
  const bool first = failure.rule.empty() || failure.rule == "layout.divides";
  const bool nearer = failure.rule == rule.id && distance < failure.distance;
  if (!first && !nearer)
    return;
  failure = {.rule = rule.id,
             .distance = distance,
             .nodes = explored.setup->nodes,
             .wording = &rule,
             .explored = explored};
}

/// What is told of a shape that answers too late is how late it does with as many machines as are
/// ever looked at, unless their number is fixed: the full load on one of them would say how busy it
/// is, not what it can do.
void ShapeSearch::note_too_slow(ExploredShape& found) {
  auto& failure = found.failure;
  if (!found.kept.empty() || failure.wording == nullptr || !is_of_latency(*failure.wording) ||
      !request_.workload.demand.serving.requests_per_s || filters_.nodes)
    return;
  const double devices = std::max(1.0, found.shape.devices.value()) * failure.nodes;
  const double share = devices / static_cast<double>(explorer_.limits().devices_most);
  auto least = explorer_.explore_share(found.shape, failure.nodes, std::min(1.0, share));
  if (!least.setup || !least.time_unknown.empty())
    return;
  state(found, least);
  const auto judgement = rules_.judge(Phase::setup, facts_.values());
  if (judgement.failed == nullptr || !is_of_latency(*judgement.failed))
    return;
  failure.rule = judgement.failed->id;
  failure.wording = judgement.failed;
  failure.distance = distance_from(*judgement.failed, *least.setup);
  failure.explored = std::move(least);
}

std::string ShapeSearch::summary_of(const ExploredShape& found) {
  const auto& failure = found.failure;
  if (failure.wording == nullptr)
    return failure.summary;
  state(found, failure.explored);
  return failure.wording->message.fill(facts_.values());
}

/// Whether twice the machines gain so little that more of them are not worth a look: less than a
/// tenth, set-up included. Then more machines only cost more, which ends the search for the
/// cheapest; the search for the fastest goes on, and so does one for a deadline not yet safely met.
bool ShapeSearch::is_enough(Milliseconds before, Milliseconds now) const {
  using workload::Objective;
  const auto& job = request_.workload;
  if (job.objective == Objective::time || job.objective == Objective::expression)
    return false;
  constexpr double k_safely = 0.5; // what interruptions and repeats add to the time comes on top
  const auto& deadline = job.constraints.deadline_hours;
  if (deadline && core::to_hours(now) > k_safely * *deadline)
    return false;
  constexpr double k_least_gain = 0.9;
  return static_cast<double>(now.count()) > k_least_gain * static_cast<double>(before.count());
}

} // namespace gpuplan::plan
