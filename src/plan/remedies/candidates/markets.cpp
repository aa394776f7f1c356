#include "core/hours.hpp"
#include "cost/commitment.hpp"
#include "cost/settings.hpp"
#include "plan/market/full_quotes.hpp"
#include "plan/remedies/candidates/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {
namespace {

std::string joined(const std::vector<std::string>& names, std::string_view more) {
  std::string text;
  for (const auto& name : names)
    text += name + ",";
  return text + std::string(more);
}

/// Months of a term; where the price list states none, of the longest there is.
std::optional<double> months_of(const catalog::Catalog& catalog, catalog::Term term) {
  if (const auto hours = cost::term_hours(term))
    return std::ceil(static_cast<double>(*hours) / core::k_hours_per_month);
  const auto longest = cost::read_settings(catalog.settings()).longest_term;
  return longest ? std::optional{std::ceil(*longest / core::k_hours_per_month)} : std::nullopt;
}

/// Whether an offer is cheaper than another for the changed job, whatever limits the job has.
bool costs_less(const Candidate& candidate,
                const Trials& trials,
                catalog::OfferId offer,
                catalog::OfferId other) {
  auto job = trials.restated(candidate.changes);
  if (!job)
    return false;
  job->on.clear();
  job->purchase.terms.clear();
  job->constraints.budget.reset();
  job->constraints.deadline_hours.reset();
  const auto one = trials.run(*job, offer);
  const auto two = trials.run(*job, other);
  return one && two && one->total.currency() == two->total.currency() && one->total < two->total;
}

} // namespace

/// Its own term as the project's, used so many hours a month that the commitment costs less than
/// the same machine on demand in the same place; nothing where none does. A service is up as long
/// as it says, so that the term alone decides.
Candidates longer_project(const Miss& miss, const Trials& trials) {
  constexpr double k_step = 10;
  constexpr double k_surely = 1.1; // what is billed around the run differs a little by terms
  const auto& catalog = trials.catalog();
  const auto offer = catalog.offer(miss.offer);
  const auto on_demand = trials.on_demand_beside(offer);
  const auto term = months_of(catalog, offer.term);
  if (!on_demand || !term || !offer.hourly)
    return {};
  const auto duration = stated("purchase.project_duration", fmt::format("{:.0f}mo", *term));
  if (trials.request().workload.demand.kind == workload::JobKind::serve) {
    Candidate candidate{.changes = {duration}, .flag = {}};
    if (!costs_less(candidate, trials, miss.offer, on_demand->offer))
      return {};
    return {std::move(candidate)};
  }
  const double needed =
      core::k_hours_per_month * cost::break_even_utilization(*offer.hourly, on_demand->hourly);
  for (const double factor : {1.0, k_surely}) {
    const double hours = std::floor(needed * factor / k_step + 1) * k_step;
    Candidate candidate{
        .changes = {duration, stated("purchase.hours_per_month", fmt::format("{:.0f}", hours))},
        .flag = {}};
    if (hours <= core::k_hours_per_month &&
        costs_less(candidate, trials, miss.offer, on_demand->offer))
      return {std::move(candidate)};
  }
  return {};
}

Candidates wider_place(const Miss& miss, const Trials& trials) {
  const auto& catalog = trials.catalog();
  const auto offer = catalog.offer(miss.offer);
  const auto region = catalog.region(offer.region);
  Candidates all;
  if (region.stated) {
    const auto place = fmt::format("{}/{}", catalog.provider(offer.provider).name, region.name);
    add(all, "constraints.places", joined(trials.request().workload.constraints.places, place));
  }
  add_relaxation(all, miss.reason);
  return all;
}

Candidates more_providers(const Miss& miss, const Trials& trials) {
  const auto& catalog = trials.catalog();
  const auto& asked = trials.request().workload.constraints.providers;
  const auto provider = catalog.provider(catalog.offer(miss.offer).provider).name;
  Candidates all;
  add(all, "constraints.community", "true");
  if (asked.empty())
    return all;
  add(all, "constraints.providers", joined(asked, provider));
  all.push_back({.changes = {stated("constraints.community", "true"),
                             stated("constraints.providers", joined(asked, provider))},
                 .flag = {}});
  return all;
}

Candidates processors(const Miss&, const Trials& trials) {
  Candidates all;
  // Who names chips wants no machine without: that is no way out.
  if (trials.request().workload.constraints.accelerators.empty())
    add(all, "constraints.gpus", "cpu");
  return all;
}

} // namespace gpuplan::plan
