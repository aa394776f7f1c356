#include "plan/candidates/parts.hpp"

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

} // namespace

/// A year of use from which the cheapest commitment pays.
Candidates longer_project(const Miss& miss, const Trials&) {
  constexpr double k_months = 12;
  constexpr double k_usual_hours = 300;
  constexpr double k_step = 10;
  const double needed = miss.least.value_or(0) / k_months;
  const double hours = std::max(k_usual_hours, std::ceil(needed / k_step) * k_step);
  if (hours > core::k_hours_per_month)
    return {};
  return {{.changes = {stated("purchase.project_duration", "12mo"),
                       stated("purchase.hours_per_month", fmt::format("{:.0f}", hours))},
           .flag = {}}};
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
  add(all, "constraints.gpus", joined(trials.request().workload.constraints.accelerators, "cpu"));
  return all;
}

} // namespace gpuplan::plan
