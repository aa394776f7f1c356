#include "plan/remedies/trials.hpp"

#include "core/ensure.hpp"
#include "plan/request/request_checks.hpp"
#include "plan/request/where_targets.hpp"
#include "plan/search.hpp"

#include <fmt/format.h>

namespace gpuplan::plan {

RuleBook rules_in_force(const facts::RuleSet& rules, const workload::Workload& workload) {
  facts::RuleSet all = rules;
  const auto require = [&](std::string id, std::string check, std::string message) {
    const auto fault = all.add({.id = std::move(id),
                                .corner = "policy",
                                .check = std::move(check),
                                .level = "require",
                                .unknown = "reject",
                                .message = std::move(message)});
    GPUPLAN_ENSURE(!fault.has_value());
  };
  if (!workload.where.empty())
    require(std::string(k_filter_rule),
            workload.where,
            fmt::format("does not meet --where '{}'", workload.where));
  if (workload.constraints.ecc_required)
    require("asked.ecc", "ecc", "{accelerator} does not correct memory errors");
  return RuleBook(std::move(all));
}

Trials::Trials(const catalog::Catalog& catalog,
               const Models& models,
               const cost::CostModel& cost,
               const facts::RuleSet& rules,
               const Request& request)
    : catalog_(catalog),
      models_(models),
      cost_(cost),
      rules_(rules),
      request_(request),
      records_(catalog),
      book_(rules_in_force(rules, request.workload)) {}

std::optional<workload::Workload> Trials::restated(const workload::Overrides& changes) const {
  auto job = request_.restate ? request_.restate(changes) : std::nullopt;
  // What a verb pins beside the flags stays pinned.
  if (job && job->on.empty())
    job->on = request_.workload.on;
  return job;
}

std::optional<Tried> Trials::run(const workload::Workload& job, catalog::OfferId offer) const {
  core::DiagnosticSink ignored;
  auto changed = request_;
  changed.workload = with_targets_of_where(job);
  changed.only = offer;
  check_request(changed, ignored);
  const auto filters = resolve_filters(job, catalog_, ignored);
  if (ignored.failed() || !filters)
    return std::nullopt;
  const auto& limits = request_.workload;
  const bool same_rules =
      job.where == limits.where && job.constraints.ecc_required == limits.constraints.ecc_required;
  std::optional<RuleBook> other_rules;
  if (!same_rules)
    other_rules = rules_in_force(rules_, job);
  const auto& book = other_rules ? *other_rules : book_;
  const std::optional<facts::Expression> no_objective;
  const SearchInput input{.catalog = catalog_,
                          .models = models_,
                          .cost = cost_,
                          .rules = book,
                          .filters = *filters,
                          .request = changed,
                          .objective = no_objective,
                          .setup_facts = book.setup_facts(Phase::quote)};
  const auto result = search(input, records_);
  if (result.plans.empty())
    return std::nullopt;
  const auto& best = result.plans.front();
  return Tried{.setup = result.setups[best.setup].setup,
               .total = best.total,
               .wall = best.wall,
               .current = is_current(best)};
}

} // namespace gpuplan::plan
