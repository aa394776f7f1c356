#include "plan/search.hpp"

#include "plan/compatibility.hpp"
#include "plan/place_matcher.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace gpuplan::plan {

using catalog::Finding;
using catalog::Offer;
using catalog::OfferId;
using catalog::PurchaseOption;
using core::Known;
using core::Milliseconds;
using core::Money;

namespace {

constexpr std::string_view k_old_price_rule = "freshness.price";

constexpr std::uint32_t k_no_chip = 0xFFFFFFFFU;
constexpr std::uint32_t k_no_setup = 0xFFFFFFFFU;

std::uint32_t bit(Mark mark) {
  return static_cast<std::uint32_t>(mark);
}

Milliseconds from_hours(double hours) {
  return core::to_milliseconds(core::Seconds{hours * core::k_seconds_per_hour});
}

} // namespace

/// What is known of one shape while its offers are walked.
struct Search::ShapeWork {
  catalog::Shape shape;
  const catalog::Accelerator* accelerator = nullptr;
  bool explored = false;
  bool facts_filled = false;
  std::uint32_t filled_setup = k_no_setup; ///< whose facts are stated
  std::vector<std::uint32_t> kept;         ///< indices into the setups of the result
  std::string failed_rule;                 ///< where nothing was kept: why
  std::string failed_summary;
  double failed_distance = 0;
  std::int32_t failed_nodes = 1;
  /// Cheapest on-demand price by size and place, per currency.
  std::map<std::tuple<std::uint32_t, std::uint32_t, core::Currency>, Money> on_demand;
};

Search::Search(const catalog::Catalog& catalog,
               const Models& models,
               const cost::CostModel& cost,
               const RuleBook& rules,
               const Filters& filters,
               const Request& request,
               const std::optional<facts::Expression>& objective)
    : catalog_(catalog),

      cost_(cost),
      rules_(rules),
      filters_(filters),
      request_(request),
      objective_(objective),
      explorer_(catalog, models, request.workload),
      order_(catalog,
             request.workload.objective,
             request.workload.demand.kind == workload::JobKind::serve),
      places_(std::make_unique<CatalogPlaceMatcher>(catalog)),
      values_(std::make_unique<facts::FactValues>()),
      regions_(catalog.region_count()),
      accelerators_(catalog.accelerator_count()),
      instances_(catalog.instance_count()) {
  for (std::uint32_t i = 0; i < catalog.provider_count(); ++i) {
    providers_.push_back(catalog.provider({i}));
    for (std::size_t option = 0; option < catalog::k_purchase_options; ++option) {
      billing_.push_back(catalog.billing({i}, static_cast<PurchaseOption>(option)));
    }
  }
  values_->set_place_matcher(places_.get());
  for (const auto& rate : request.exchange.rates()) {
    const auto per_usd = request.exchange.convert(*Money::parse("1", core::Currency{}), rate.from);
    if (per_usd)
      values_->set_rate(rate.from, per_usd->amount.to_double());
  }
}

SearchResult Search::run() {
  for (std::uint32_t i = 0; i < catalog_.shape_count(); ++i)
    search_shape({i});
  return std::move(result_);
}

void Search::search_shape(catalog::ShapeId id) {
  const auto range = catalog_.offers_of(id);
  if (range.first == range.last)
    return;
  ShapeWork work{.shape = catalog_.shape(id)};
  const auto& assumed = request_.workload.assumed_facts;
  const auto network = assumed.find("network_gbps");
  if (!work.shape.network && network != assumed.end())
    work.shape.network = core::gbit_per_s(network->second);
  result_.offers_seen += range.last - range.first;
  if (work.shape.accelerator) {
    auto& slot = accelerators_[work.shape.accelerator->index];
    if (!slot)
      slot = catalog_.accelerator(*work.shape.accelerator);
    work.accelerator = &*slot;
  }
  if (!filters_.wants_chip(work.shape)) {
    for (auto offer = range.first; offer < range.last; ++offer) {
      result_.exclusions.add(work.shape.accelerator ? "asked.gpu" : "asked.cpu", {offer}, 1, 0, [] {
        return std::string{};
      });
    }
    return;
  }
  for (auto offer = range.first; offer < range.last; ++offer)
    price_offer(work, {offer});
}

