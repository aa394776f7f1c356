#include "core/ensure.hpp"
#include "cost/energy.hpp"
#include "plan/facts/fill_recommendation.hpp"
#include "plan/picks.hpp"
#include "plan/planner_state.hpp"
#include "plan/relaxations.hpp"
#include "plan/remedies.hpp"
#include "plan/request_checks.hpp"
#include "plan/search.hpp"
#include "plan/words.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {
namespace {

using core::Money;

double number_setting(const catalog::Catalog& catalog, std::string_view key) {
  const auto setting = catalog.setting(key);
  GPUPLAN_ENSURE(setting.has_value());
  const auto value = source::parse_number(setting->value);
  GPUPLAN_ENSURE(value.has_value());
  return *value;
}

std::optional<std::string> present(std::string_view text) {
  if (text.empty())
    return std::nullopt;
  return std::string(text);
}

facts::RuleText text_of(const catalog::RuleRecord& record) {
  return {.id = std::string(record.id),
          .corner = present(record.corner),
          .applies = present(record.applies),
          .check = present(record.check),
          .level = present(record.level),
          .unknown = present(record.unknown),
          .message = present(record.message),
          .why = present(record.why),
          .source = present(record.source),
          .position = {.file = std::string(record.file), .line = record.line}};
}

facts::RuleSet compiled_rules(const catalog::Catalog& catalog) {
  facts::RuleSet rules;
  for (const auto& record : catalog.rules()) {
    const auto fault = rules.add(text_of(record));
    GPUPLAN_ENSURE(!fault.has_value());
  }
  return rules;
}

} // namespace

namespace {

/// Turns the compact result of a search into the answer.
class Answer {
public:
  Answer(const catalog::Catalog& catalog,
         const RuleBook& rules,
         const Request& request,
         Search& search,
         SearchResult& result)
      : catalog_(catalog),
        rules_(rules),
        request_(request),
        search_(search),
        result_(result) {}

  RecommendationSet make() {
    auto& plans = result_.plans;
    drop_twins(plans);
    drop_others_of_twins();
    const PlanOrder order(catalog_, request_.workload.objective, serves());
    std::sort(plans.begin(), plans.end(), order);
    mark_pareto(plans);
    set_.catalog = &catalog_;
    set_.workload = request_.workload;
    set_.as_of = request_.as_of;
    set_.currency = request_.currency;
    set_.exchange = request_.exchange;
    set_.assumptions = request_.workload.assumptions;
    const auto picked = pick(catalog_,
                             plans,
                             result_.others,
                             {.cost_ratio = number_setting(catalog_, "picks.fast_cost_ratio"),
                              .devices_most = number_setting(catalog_, "picks.fast_devices_most"),
                              .has_budget = request_.workload.constraints.budget.has_value()});
    choose_lines();
    for (const auto& one : picked) {
      set_.picks.push_back(
          {.kind = one.kind, .index = keep(one.plan), .why = std::string(reason_of(one.kind))});
    }
    for (const auto& plan : plans) {
      if (std::find(request_.focus.begin(), request_.focus.end(), plan.offer) !=
          request_.focus.end()) {
        keep(plan);
      }
    }
    if (request_.keep == Keep::every) {
      for (const auto& plan : plans)
        keep(plan);
    }
    find_naive();
    write_exclusions();
    count();
    return std::move(set_);
  }

private:
  [[nodiscard]] bool serves() const {
    return request_.workload.demand.kind == workload::JobKind::serve;
  }

