#include "plan/answer/answer.hpp"

#include "core/counted.hpp"
#include "core/ensure.hpp"
#include "plan/answer/bars.hpp"
#include "plan/answer/commitments.hpp"
#include "plan/answer/picks.hpp"
#include "plan/answer/plan_writer.hpp"
#include "plan/answer/rank.hpp"
#include "plan/answer/twins.hpp"
#include "plan/number_setting.hpp"
#include "plan/remedies/left_out.hpp"
#include "plan/remedies/remedies.hpp"
#include "plan/request/rate_age.hpp"
#include "plan/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gpuplan::plan {
namespace {

/// Sorts by where the plans lie: they are large against what is compared.
void sort_plans(std::vector<PricedPlan>& plans, const PlanOrder& before) {
  std::vector<const PricedPlan*> order;
  order.reserve(plans.size());
  for (const auto& plan : plans)
    order.push_back(&plan);
  std::sort(
      order.begin(), order.end(), [&](const auto* a, const auto* b) { return before(*a, *b); });
  std::vector<PricedPlan> sorted;
  sorted.reserve(plans.size());
  for (const auto* plan : order)
    sorted.push_back(*plan);
  plans = std::move(sorted);
}

class Answer {
public:
  Answer(const SearchInput& input,
         const Records& records,
         const Trials& trials,
         SearchResult& result)
      : input_(input),
        records_(records),
        trials_(trials),
        result_(result),
        writer_(input, records, result) {}

  RecommendationSet make() {
    const auto& request = input_.request;
    set_.catalog = &input_.catalog;
    set_.workload = request.workload;
    set_.as_of = request.as_of;
    set_.currency = request.currency;
    set_.exchange = request.exchange;
    set_.old_rates = old_rates(input_.catalog, request.exchange, request.as_of);
    set_.assumptions = request.workload.assumptions;
    rank();
    const auto picked = picks();
    choose_lines();
    const double devices_most = number_setting(input_.catalog, "picks.devices_most");
    for (const auto& one : picked) {
      set_.picks.push_back({.kind = one.kind,
                            .index = keep(one.plan),
                            .why = reason_of(one.kind, input_.catalog.option_of(one.plan.offer)),
                            .many = many_devices(one.plan, set_.workload, devices_most)});
    }
    find_tight();
    explain_first();
    find_commitment();
    keep_asked();
    find_naive();
    if (request.nearest == Nearest::looked_for)
      relieve_tight_line();
    set_.excluded = left_out(input_, records_, result_, trials_);
    count();
    return std::move(set_);
  }

private:
  /// What is not ranked is no pick either.
  void rank() {
    auto& plans = result_.plans;
    set_.counts.twins = drop_twins(plans, records_);
    if (set_.counts.twins > 0) {
      std::vector<bool> listed(input_.catalog.offer_count());
      for (const auto& plan : plans)
        listed[plan.offer.index] = true;
      std::erase_if(result_.others,
                    [&](const PricedPlan& plan) { return !listed[plan.offer.index]; });
    }
    const auto& job = input_.request.workload;
    const bool serves = job.demand.kind == workload::JobKind::serve;
    sort_plans(plans, PlanOrder(records_, job.objective, serves));
    mark_pareto(plans);
    writer_.note_ranking();
  }

  [[nodiscard]] std::vector<PickedPlan> picks() const {
    const auto& catalog = input_.catalog;
    return pick(records_,
                result_.plans,
                result_.others,
                {.terms = pick_terms(input_.request.workload),
                 .cost_ratio = number_setting(catalog, "picks.fast_cost_ratio"),
                 .devices_most = number_setting(catalog, "picks.devices_most"),
                 .warned = [this](const PricedPlan& plan) {
                   return writer_.write(plan).has(Mark::rule_warns);
                 }});
  }

  void choose_lines() {
    const auto& plans = result_.plans;
    const auto most = input_.request.lines;
    const auto groups = best_of_groups(records_, plans);
    std::vector<std::size_t> current;
    std::vector<std::size_t> old;
    for (const auto group : groups)
      (is_current(plans[group]) ? current : old).push_back(group);
    const auto lines = default_lines(records_, plans, current, most);
    for (const auto line : lines)
      set_.lines.push_back(keep(plans[line]));
    const auto last = std::find_if(lines.rbegin(), lines.rend(), [&](std::size_t line) {
      return !plans[line].has(Mark::unconfirmed);
    });
    if (last != lines.rend())
      find_not_confirmed(plans[*last]);
    for (const auto line : old) {
      if (set_.old_lines.size() == most)
        break;
      set_.old_lines.push_back(keep(plans[line]));
    }
    set_.counts.groups = groups.size();
    set_.counts.old_groups = old.size();
  }

  /// Nothing one can rely on may be for want of memory alone.
  void find_tight() {
    if (std::ranges::find(set_.picks, PickKind::rely, &Pick::kind) != set_.picks.end())
      return;
    const auto cheapest = [&](PickKind kind) {
      return cheapest_tight(
          records_, result_.plans, result_.others, pick_terms(set_.workload), kind);
    };
    auto tight = cheapest(PickKind::rely);
    if (!tight && set_.picks.empty())
      tight = cheapest(PickKind::cheap);
    if (tight)
      set_.tight = keep(*tight);
  }