/// Numbers of instances to look at: for a stated load as many as serve it, else 1, 2, 4, ….
std::vector<std::int32_t> Search::counts_to_try(const catalog::Shape& shape) {
  const auto& demand = request_.workload.demand;
  const auto& load = demand.serving.requests_per_s;
  nodes_exact_ = 0;
  const auto counts = node_counts(demand, shape, explorer_.limits(), filters_.nodes);
  const bool sized_by_load = demand.kind == workload::JobKind::serve && load && !filters_.nodes;
  if (!sized_by_load)
    return counts;
  constexpr std::int32_t k_most_nodes_a_replica = 8;
  for (const auto base : counts) {
    if (base > k_most_nodes_a_replica)
      break;
    const double capacity = explorer_.serving_capacity(shape, base);
    if (capacity <= 0)
      continue;
    nodes_exact_ = *load / capacity * base;
    const double needed = std::ceil(*load / capacity) * base;
    const double devices = needed * std::max(1.0, shape.devices.value());
    if (devices > static_cast<double>(explorer_.limits().devices_most))
      break;
    return {static_cast<std::int32_t>(needed)};
  }
  return {1};
}

/// Keeps why a shape cannot run the job: the rule that fails with the fewest instances, at the
/// number of them that comes nearest to passing it.
void Search::note_failure(ShapeWork& work,
                          const facts::Rule& rule,
                          const facts::FactValues& values,
                          std::int32_t nodes) {
  if (!work.kept.empty())
    return;
  const double distance = values.number(facts::FactId::memory_utilization).value_or(1e9);
  const bool first = work.failed_rule.empty() || work.failed_rule == "layout.divides";
  const bool nearer = work.failed_rule == rule.id && distance < work.failed_distance;
  if (!first && !nearer)
    return;
  work.failed_rule = rule.id;
  work.failed_summary = rule.message.fill(values);
  work.failed_distance = distance;
  work.failed_nodes = nodes;
}

/// Explores 1, 2, 4, … instances until the rules of a setup pass and twice as many no longer help.
void Search::explore_shape(ShapeWork& work) {
  work.explored = true;
  const auto& job = request_.workload;
  const double setup_hours = job.around.setup_hours;
  const auto counts = counts_to_try(work.shape);
  Milliseconds previous{0};
  for (const auto nodes : counts) {
    auto explored = explorer_.explore(work.shape, nodes);
    auto& values = *values_;
    values.clear();
    fill_job(values, job);
    fill_shape(values, work.accelerator, work.shape);
    if (!explored.setup) {
      values.set_flag(facts::FactId::layout_divides, false);
      if (work.kept.empty() && work.failed_rule.empty()) {
        work.failed_rule = "layout.divides";
        work.failed_summary = explored.why_no_layout;
      }
      continue;
    }
    fill_setup(values,
               job,
               work.accelerator,
               work.shape,
               *explored.setup,
               explored.time_unknown,
               setup_hours);
    values.set_flag(facts::FactId::framework_supported,
                    software_runs(explored.setup->stack, work.accelerator));
    assume(values);
    const bool hopeless = nodes > 1 && !explored.time_unknown.empty();
    const auto judgement = rules_.judge(Phase::setup, values);
    if (judgement.failed != nullptr) {
      note_failure(work, *judgement.failed, values, nodes);
      // What is not known between two machines is not known between more of them.
      if (hopeless)
        break;
      continue;
    }
    if (!explored.time_unknown.empty()) {
      if (work.kept.empty()) {
        work.failed_rule = nodes > 1 ? "network.unknown" : "time.unknown";
        work.failed_summary = explored.time_unknown;
        work.failed_nodes = nodes;
      }
      if (hopeless)
        break;
      continue;
    }
    explored.setup->nodes_exact = nodes_exact_;
    const auto& setup = *explored.setup;
    work.kept.push_back(static_cast<std::uint32_t>(result_.setups.size()));
    result_.setups.push_back({.setup = setup,
                              .time_unknown = explored.time_unknown,
                              .preferences_missed = rules_.preferences_missed(values),
                              .unconfirmed = judgement.unconfirmed != nullptr});
    if (setup.serving) {
      const bool enough = job.demand.kind == workload::JobKind::serve;
      if (enough && setup.replica.meets_targets)
        break;
      continue;
    }
    // Beyond set-up time, twice the machines must gain at least a tenth to be worth a look.
    constexpr double k_least_gain = 0.9;
    const auto wall = setup.run + from_hours(setup_hours);
    const bool little_gain =
        previous.count() > 0 &&
        static_cast<double>(wall.count()) > k_least_gain * static_cast<double>(previous.count());
    if (little_gain)
      break;
    previous = wall;
  }
  result_.setups.shrink_to_fit();
}

