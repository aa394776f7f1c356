#include "plan/search.hpp"

#include "plan/compatibility.hpp"
#include "plan/converted_quote.hpp"
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

cost::TimeBand band_of(const Setup& setup) {
  return setup.serving ? cost::TimeBand{setup.replica.factor_low, setup.replica.factor_high}
                       : cost::TimeBand{setup.training.factor_low, setup.training.factor_high};
}

/// A month of a service costs the same whatever the estimate; what is uncertain is how many
/// machines the load takes. The ends of the range are the months of as many.
void widen_by_nodes(cost::Quote& quote, const Setup& setup) {
  const auto band = band_of(setup);
  const auto nodes_at = [&](double factor) {
    return static_cast<std::int64_t>(std::max(1.0, std::ceil(setup.nodes_exact * factor)));
  };
  const auto low = core::scale(quote.total_low, nodes_at(band.factor_low), setup.nodes);
  const auto high = core::scale(quote.total_high, nodes_at(band.factor_high), setup.nodes);
  if (low)
    quote.total_low = *low;
  if (high)
    quote.total_high = *high;
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

/// The plans of one offer that are worth keeping.
struct Search::OfferPlans {
  std::optional<PricedPlan> best;     ///< by the objective
  std::optional<PricedPlan> cheapest; ///< for the picks, whatever the objective
  std::optional<PricedPlan> fastest;

  /// Confirmed plans go before others, whatever they cost or take.
  void offer(const PricedPlan& plan, const PlanOrder& order) {
    const auto wall = [](const PricedPlan& a, const PricedPlan& b) { return a.wall < b.wall; };
    const auto total = [](const PricedPlan& a, const PricedPlan& b) {
      return std::tuple(a.total.nanos(), a.wall) < std::tuple(b.total.nanos(), b.wall);
    };
    const auto value = [&](const PricedPlan& a, const PricedPlan& b) {
      return order.better_value(a, b);
    };
    keep(best, plan, value);
    keep(cheapest, plan, total);
    keep(fastest, plan, wall);
  }

private:
  template <class Better>
  static void keep(std::optional<PricedPlan>& slot, const PricedPlan& plan, Better&& better) {
    if (!slot || confirmed(plan) > confirmed(*slot) ||
        (confirmed(plan) == confirmed(*slot) && better(plan, *slot)))
      slot = plan;
  }

  static bool confirmed(const PricedPlan& plan) { return !plan.has(Mark::unconfirmed); }
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
      instances_(catalog.instance_count()),
      settings_(cost::read_settings(catalog.settings())),
      storage_(catalog) {
  for (std::uint32_t i = 0; i < catalog.provider_count(); ++i) {
    providers_.push_back(catalog.provider({i}));
    for (std::size_t option = 0; option < catalog::k_purchase_options; ++option) {
      billing_.push_back(catalog.billing({i}, static_cast<PurchaseOption>(option)));
    }
  }
  values_->set_place_matcher(places_.get());
  fill_rates(*values_, request.exchange, request.currency);
  const auto& constraints = request.workload.constraints;
  if (constraints.max_price)
    max_price_ = comparable(*constraints.max_price);
  if (constraints.max_gpu_price)
    max_gpu_price_ = comparable(*constraints.max_gpu_price);
  full_quote_ = rules.needs_full_quote() || (objective && needs_full_quote(*objective));
}

/// An amount in the currency of the request; nothing where there is no rate.
std::optional<Money> Search::comparable(const Money& amount) const {
  const auto converted = request_.exchange.convert(amount, request_.currency);
  return converted ? std::optional{converted->amount} : std::nullopt;
}

SearchResult Search::run() {
  if (request_.only) {
    search_shape(catalog_.offer(*request_.only).shape);
    return std::move(result_);
  }
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
    fill_job(values, job, request_.exchange);
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
    state_layout(*explored.setup);
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
      const bool of_network = explored.time_unknown.starts_with("network_gbps");
      if (work.kept.empty() && (of_network || work.failed_rule != "time.unknown")) {
        work.failed_rule = of_network ? "network.unknown" : "time.unknown";
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
    const auto wall = setup.run + from_hours(setup_hours);
    if (previous.count() > 0 && is_enough(previous, wall))
      break;
    previous = wall;
  }
  result_.setups.shrink_to_fit();
}

/// The layout in words, where a rule names it.
void Search::state_layout(const Setup& setup) {
  if (!rules_.looks_at(facts::FactId::layout))
    return;
  layout_ = workload::describe(setup.layout, request_.workload.demand.kind);
  values_->set_text(facts::FactId::layout, layout_);
}

/// Whether twice the machines gain so little that more of them are not worth a look: less than a
/// tenth, set-up included. Then more machines only cost more, which ends the search for the
/// cheapest; the search for the fastest goes on, and so does one for a deadline not yet safely met.
bool Search::is_enough(Milliseconds before, Milliseconds now) const {
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

bool Search::asked_for(const Offer& offer) {
  if (request_.only && offer.id != *request_.only)
    return false;
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
  // A price of zero is a finding, never a price.
  if (!offer.hourly || offer.hourly->nanos() <= 0)
    return leave_out(offer.has(catalog::Finding::zero_price) ? "price.zero" : "price.none");
  const bool doubtful = (offer.findings & catalog::k_quarantine) != 0;
  if (doubtful && !request_.workload.constraints.quarantined)
    return leave_out("price.quarantined");
  const auto& instance = instance_of(offer.instance);
  if (filters_.least_vcpus && instance.vcpus.value_or(0) < *filters_.least_vcpus) {
    return leave_out("asked.vcpus");
  }
  if (filters_.least_host_memory &&
      instance.host_memory.value_or(core::Bytes{0}) < *filters_.least_host_memory) {
    return leave_out("asked.host-memory");
  }
  // Prices that no rate makes comparable are left out for their currency, later.
  const auto hourly = max_price_ || max_gpu_price_ ? comparable(*offer.hourly) : std::nullopt;
  if (max_price_ && hourly && *hourly > *max_price_)
    return leave_out("asked.max-price");
  const double devices = std::max(instance.devices.value(), 1e-9);
  if (max_gpu_price_ && hourly && hourly->to_double() / devices > max_gpu_price_->to_double())
    return leave_out("asked.max-gpu-price");
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
          .exchange = &request_.exchange,
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
  if (filters_.data_at) {
    usage.transfer_bytes = job.around.dataset_bytes;
    usage.transfer_from = filters_.data_at;
  }
  return usage;
}

Known<cost::Quote> Search::quote_of(const Offer& offer, const Setup& setup) const {
  auto quote = cost_.quote(offer, usage_of(setup), band_of(setup));
  if (!quote)
    return quote;
  cost::Quote told = *quote;
  if (setup.nodes_exact > 0)
    widen_by_nodes(told, setup);
  auto converted = in_currency(told, request_.currency, request_.exchange);
  return converted ? converted : Known<cost::Quote>{told};
}

Known<Money> Search::on_demand_of(const Offer& offer) const {
  Known<Money> cheapest = core::Unknown{"no on-demand price of this size in this place"};
  const auto range = catalog_.offers_of(offer.shape);
  for (auto id = range.first; id < range.last; ++id) {
    const bool same_place = catalog_.option_of({id}) == PurchaseOption::on_demand &&
                            catalog_.instance_of({id}) == offer.instance &&
                            catalog_.region_of({id}) == offer.region;
    if (!same_place)
      continue;
    const auto hourly = catalog_.offer({id}).hourly;
    const bool comparable = hourly && hourly->currency() == offer.currency;
    if (comparable && (!cheapest || *hourly < *cheapest))
      cheapest = *hourly;
  }
  return cheapest;
}

cost::EnergyEstimate
Search::energy_of(const Offer& offer, const Setup& setup, Milliseconds wall) const {
  const auto shape = catalog_.shape(offer.shape);
  if (!shape.accelerator) {
    constexpr core::Unknown k_why{"the power of machines without an accelerator is not known"};
    return {.kwh = k_why, .co2e_kg = k_why};
  }
  const auto region = catalog_.region(offer.region);
  const auto chip = catalog_.accelerator(*shape.accelerator);
  const bool serve = request_.workload.demand.kind == workload::JobKind::serve;
  return cost::estimate_energy({.devices = shape.devices.value() * setup.nodes,
                                .device_power_w = chip.power_w,
                                .time = serve ? from_hours(core::k_hours_per_month) : wall,
                                .pue = region.pue,
                                .grid_gco2_per_kwh = region.grid_gco2_per_kwh},
                               settings_);
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

namespace {

/// The setup of an offer that comes nearest to passing: of the rules that failed the one of the
/// cheapest setup, and by the figure that the rule is about.
struct Miss {
  const facts::Rule* rule = nullptr;
  std::string summary;
  double distance = 0;
  std::int32_t nodes = 1;
  Money total;

  void offer(const facts::Rule& failed,
             const facts::FactValues& values,
             const Money& cost,
             Milliseconds wall,
             std::int32_t count) {
    const bool of_time = names(failed, facts::FactId::time_hours);
    const double figure = of_time ? core::to_hours(wall) : cost.to_double();
    const bool nearer = rule == nullptr || (rule == &failed ? figure < distance : cost < total);
    if (!nearer)
      return;
    rule = &failed;
    summary = failed.message.fill(values);
    distance = figure;
    nodes = count;
    total = cost;
  }
};

} // namespace

void Search::price_offer(ShapeWork& work, OfferId id) {
  const auto offer = catalog_.offer(id);
  if (!asked_for(offer))
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
    fill_job(values, job, request_.exchange);
    fill_shape(values, work.accelerator, work.shape);
    work.facts_filled = true;
  }
  fill_instance(values, instance);
  fill_offer(values, offer, context);
  if (rules_.looks_at(facts::FactId::offer_id)) {
    offer_id_ = catalog_.offer_name(offer);
    values.set_text(facts::FactId::offer_id, offer_id_);
  }
  assume(values);
  const auto by_offer = rules_.judge(Phase::offer, values);
  if (by_offer.failed != nullptr) {
    const auto& failed = *by_offer.failed;
    const auto break_even = values.number(facts::FactId::break_even_hours_per_year);
    const bool of_commitment = names(failed, facts::FactId::project_duration_hours);
    // A commitment is near by the use from which it pays, and near to no other rule.
    constexpr double k_far = 1e9;
    const double price = offer.hourly->to_double() + (is_committed(offer.option) ? k_far : 0);
    const double distance = of_commitment ? break_even.value_or(k_far) : price;
    exclusions.add(failed.id, id, 1, distance, [&] { return failed.message.fill(values); });
    if (of_commitment && break_even)
      exclusions.note_least(failed.id, *break_even);
    return;
  }
  const bool old = rules_.fails(k_old_price_rule, values);
  OfferPlans plans;
  Miss miss;
  for (const auto index : work.kept) {
    const auto& kept = result_.setups[index];
    const auto charge = cost_.charge(offer, usage_of(kept.setup));
    if (!charge) {
      exclusions.add("cost.unknown", id, kept.setup.nodes, 0, [&] {
        return std::string(charge.why_unknown());
      });
      return;
    }
    if (work.filled_setup != index) {
      fill_setup(values,
                 job,
                 work.accelerator,
                 work.shape,
                 kept.setup,
                 kept.time_unknown,
                 job.around.setup_hours);
      values.set_flag(facts::FactId::framework_supported,
                      software_runs(kept.setup.stack, work.accelerator));
      state_layout(kept.setup);
      work.filled_setup = index;
    }
    fill_loading(values, job, kept.setup, work.shape.hosts, storage_.of(offer.instance));
    const Money total = comparable(charge->total).value_or(charge->total);
    state_bill(offer, kept, {.total = total, .wall = charge->wall});
    const auto by_quote = rules_.judge(Phase::quote, values);
    if (by_quote.failed != nullptr) {
      miss.offer(*by_quote.failed, values, total, charge->wall, kept.setup.nodes);
      continue;
    }
    PricedPlan plan{.offer = id,
                    .setup = index,
                    .marks = marks_of(offer, kept),
                    .preferences_missed = kept.preferences_missed,
                    .devices = work.shape.devices.value() * kept.setup.nodes,
                    .total = total,
                    .wall = charge->wall};
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
    plans.offer(plan, order_);
  }
  if (!plans.best) {
    exclusions.add(miss.rule->id, id, miss.nodes, miss.distance, [&] { return miss.summary; });
    return;
  }
  keep_plans(plans);
}

/// States what a setup costs on an offer, as far as rules and objective look at it.
void Search::state_bill(const Offer& offer, const KeptSetup& kept, const cost::Charge& charge) {
  auto& values = *values_;
  if (!full_quote_) {
    fill_charge(values, request_.workload, kept.setup, charge, request_.exchange);
  } else if (const auto quote = quote_of(offer, kept.setup)) {
    const auto energy = energy_of(offer, kept.setup, quote->wall);
    fill_quote(values, request_.workload, kept.setup, *quote, request_.exchange);
    values.set(facts::FactId::energy_kwh, energy.kwh);
    values.set(facts::FactId::co2e_kg, energy.co2e_kg);
    plan_ = plan_reference(catalog_, offer, kept.setup.nodes);
    values.set_text(facts::FactId::plan, plan_);
  }
  assume(values);
}

void Search::keep_plans(const OfferPlans& plans) {
  const auto& best = *plans.best;
  if (best.has(Mark::unconfirmed) && request_.unknown_facts == UnknownFacts::left_out) {
    result_.exclusions.add("unconfirmed",
                           best.offer,
                           result_.setups[best.setup].setup.nodes,
                           best.total.to_double(),
                           [] { return std::string{}; });
    return;
  }
  if (best.total.currency() != request_.currency) {
    result_.elsewhere.push_back(best);
    return;
  }
  result_.plans.push_back(best);
  if (plans.cheapest->setup != best.setup)
    result_.others.push_back(*plans.cheapest);
  if (plans.fastest->setup != best.setup && plans.fastest->setup != plans.cheapest->setup)
    result_.others.push_back(*plans.fastest);
}

} // namespace gpuplan::plan