  /// Plans that rest on an unknown fact stand behind all others, most often out of sight; those
  /// that would come before the last confirmed line of the list are told of.
  void find_not_confirmed(const PricedPlan& last) {
    const auto& job = input_.request.workload;
    const PlanOrder order(records_, job.objective, job.demand.kind == workload::JobKind::serve);
    const auto [best, count] = not_confirmed_before(last, result_.plans, order);
    if (best == nullptr)
      return;
    auto entry = writer_.write(*best);
    GPUPLAN_ENSURE(!entry.bars.empty());
    set_.not_confirmed = NotConfirmed{.count = count,
                                      .plan = std::move(entry.plan),
                                      .total = entry.quote.total,
                                      .bar = std::move(entry.bars.front())};
  }

  /// The first of the ranking, where no pick is of its offer: a reader would take it for the
  /// answer.
  void explain_first() {
    if (result_.plans.empty())
      return;
    const auto& first = result_.plans.front();
    const bool picked = std::any_of(set_.picks.begin(), set_.picks.end(), [&](const Pick& pick) {
      return set_.recommendations[pick.index].offer.id == first.offer;
    });
    if (picked)
      return;
    const auto index = keep(first);
    const auto& entry = set_.recommendations[index];
    auto bars = entry.bars.empty() ? passed_over(input_.catalog, entry, pick_terms(set_.workload))
                                   : entry.bars;
    if (bars.empty() && set_.workload.objective != workload::Objective::cost)
      bars.push_back(
          {.reason = "rank-by", .why = beyond_picks(input_.catalog, set_, entry), .lifted = {}});
    if (!bars.empty())
      set_.first_not_picked = NotPicked{.index = index, .bars = std::move(bars)};
  }

  /// What a commitment would change, where the terms that were asked for, and so the picks, have
  /// none.
  void find_commitment() {
    if (!set_.workload.purchase.terms.empty())
      return;
    if (const auto plan = cheapest_commitment(input_.catalog, result_.plans))
      set_.commitment = keep(*plan);
  }

  /// What would make the first tight line fit, so that the note on it names a way that was tried.
  void relieve_tight_line() {
    for (const auto line : set_.lines) {
      const auto& entry = set_.recommendations[line];
      if (!entry.has(Mark::memory_tight))
        continue;
      set_.relief = relief_for(entry, trials_);
      return;
    }
  }

  void keep_asked() {
    const auto& request = input_.request;
    const auto in_focus = [&](const PricedPlan& plan) {
      return std::find(request.focus.begin(), request.focus.end(), plan.offer) !=
             request.focus.end();
    };
    for (const auto& plan : result_.plans) {
      if (in_focus(plan))
        keep(plan);
    }
    if (request.focus_rank > 0 && request.focus_rank <= result_.plans.size())
      keep(result_.plans[request.focus_rank - 1]);
    if (request.keep != Keep::every)
      return;
    for (const auto& plan : result_.plans)
      keep(plan);
  }

  std::size_t keep(const PricedPlan& plan) {
    const std::pair key{plan.offer.index, plan.setup};
    const auto found = kept_.find(key);
    if (found != kept_.end())
      return found->second;
    const std::size_t index = set_.recommendations.size();
    set_.recommendations.push_back(writer_.write(plan));
    kept_.emplace(key, index);
    return index;
  }

  void find_naive() {
    const auto& catalog = input_.catalog;
    const auto setting = catalog.setting("naive.places");
    GPUPLAN_ENSURE(setting.has_value());
    const auto naive =
        naive_choice(catalog, result_.plans, result_.others, words_of(setting->value));
    if (!naive)
      return;
    const auto offer = catalog.offer(naive->offer);
    const auto nodes = result_.setups[naive->setup].setup.nodes;
    set_.naive = NaiveChoice{.plan = plan_reference(catalog, offer, nodes), .total = naive->total};
  }

  void count() {
    const auto& plans = result_.plans;
    set_.counts.offers = result_.offers_seen;
    set_.counts.ranked = plans.size();
    set_.counts.current =
        static_cast<std::uint64_t>(std::count_if(plans.begin(), plans.end(), is_current));
    set_.counts.later = static_cast<std::uint64_t>(
        std::count_if(plans.begin(), plans.end(), [](const PricedPlan& plan) {
          return plan.has(Mark::price_later);
        }));
    if (set_.counts.later > 0)
      set_.footnotes.push_back(
          fmt::format("{} of {} have a price dated after {}, the day of this answer: ranked behind "
                      "and never a pick (a later --as-of counts them)",
                      core::with_thousands(set_.counts.later),
                      core::counted(set_.counts.ranked, "plan"),
                      core::to_string(set_.as_of)));
    for (const auto& exclusion : set_.excluded) {
      if (exclusion.reason == "price.none" || exclusion.reason == "price.zero")
        set_.counts.unpriced += exclusion.count;
    }
  }

  const SearchInput& input_;
  const Records& records_;
  const Trials& trials_;
  SearchResult& result_;
  PlanWriter writer_;
  RecommendationSet set_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> kept_;
};

} // namespace

RecommendationSet answer_of(const SearchInput& input,
                            const Records& records,
                            const Trials& trials,
                            SearchResult result) {
  return Answer(input, records, trials, result).make();
}

} // namespace gpuplan::plan
