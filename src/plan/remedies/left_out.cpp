#include "plan/remedies/left_out.hpp"

#include "plan/answer/rank.hpp"
#include "plan/remedies/remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gpuplan::plan {
namespace {

Exclusion told(const SearchInput& input,
               const Trials& trials,
               std::string_view reason,
               const Exclusions::Entry& entry) {
  const auto offer = input.catalog.offer({entry.offer});
  Exclusion exclusion{.reason = std::string(reason),
                      .count = entry.count,
                      .summary = std::string(reason_phrase(reason, entry.count)),
                      .nearest = plan_reference(input.catalog, offer, entry.nodes),
                      .nearest_note = entry.summary};
  if (entry.has_least)
    exclusion.least = entry.least;
  const Miss miss{.reason = reason,
                  .offer = {entry.offer},
                  .nodes = entry.nodes,
                  .distance = entry.distance,
                  .least = exclusion.least};
  if (input.request.nearest == Nearest::looked_for) {
    auto remedy = remedy_for(miss, trials);
    exclusion.remedy = std::move(remedy.flags);
    exclusion.remedy_told = std::move(remedy.told);
  }
  return exclusion;
}

Exclusion told_of_currency(const SearchInput& input,
                           const Records& records,
                           const SearchResult& result,
                           core::Currency currency,
                           const std::vector<PricedPlan>& plans) {
  const auto& job = input.request.workload;
  const PlanOrder order(records, job.objective, job.demand.kind == workload::JobKind::serve);
  const auto best = *std::min_element(plans.begin(), plans.end(), order);
  const auto offer = input.catalog.offer(best.offer);
  const auto nodes = result.setups[best.setup].setup.nodes;
  return {.reason = "currency.no-rate",
          .count = plans.size(),
          .summary = fmt::format("priced in {}", currency.code()),
          .nearest = plan_reference(input.catalog, offer, nodes),
          .nearest_note = fmt::format("{} {}", to_grouped(best.total), currency.code()),
          .remedy = fmt::format("--currency {0}, --fx {0}=…{1}@DATE",
                                currency.code(),
                                input.request.currency.code())};
}

} // namespace

std::vector<Exclusion> left_out(const SearchInput& input,
                                const Records& records,
                                const SearchResult& result,
                                const Trials& trials) {
  std::vector<Exclusion> all;
  for (const auto& [reason, entry] : result.exclusions.entries())
    all.push_back(told(input, trials, reason, entry));
  std::map<core::Currency, std::vector<PricedPlan>> by_currency;
  for (const auto& plan : result.elsewhere)
    by_currency[plan.total.currency()].push_back(plan);
  for (const auto& [currency, plans] : by_currency)
    all.push_back(told_of_currency(input, records, result, currency, plans));
  std::stable_sort(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  return all;
}

} // namespace gpuplan::plan