  /// Of one offer under two names the fresher price stays, then the dearer, then the first name.
  void drop_twins(std::vector<PricedPlan>& plans) {
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::string_view, int, int, int>;
    std::map<Key, std::size_t> first;
    std::vector<bool> drop(plans.size());
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const auto offer = catalog_.offer(plans[i].offer);
      const auto same_as = catalog_.instance(offer.instance).same_as;
      const auto listed = same_as ? std::min(*same_as, offer.instance) : offer.instance;
      const Key key{listed.index,
                    offer.region.index,
                    offer.zone,
                    static_cast<int>(offer.option),
                    static_cast<int>(offer.term),
                    static_cast<int>(offer.payment)};
      const auto [at, inserted] = first.try_emplace(key, i);
      if (inserted)
        continue;
      const bool better = fresher(offer, catalog_.offer(plans[at->second].offer));
      drop[better ? at->second : i] = true;
      if (better)
        at->second = i;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if (!drop[i])
        plans[kept++] = plans[i];
    }
    set_.counts.twins = plans.size() - kept;
    plans.resize(kept);
  }

  /// What is not ranked is no pick either.
  void drop_others_of_twins() {
    std::vector<bool> listed(catalog_.offer_count());
    for (const auto& plan : result_.plans)
      listed[plan.offer.index] = true;
    std::erase_if(result_.others,
                  [&](const PricedPlan& plan) { return !listed[plan.offer.index]; });
  }

  static bool fresher(const catalog::Offer& a, const catalog::Offer& b) {
    if (a.as_of.known() != b.as_of.known())
      return a.as_of.known();
    if (a.as_of && *a.as_of != *b.as_of)
      return *a.as_of > *b.as_of;
    if (a.hourly && b.hourly && a.hourly->nanos() != b.hourly->nanos()) {
      return a.hourly->nanos() > b.hourly->nanos();
    }
    return a.instance < b.instance;
  }

  void choose_lines() {
    const auto& plans = result_.plans;
    const auto groups = best_of_groups(catalog_, plans);
    std::vector<std::size_t> current;
    std::vector<std::size_t> old;
    for (const auto group : groups)
      (is_current(plans[group]) ? current : old).push_back(group);
    for (const auto line : default_lines(catalog_, plans, current, request_.lines)) {
      set_.lines.push_back(keep(plans[line]));
    }
    for (const auto line : old) {
      if (set_.old_lines.size() == request_.lines)
        break;
      set_.old_lines.push_back(keep(plans[line]));
    }
    set_.counts.groups = groups.size();
    set_.counts.old_groups = old.size();
  }

  std::size_t keep(const PricedPlan& plan) {
    const std::pair key{plan.offer.index, plan.setup};
    const auto found = kept_.find(key);
    if (found != kept_.end())
      return found->second;
    const std::size_t index = set_.recommendations.size();
    set_.recommendations.push_back(write(plan));
    kept_.emplace(key, index);
    return index;
  }

  Recommendation write(const PricedPlan& plan) {
    const auto& kept = result_.setups[plan.setup];
    Recommendation entry{
        .offer = catalog_.offer(plan.offer), .setup = kept.setup, .marks = plan.marks};
    entry.plan = plan_reference(catalog_, entry.offer, kept.setup.nodes);
    entry.offer_id = catalog_.offer_name(entry.offer);
    entry.layout = workload::describe(kept.setup.layout, request_.workload.demand.kind);
    entry.place_allowed = search_.place_allowed(entry.offer);
    entry.provider_allowed = search_.provider_allowed(entry.offer);
    const auto quote = search_.quote_of(entry.offer, kept.setup);
    GPUPLAN_ENSURE(quote.known());
    entry.quote = *quote;
    entry.on_demand_hourly = search_.on_demand_of(entry.offer);
    const auto& ranked = result_.plans;
    const auto at = std::find_if(ranked.begin(), ranked.end(), [&](const PricedPlan& other) {
      return other.offer == plan.offer && other.setup == plan.setup;
    });
    entry.rank = at == ranked.end() ? 0 : static_cast<std::uint32_t>(at - ranked.begin()) + 1;
    entry.same_price_regions = regions_at_same_price(plan, entry.offer);
    const auto energy = search_.energy_of(entry.offer, kept.setup, entry.quote.wall);
    if (energy.kwh)
      entry.energy_kwh = *energy.kwh;
    if (energy.co2e_kg)
      entry.co2e_kg = *energy.co2e_kg;
    facts::FactValues values;
    values.set_place_matcher(search_.places());
    fill_rates(values, request_.exchange, request_.currency);
    fill_recommendation(
        values, catalog_, request_.workload, request_.as_of, request_.exchange, entry);
    entry.verdicts = rules_.verdicts(values);
    return entry;
  }

