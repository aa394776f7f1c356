#include "plan/answer/plan_writer.hpp"

#include "core/ensure.hpp"
#include "plan/answer/bars.hpp"
#include "plan/answer/plan_marks.hpp"
#include "plan/facts/fill_recommendation.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace gpuplan::plan {

PlanWriter::PlanWriter(const SearchInput& input, const Records& records, const SearchResult& result)
    : input_(input),
      result_(result),
      screen_(input, records),
      quotes_(input, records),
      places_(input.catalog) {}

/// By counting: of an answer that is written out whole every plan asks for its likes.
void PlanWriter::note_ranking() {
  const auto& catalog = input_.catalog;
  begins_.assign(catalog.instance_count() + 1, 0);
  for (const auto& plan : result_.plans)
    ++begins_[catalog.instance_of(plan.offer).index + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  by_instance_.resize(result_.plans.size());
  auto next = begins_;
  for (std::uint32_t place = 0; place < result_.plans.size(); ++place)
    by_instance_[next[catalog.instance_of(result_.plans[place].offer).index]++] = place;
}

std::span<const std::uint32_t> PlanWriter::on_instance(catalog::InstanceId instance) const {
  const auto first = begins_[instance.index];
  return std::span(by_instance_).subspan(first, begins_[instance.index + 1] - first);
}

Recommendation PlanWriter::write(const PricedPlan& plan) const {
  const auto& catalog = input_.catalog;
  const auto& setup = result_.setups[plan.setup].setup;
  Recommendation entry{.offer = catalog.offer(plan.offer), .setup = setup, .marks = plan.marks};
  entry.plan = plan_reference(catalog, entry.offer, setup.nodes);
  entry.offer_id = catalog.offer_name(entry.offer);
  entry.layout = workload::describe(setup.layout, input_.request.workload.demand.kind);
  entry.place_allowed = screen_.place_allowed(entry.offer);
  entry.provider_allowed = screen_.provider_allowed(entry.offer);
  const auto quote = quotes_.quote_of(entry.offer, setup);
  GPUPLAN_ENSURE(quote.known());
  entry.quote = *quote;
  entry.on_demand_hourly = quotes_.on_demand_beside(entry.offer).transform([](const auto& price) {
    return price.hourly;
  });
  rank(entry, plan);
  entry.same_price_regions = regions_at_same_price(plan);
  const auto energy = quotes_.energy_of(entry.offer, setup, entry.quote.wall);
  if (energy.kwh)
    entry.energy_kwh = *energy.kwh;
  if (energy.co2e_kg)
    entry.co2e_kg = *energy.co2e_kg;
  judge(entry);
  entry.bars = bars_of(catalog, input_.request.as_of, entry);
  return entry;
}

/// From 1; a plan that is no offer's best has the rank of its offer alone.
void PlanWriter::rank(Recommendation& entry, const PricedPlan& plan) const {
  for (const auto place : on_instance(input_.catalog.instance_of(plan.offer))) {
    const auto& other = result_.plans[place];
    if (other.offer != plan.offer)
      continue;
    entry.offer_rank = place + 1;
    if (other.setup == plan.setup)
      entry.rank = place + 1;
  }
}

std::uint32_t PlanWriter::regions_at_same_price(const PricedPlan& plan) const {
  const auto& catalog = input_.catalog;
  std::set<catalog::RegionId> regions;
  for (const auto place : on_instance(catalog.instance_of(plan.offer))) {
    const auto& other = result_.plans[place];
    if (other.total == plan.total &&
        catalog.option_of(other.offer) == catalog.option_of(plan.offer))
      regions.insert(catalog.region_of(other.offer));
  }
  regions.erase(catalog.region_of(plan.offer));
  return static_cast<std::uint32_t>(regions.size());
}

/// What the rules say of it, and the odds of limits that its ranges cross.
void PlanWriter::judge(Recommendation& entry) const {
  const auto& request = input_.request;
  facts::FactValues values;
  values.set_place_matcher(&places_);
  fill_rates(values, request.exchange, request.currency);
  fill_recommendation(
      values, input_.catalog, request.workload, request.as_of, request.exchange, entry);
  entry.verdicts = input_.rules.verdicts(values);
  entry.odds = crossed_limits(values);
  const bool may_exceed = std::any_of(
      entry.odds.begin(), entry.odds.end(), [](const auto& limit) { return limit.expected; });
  if (may_exceed)
    entry.marks |= bit(Mark::limit_in_range);
  if (!warnings_of(entry).empty())
    entry.marks |= bit(Mark::rule_warns);
}

} // namespace gpuplan::plan
