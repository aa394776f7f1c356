#include "plan/market/offer_pricing.hpp"

#include "plan/answer/plan_marks.hpp"

#include <algorithm>

namespace gpuplan::plan {

using catalog::Offer;
using catalog::PurchaseOption;
using core::Known;
using core::Milliseconds;
using core::Money;
using facts::FactId;

struct OfferPricing::Miss {
  const facts::Rule* rule = nullptr;
  FedSetups::Fed fed;
  cost::Charge charge; ///< total in the request's currency
  double distance = 0;

  void offer(const facts::Rule& failed,
             bool of_time,
             const FedSetups::Fed& setup,
             const cost::Charge& missed) {
    const double figure = of_time ? core::to_hours(missed.wall) : missed.total.to_double();
    const bool nearer =
        rule == nullptr || (rule == &failed ? figure < distance : missed.total < charge.total);
    if (!nearer)
      return;
    rule = &failed;
    fed = setup;
    charge = missed;
    distance = figure;
  }
};

OfferPricing::OfferPricing(const SearchInput& input,
                           const Records& records,
                           CurrentPrices& current,
                           SearchResult& result)
    : input_(input),
      records_(records),
      current_(current),
      result_(result),
      screen_(input, records),
      quotes_(input, records),
      order_(records,
             input.request.workload.objective,
             input.request.workload.demand.kind == workload::JobKind::serve),
      facts_(input),
      full_quote_(input.rules.needs_full_quote() ||
                  (input.objective && needs_full_quote(*input.objective))),
      freshness_(input.rules),
      setups_(input, result) {
  for (const auto& rule : input.rules.rules().rules()) {
    if (names(rule, FactId::time_hours))
      of_time_.push_back(&rule);
  }
}

bool OfferPricing::is_of_time(const facts::Rule& rule) const {
  return std::find(of_time_.begin(), of_time_.end(), &rule) != of_time_.end();
}

void OfferPricing::begin(const ExploredShape& shape) {
  shape_ = &shape;
  stated_.reset();
  facts_.begin(shape.shape, shape.chip);
  if (shape.network_assumed)
    facts_.forget_network();
  setups_.begin(shape);
}

Known<Money> OfferPricing::on_demand_beside(const Offer& offer) const {
  return quotes_.on_demand_beside(offer).transform([](const auto& price) { return price.hourly; });
}

OfferContext OfferPricing::context_of(const Offer& offer) const {
  const auto place = screen_.place_allowed(offer);
  return {.region = &records_.region(offer.region),
          .provider = &records_.provider(offer.provider),
          .instance = &records_.instance(offer.instance),
          .billing = &records_.billing(offer.provider, offer.option),
          .exchange = &input_.request.exchange,
          .on_demand = on_demand_beside(offer),
          .as_of = input_.request.as_of,
          .place_allowed = place.value_or(false),
          .place_known = place,
          .provider_allowed = screen_.provider_allowed(offer)};
}

void OfferPricing::price(const Offer& offer) {
  const auto context = context_of(offer);
  facts_.state_offer(offer, context);
  const bool rests_on_assumed = facts_.assume(Phase::offer);
  const auto judgement = input_.rules.judge(Phase::offer, facts_.values());
  if (judgement.failed != nullptr)
    return leave_out(offer, *judgement.failed);
  auto marks = marks_of_offer(offer, records_);
  const auto age = freshness_.judge(facts_.values());
  if (age.old)
    marks |= bit(Mark::price_old);
  if (age.later)
    marks |= bit(Mark::price_later);
  if (judgement.unconfirmed != nullptr)
    marks |= bit(Mark::unconfirmed);
  else if (rests_on_assumed)
    marks |= bit(Mark::assumed);
  price_setups(offer, marks);
}

/// A rule on the offer alone. A commitment is near by the use from which it pays, and near to no
/// other rule.
void OfferPricing::leave_out(const Offer& offer, const facts::Rule& failed) {
  const auto& values = facts_.values();
  const auto break_even = values.number(FactId::break_even_hours_per_year);
  const bool of_commitment = names(failed, FactId::project_duration_hours);
  constexpr double k_far = 1e9;
  const double price = offer.hourly->to_double() + (is_committed(offer.option) ? k_far : 0);
  const double distance = of_commitment ? break_even.value_or(k_far) : price;
  result_.exclusions.add(
      failed.id,
      {.offer = offer.id, .distance = distance},
      [&] { return current_(offer); },
      [&] { return failed.message.fill(values); });
  const auto on_demand = quotes_.on_demand_beside(offer);
  if (of_commitment && break_even && on_demand && on_demand->current)
    result_.exclusions.note_least(failed.id, *break_even);
}

void OfferPricing::price_setups(const Offer& offer, std::uint32_t marks) {
  auto rates = input_.cost.rates(offer, setups_.first_use());
  if (is_committed(offer.option))
    rates.on_demand_hourly = on_demand_beside(offer);
  plans_.best.reset();
  plans_.others.clear();
  Miss miss;
  for (std::size_t i = 0; i < setups_.size(); ++i) {
    const auto fed = setups_.on(offer.instance, i);
    const auto index = fed.setup;
    const auto& setup = result_.setups[index].setup;
    const auto charge = cost::charge_of(rates, *fed.use);
    if (!charge) {
      result_.exclusions.add(
          "cost.unknown",
          {.offer = offer.id, .nodes = setup.nodes},
          [&] { return current_(offer); },
          [&] { return std::string(charge.why_unknown()); });
      return;
    }
    const auto total = input_.request.comparable(charge->total).value_or(charge->total);
    const cost::Charge told{.total = total, .wall = charge->wall};
    if (stated_ != index)
      facts_.restate(result_.setups[index]);
    stated_ = index;
    facts_.state_loading(fed.loading_ratio);
    const bool rests_on_assumed = state_bill(offer, setup, told);
    const auto judgement = input_.rules.judge(Phase::quote, facts_.values());
    if (const auto* failed = judgement.failed != nullptr ? judgement.failed : fed.failed) {
      miss.offer(*failed, is_of_time(*failed), fed, told);
      continue;
    }
    auto plan = plan_of(offer, index, told);
    plan.marks |= marks | fed.marks;
    if (judgement.unconfirmed != nullptr)
      plan.marks |= bit(Mark::unconfirmed);
    else if (rests_on_assumed)
      plan.marks |= bit(Mark::assumed);
    plans_.offer(plan, order_);
  }
  if (plans_.best)
    return keep(plans_);
  const auto nodes = result_.setups[miss.fed.setup].setup.nodes;
  const auto in_words = [&] {
    const auto& missed = result_.setups[miss.fed.setup];
    facts_.state_setup(missed.setup, missed.software, {});
    stated_ = miss.fed.setup;
    facts_.state_loading(miss.fed.loading_ratio);
    state_bill(offer, missed.setup, miss.charge);
    return miss.rule->message.fill(facts_.values());
  };
  result_.exclusions.add(
      miss.rule->id,
      {.offer = offer.id, .nodes = nodes, .distance = miss.distance},
      [&] { return current_(offer); },
      in_words);
}

/// States what a setup costs on an offer, as far as rules and objective look at it; whether what
/// the rules say then rests on what the user assumes.
bool OfferPricing::state_bill(const Offer& offer, const Setup& setup, const cost::Charge& charge) {
  if (!full_quote_) {
    facts_.state_charge(setup, charge);
  } else if (const auto quote = quotes_.quote_of(offer, setup)) {
    const auto energy = quotes_.energy_of(offer, setup, quote->wall);
    facts_.state_quote(offer, setup, *quote, energy);
  }
  return facts_.assume(Phase::quote);
}

PricedPlan
OfferPricing::plan_of(const Offer& offer, std::uint32_t index, const cost::Charge& charge) const {
  const auto& kept = result_.setups[index];
  PricedPlan plan{.offer = offer.id,
                  .setup = index,
                  .marks = kept.marks,
                  .preferences_missed = kept.preferences_missed,
                  .devices = shape_->shape.devices.value() * kept.setup.nodes,
                  .total = charge.total,
                  .wall = charge.wall};
  if (input_.objective) {
    const auto value = input_.objective->evaluate(facts_.values());
    plan.custom_known = value.known();
    plan.custom = value.value_or(0);
  }
  if (kept.setup.units_per_s > 0)
    plan.cost_per_unit = charge.total.to_double() / kept.setup.units_per_s;
  return plan;
}

void OfferPricing::keep(const OfferPlans& plans) {
  const auto& best = *plans.best;
  if (best.has(Mark::unconfirmed) && input_.request.unknown_facts == UnknownFacts::left_out) {
    result_.exclusions.add(
        "unconfirmed",
        {.offer = best.offer,
         .nodes = result_.setups[best.setup].setup.nodes,
         .distance = best.total.to_double()},
        [&] { return is_current(best); },
        [] { return std::string{}; });
    return;
  }
  if (best.total.currency() != input_.request.currency) {
    result_.elsewhere.push_back(best);
    return;
  }
  result_.plans.push_back(best);
  result_.others.insert(result_.others.end(), plans.others.begin(), plans.others.end());
}

} // namespace gpuplan::plan