  std::uint32_t regions_at_same_price(const PricedPlan& plan, const catalog::Offer& offer) {
    std::uint32_t others = 0;
    for (const auto& other : result_.plans) {
      if (other.total != plan.total || other.offer == plan.offer)
        continue;
      const auto twin = catalog_.offer(other.offer);
      const bool same = twin.instance == offer.instance && twin.option == offer.option &&
                        twin.region != offer.region;
      if (same)
        ++others;
    }
    return others;
  }

  void find_naive() {
    const auto setting = catalog_.setting("naive.places");
    GPUPLAN_ENSURE(setting.has_value());
    const auto places = words_of(setting->value);
    const auto naive = naive_choice(catalog_, result_.plans, places);
    if (!naive)
      return;
    const auto offer = catalog_.offer(naive->offer);
    const auto nodes = result_.setups[naive->setup].setup.nodes;
    set_.naive = NaiveChoice{.plan = plan_reference(catalog_, offer, nodes), .total = naive->total};
  }

  void write_exclusions() {
    for (const auto& [reason, entry] : result_.exclusions.entries()) {
      const auto text = reason_text(reason, request_.workload);
      const auto offer = catalog_.offer({entry.offer});
      Exclusion exclusion{.reason = reason,
                          .count = entry.count,
                          .summary = std::string(text.phrase),
                          .nearest = plan_reference(catalog_, offer, entry.nodes),
                          .nearest_note = entry.summary,
                          .remedy = std::string(text.remedy)};
      if (entry.has_least)
        exclusion.least = entry.least;
      set_.excluded.push_back(std::move(exclusion));
    }
    std::map<core::Currency, std::vector<PricedPlan>> by_currency;
    for (const auto& plan : result_.elsewhere)
      by_currency[plan.total.currency()].push_back(plan);
    const PlanOrder order(catalog_, request_.workload.objective, serves());
    for (auto& [currency, plans] : by_currency) {
      const auto best = *std::min_element(plans.begin(), plans.end(), order);
      const auto offer = catalog_.offer(best.offer);
      set_.excluded.push_back(
          {.reason = "currency.no-rate",
           .count = plans.size(),
           .summary = fmt::format("priced in {}", currency.code()),
           .nearest = plan_reference(catalog_, offer, result_.setups[best.setup].setup.nodes),
           .nearest_note = fmt::format("{} {}", to_fixed(best.total, 2), currency.code()),
           .remedy = fmt::format("--currency {0}, --fx {0}=…USD@DATE", currency.code())});
    }
    std::stable_sort(set_.excluded.begin(), set_.excluded.end(), [](const auto& a, const auto& b) {
      return a.count > b.count;
    });
  }

  void count() {
    set_.counts.offers = result_.offers_seen;
    set_.counts.ranked = result_.plans.size();
    for (const auto& plan : result_.plans) {
      if (is_current(plan))
        ++set_.counts.current;
    }
    for (const auto& exclusion : set_.excluded) {
      if (exclusion.reason == "price.none")
        set_.counts.unpriced = exclusion.count;
    }
  }

  const catalog::Catalog& catalog_;
  const RuleBook& rules_;
  const Request& request_;
  Search& search_;
  SearchResult& result_;
  RecommendationSet set_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> kept_;
};

} // namespace