/// States the facts the user assumes, where nothing is known of them.
void Search::assume(facts::FactValues& values) const {
  apply_assumptions(values, request_.workload);
}

core::Known<bool> Search::software_runs(workload::Stack stack, const catalog::Accelerator* chip) {
  const std::pair key{stack, chip == nullptr ? k_no_chip : chip->id.index};
  const auto found = software_.find(key);
  if (found != software_.end())
    return found->second;
  const auto answer = framework_supported(catalog_, request_.workload.demand.kind, stack, chip);
  return software_.emplace(key, answer).first->second;
}

const catalog::Instance& Search::instance_of(catalog::InstanceId id) const {
  auto& slot = instances_[id.index];
  if (!slot)
    slot = catalog_.instance(id);
  return *slot;
}

bool Search::asked_for(ShapeWork& work, const Offer& offer) {
  auto& exclusions = result_.exclusions;
  const auto leave_out = [&](std::string_view reason) {
    exclusions.add(reason, offer.id, 1, offer.hourly ? offer.hourly->to_double() : 1e18, [] {
      return std::string{};
    });
    return false;
  };
  if (!filters_.offers.empty() && !filters_.offers[offer.id.index])
    return leave_out("asked.plan");
  const bool committed = is_committed(offer.option);
  const bool considered = filters_.terms[static_cast<std::size_t>(offer.option)];
  if (!considered && (filters_.terms_given || !committed))
    return leave_out("asked.terms");
  if (!offer.hourly)
    return leave_out("price.none");
  const auto& instance = instance_of(offer.instance);
  if (filters_.least_vcpus && instance.vcpus.value_or(0) < *filters_.least_vcpus) {
    return leave_out("asked.vcpus");
  }
  if (filters_.least_host_memory &&
      instance.host_memory.value_or(core::Bytes{0}) < *filters_.least_host_memory) {
    return leave_out("asked.host-memory");
  }
  const auto dearer = [&](const std::optional<Money>& limit, double devices) {
    return limit && limit->currency() == offer.currency &&
           offer.hourly->to_double() / devices > limit->to_double();
  };
  if (dearer(filters_.max_price, 1))
    return leave_out("asked.max-price");
  if (dearer(filters_.max_gpu_price, std::max(instance.devices.value(), 1e-9))) {
    return leave_out("asked.max-gpu-price");
  }
  (void)work;
  return true;
}

OfferContext Search::context_of(const Offer& offer) {
  auto& region = regions_[offer.region.index];
  if (!region)
    region = catalog_.region(offer.region);
  const auto place = filters_.allows_place(offer.region);
  return {.region = &*region,
          .provider = &providers_[offer.provider.index],
          .billing = &billing_[offer.provider.index * catalog::k_purchase_options +
                               static_cast<std::size_t>(offer.option)],
          .as_of = request_.as_of,
          .place_allowed = place.value_or(false),
          .place_known = place,
          .provider_allowed = provider_allowed(offer)};
}

/// A provider asked for, and a host tier: third-party hosts only where they are wanted.
bool Search::provider_allowed(const Offer& offer) const {
  const bool community = instance_of(offer.instance).host_tier == catalog::HostTier::community;
  return filters_.wants_provider(offer.provider) && (filters_.community_hosts || !community);
}

