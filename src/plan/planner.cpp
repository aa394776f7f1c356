#include "plan/answer/answer.hpp"
#include "plan/facts/fill.hpp"
#include "plan/facts/job_has.hpp"
#include "plan/planner_state.hpp"
#include "plan/remedies/relaxations.hpp"
#include "plan/request/request_checks.hpp"
#include "plan/request/where_targets.hpp"
#include "plan/rules/catalog_rules.hpp"
#include "plan/search.hpp"

#include <fmt/format.h>

namespace gpuplan::plan {
namespace {

/// An expression over the facts of a job's plans, or nothing with a caret under its fault.
std::optional<facts::Expression>
compiled(const std::string& text,
         std::string_view origin,
         const workload::Workload& workload,
         core::DiagnosticSink& sink,
         std::variant<facts::Expression, facts::ExpressionError> (
             *compile)(std::string_view, std::span<const std::string_view>) = facts::compile) {
  if (text.empty())
    return std::nullopt;
  auto result = compile(text, {});
  if (const auto* error = std::get_if<facts::ExpressionError>(&result)) {
    auto diagnostic = facts::diagnose(*error, origin, text);
    diagnostic.code = "USE030";
    sink.report(std::move(diagnostic));
    return std::nullopt;
  }
  auto& expression = std::get<facts::Expression>(result);
  if (const auto error = fact_of_other_jobs(expression, workload)) {
    sink.report(facts::diagnose(*error, origin, text));
    return std::nullopt;
  }
  return std::move(expression);
}

/// Minutes below two hours, as the messages of rules have it.
std::string time_text(core::Milliseconds wall) {
  constexpr double k_in_minutes_below = 2;
  constexpr double k_minutes = 60;
  const auto hours = core::to_hours(wall);
  return hours < k_in_minutes_below ? fmt::format("{:.3g} min", hours * k_minutes)
                                    : fmt::format("{:.3g} h", hours);
}

} // namespace

Planner::Planner(const catalog::Catalog& catalog)
    : bound_(std::make_unique<Bound>(catalog, rules_of(catalog))) {}

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
    const bool set_apart = answer->lines.empty() && request.old_prices == OldPrices::set_apart;
    const auto& best = answer->recommendations.front();
    const auto without =
        fmt::format("without {}{}", relaxation.flag, set_apart ? ", with --old" : "");
    set.excluded.insert(set.excluded.begin(),
                        {.reason = std::string(relaxation.reason),
                         .count = 0,
                         .summary = without,
                         .nearest = best.plan,
                         .nearest_note = fmt::format("{} {}, {}",
                                                     core::to_grouped(best.quote.total),
                                                     best.quote.total.currency().code(),
                                                     time_text(best.quote.wall)),
                         .remedy = without});
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
                                  request.workload,
                                  sink);
  const auto where =
      compiled(request.workload.where, "--where", request.workload, sink, facts::compile_condition);
  if (sink.error_count() > errors || !filters)
    return std::nullopt;
  auto targeted = request;
  targeted.workload = with_targets_of_where(std::move(targeted.workload));
  auto book = rules_in_force(rules, targeted.workload);
  book.settle(facts_of_job(targeted));
  const cost::CostModel cost(catalog, request.exchange);
  auto setup_facts = book.setup_facts(Phase::quote);
  if (objective) {
    const auto more = plan::setup_facts(*objective);
    setup_facts.insert(setup_facts.end(), more.begin(), more.end());
  }
  const SearchInput input{.catalog = catalog,
                          .models = bound_->models,
                          .cost = cost,
                          .rules = book,
                          .filters = *filters,
                          .request = targeted,
                          .objective = objective,
                          .setup_facts = std::move(setup_facts)};
  const Records records(catalog);
  auto result = search(input, records);
  const bool empty = result.plans.empty() && result.elsewhere.empty();
  const Trials trials(catalog, bound_->models, cost, rules, request);
  auto set = answer_of(input, records, trials, std::move(result));
  if (empty && request.nearest == Nearest::looked_for)
    add_nearest(set, request, rules);
  return set;
}

} // namespace gpuplan::plan