namespace {

/// An expression of the request, or nothing with a caret under its fault.
std::optional<facts::Expression>
compiled(const std::string& text, std::string_view origin, core::DiagnosticSink& sink) {
  if (text.empty())
    return std::nullopt;
  auto result = facts::compile(text);
  if (const auto* error = std::get_if<facts::ExpressionError>(&result)) {
    auto diagnostic = facts::diagnose(*error, origin, text);
    diagnostic.code = "USE030";
    sink.report(std::move(diagnostic));
    return std::nullopt;
  }
  return std::get<facts::Expression>(std::move(result));
}

} // namespace

namespace {

/// Limits that are rules like any other, so that they are judged and told in the same way.
void add_asked(facts::RuleSet& rules, const workload::Workload& workload) {
  const auto require = [&](std::string id, std::string check, std::string message) {
    const auto fault = rules.add({.id = std::move(id),
                                  .corner = "policy",
                                  .check = std::move(check),
                                  .level = "require",
                                  .unknown = "reject",
                                  .message = std::move(message)});
    GPUPLAN_ENSURE(!fault.has_value());
  };
  if (!workload.where.empty())
    require("asked.where", workload.where, "does not meet the filter");
  if (workload.constraints.ecc_required)
    require("asked.ecc", "ecc", "{accelerator} does not correct memory errors");
}

} // namespace

Planner::Planner(const catalog::Catalog& catalog)
    : bound_(std::make_unique<Bound>(catalog, compiled_rules(catalog))) {}

Planner::~Planner() = default;

const Models& Planner::models() const {
  return bound_->models;
}

const facts::RuleSet& Planner::rules() const {
  return bound_->rules;
}

/// Where nothing meets a request, what the best plan would be without one of its limits. Each limit
/// is taken away alone, so that the answer names the one change that helps.
void Planner::add_nearest(RecommendationSet& set,
                          const Request& request,
                          const facts::RuleSet& rules) const {
  for (const auto& relaxation : relaxations()) {
    auto relaxed = request;
    relaxed.nearest = Nearest::left_alone;
    relaxed.lines = 1;
    if (!relaxation.relax(relaxed.workload))
      continue;
    core::DiagnosticSink ignored;
    const auto answer = recommend(relaxed, rules, ignored);
    if (!answer || answer->recommendations.empty())
      continue;
    const auto& best = answer->recommendations.front();
    set.excluded.insert(set.excluded.begin(),
                        {.reason = std::string(relaxation.reason),
                         .count = 0,
                         .summary = fmt::format("without {}", relaxation.flag),
                         .nearest = best.plan,
                         .nearest_note = fmt::format("{} {}, {:.3g} h",
                                                     core::to_fixed(best.quote.total, 2),
                                                     best.quote.total.currency().code(),
                                                     core::to_hours(best.quote.wall)),
                         .remedy = std::string(relaxation.flag)});
  }
}

std::optional<RecommendationSet> Planner::recommend(const Request& request,
                                                    const facts::RuleSet& rules,
                                                    core::DiagnosticSink& sink) const {
  const auto& catalog = bound_->catalog;
  const auto errors = sink.error_count();
  check_request(request, sink);
  const auto filters = resolve_filters(request.workload, catalog, sink);
  const auto objective = compiled(request.workload.objective == workload::Objective::expression
                                      ? request.workload.objective_text
                                      : std::string{},
                                  "--rank-by",
                                  sink);
  const auto where = compiled(request.workload.where, "--where", sink);
  if (sink.error_count() > errors || !filters)
    return std::nullopt;
  facts::RuleSet in_force = rules;
  add_asked(in_force, request.workload);
  const RuleBook book(std::move(in_force));
  const cost::CostModel cost(catalog, request.exchange);
  Search search(catalog, bound_->models, cost, book, *filters, request, objective);
  auto result = search.run();
  const bool empty = result.plans.empty() && result.elsewhere.empty();
  auto set = Answer(catalog, book, request, search, result).make();
  if (empty && request.nearest == Nearest::looked_for)
    add_nearest(set, request, rules);
  return set;
}

} // namespace gpuplan::plan