void Search::prepare_on_demand(ShapeWork& work) {
  const auto range = catalog_.offers_of(work.shape.id);
  for (auto id = range.first; id < range.last; ++id) {
    if (catalog_.option_of({id}) != PurchaseOption::on_demand)
      continue;
    const auto offer = catalog_.offer({id});
    if (!offer.hourly)
      continue;
    const std::tuple key{offer.instance.index, offer.region.index, offer.currency};
    const auto [at, inserted] = work.on_demand.try_emplace(key, *offer.hourly);
    if (!inserted && *offer.hourly < at->second)
      at->second = *offer.hourly;
  }
}

cost::Usage Search::usage_of(const Setup& setup) const {
  const auto& job = request_.workload;
  cost::Usage usage{.nodes = setup.nodes,
                    .run = setup.run,
                    .setup = from_hours(job.around.setup_hours),
                    .evaluation = from_hours(job.around.evaluation_hours),
                    .retries = job.around.retries,
                    .can_resume = job.purchase.can_resume,
                    .checkpoint_bytes = job.checkpoint_bytes,
                    .dataset_bytes = job.around.dataset_bytes,
                    .serving = job.demand.kind == workload::JobKind::serve};
  if (job.purchase.checkpoint_interval_hours) {
    usage.checkpoint_interval = from_hours(*job.purchase.checkpoint_interval_hours);
  }
  if (job.purchase.project_duration_hours) {
    usage.project_duration = from_hours(*job.purchase.project_duration_hours);
  }
  usage.hours_per_month = job.purchase.hours_per_month;
  return usage;
}

std::uint32_t Search::marks_of(const Offer& offer, const KeptSetup& kept) const {
  const auto& setup = kept.setup;
  std::uint32_t marks = 0;
  const auto set_if = [&](bool holds, Mark mark) { marks |= holds ? bit(mark) : 0U; };
  const bool measured = setup.serving ? setup.replica.chip_measured : setup.training.chip_measured;
  set_if(!regions_[offer.region.index]->stated, Mark::region_not_stated);
  set_if(!measured, Mark::chip_not_measured);
  const bool foreign =
      setup.stack == workload::Stack::xla || setup.stack == workload::Stack::neuron;
  set_if(foreign && !request_.workload.stack_given, Mark::other_stack);
  set_if(setup.fit == sizing::Fit::tight, Mark::memory_tight);
  set_if(kept.unconfirmed, Mark::unconfirmed);
  set_if(offer.as_of_kind == catalog::DateKind::bound, Mark::price_bound);
  set_if((offer.findings & catalog::k_quarantine) != 0, Mark::quarantined);
  set_if(!setup.memory.comparable, Mark::not_comparable);
  set_if(setup.serving && !setup.replica.measured_kind, Mark::rule_of_thumb);
  set_if(instance_of(offer.instance).host_tier == catalog::HostTier::community,
         Mark::community_host);
  return marks;
}

void Search::price_offer(ShapeWork& work, OfferId id) {
  const auto offer = catalog_.offer(id);
  if (!asked_for(work, offer))
    return;
  const auto& job = request_.workload;
  if (!work.explored) {
    explore_shape(work);
    prepare_on_demand(work);
  }
  auto& exclusions = result_.exclusions;
  if (work.kept.empty()) {
    exclusions.add(work.failed_rule, id, work.failed_nodes, work.failed_distance, [&] {
      return work.failed_summary;
    });
    return;
  }
  auto context = context_of(offer);
  const auto& instance = instance_of(offer.instance);
  context.instance = &instance;
  const auto paired =
      work.on_demand.find({offer.instance.index, offer.region.index, offer.currency});
  context.on_demand =
      paired == work.on_demand.end()
          ? Known<Money>{core::Unknown{"no on-demand price of this size in this place"}}
          : Known<Money>{paired->second};
  auto& values = *values_;
  // Job and shape stay as they are from offer to offer; the rest is stated anew each time.
  if (!work.facts_filled) {
    values.clear();
    fill_job(values, job);
    fill_shape(values, work.accelerator, work.shape);
    work.facts_filled = true;
  }
  fill_instance(values, instance);
  fill_offer(values, offer, context);
  assume(values);
  const auto by_offer = rules_.judge(Phase::offer, values);
  if (by_offer.failed != nullptr) {
    const auto break_even = values.number(facts::FactId::break_even_hours_per_year);
    exclusions.add(
        by_offer.failed->id, id, 1, break_even.value_or(offer.hourly->to_double() * 1e6), [&] {
          return by_offer.failed->message.fill(values);
        });
    if (break_even)
      exclusions.note_least(by_offer.failed->id, *break_even);
    return;
  }
  const bool old = rules_.fails(k_old_price_rule, values);
  std::optional<PricedPlan> best;
  std::optional<PricedPlan> fastest;
  const facts::Rule* failed = nullptr;
  std::string failed_summary;
  double failed_distance = 0;
  std::int32_t failed_nodes = 1;
  for (const auto index : work.kept) {
    const auto& kept = result_.setups[index];
    const auto usage = usage_of(kept.setup);
    Money total;
    Milliseconds wall{0};
    const auto charge = cost_.charge(offer, usage);
    if (!charge) {
      exclusions.add(
          "price.none", id, kept.setup.nodes, 0, [&] { return std::string(charge.why_unknown()); });
      return;
    }
    total = charge->total;
    wall = charge->wall;
    if (work.filled_setup != index) {
      fill_setup(values,
                 job,
                 work.accelerator,
                 work.shape,
                 kept.setup,
                 kept.time_unknown,
                 job.around.setup_hours);
      work.filled_setup = index;
    }
    if (rules_.needs_full_quote()) {
      const auto quote = cost_.quote(offer, usage, {});
      if (quote)
        fill_quote(values, job, kept.setup, *quote);
    } else {
      fill_charge(values, job, kept.setup, *charge);
    }
    assume(values);
    const auto by_quote = rules_.judge(Phase::quote, values);
    if (by_quote.failed != nullptr) {
      const double distance = total.to_double();
      if (failed == nullptr || distance < failed_distance) {
        failed = by_quote.failed;
        failed_summary = failed->message.fill(values);
        failed_distance = distance;
        failed_nodes = kept.setup.nodes;
      }
      continue;
    }
    PricedPlan plan{.offer = id,
                    .setup = index,
                    .marks = marks_of(offer, kept),
                    .preferences_missed = kept.preferences_missed,
                    .devices = work.shape.devices.value() * kept.setup.nodes,
                    .total = total,
                    .wall = wall};
    if (old)
      plan.marks |= bit(Mark::price_old);
    const bool unconfirmed = by_offer.unconfirmed != nullptr || by_quote.unconfirmed != nullptr;
    if (unconfirmed)
      plan.marks |= bit(Mark::unconfirmed);
    if (objective_) {
      const auto value = objective_->evaluate(values);
      plan.custom_known = value.known();
      plan.custom = value.value_or(0);
    }
    if (kept.setup.units_per_s > 0)
      plan.cost_per_unit = total.to_double() / kept.setup.units_per_s;
    if (!best || order_.better_value(plan, *best))
      best = plan;
    if (!fastest || plan.wall < fastest->wall)
      fastest = plan;
  }
  if (!best) {
    exclusions.add(failed->id, id, failed_nodes, failed_distance, [&] { return failed_summary; });
    return;
  }
  if (best->has(Mark::unconfirmed) && request_.unknown_facts == UnknownFacts::left_out) {
    exclusions.add("unconfirmed", id, 1, best->total.to_double(), [] { return std::string{}; });
    return;
  }
  if (best->total.currency() != request_.currency) {
    const auto converted = request_.exchange.convert(best->total, request_.currency);
    if (!converted) {
      result_.elsewhere.push_back(*best);
      return;
    }
    best->total = converted->amount;
  }
  result_.plans.push_back(*best);
  if (fastest->setup != best->setup && fastest->total.currency() == request_.currency) {
    result_.fastest.push_back(*fastest);
  }
}

} // namespace gpuplan::plan
