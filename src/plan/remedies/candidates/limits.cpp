#include "core/units.hpp"
#include "plan/remedies/candidates/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpuplan::plan {
namespace {

/// Rounded up to what a person would write: three digits that matter.
std::string rounded_up(double value) {
  const double step = std::pow(10.0, std::max(-2.0, std::floor(std::log10(value)) - 2));
  const double up = std::ceil(value / step) * step;
  const int digits = step < 0.1 ? 2 : (step < 1 ? 1 : 0);
  return fmt::format("{:.{}f}", up, digits);
}

std::string budget_text(double amount, const Trials& trials) {
  return rounded_up(amount) + std::string(trials.request().currency.code());
}

/// Whole minutes below two hours.
std::string deadline_text(double hours) {
  constexpr double k_in_minutes_below = 2;
  constexpr double k_minutes = 60;
  if (hours < k_in_minutes_below)
    return fmt::format("{:.0f}min", std::ceil(hours * k_minutes));
  return rounded_up(hours) + "h";
}

/// Rounded down to two digits that matter.
std::string load_text(double requests_s) {
  const double step = std::pow(10.0, std::floor(std::log10(requests_s)) - 1);
  const double down = std::floor(requests_s / step) * step;
  return step < 1 ? fmt::format("{:.2g}", down) : fmt::format("{:.0f}", down);
}

/// The most requests a second an offer serves of those asked for, with as many machines as are
/// ever looked at: halved until they are served, then closed in on.
std::optional<double> largest_load(const Miss& miss, const Trials& trials) {
  auto job = trials.request().workload;
  const auto& asked = job.demand.serving.requests_per_s;
  if (!asked)
    return std::nullopt;
  const auto serves = [&](double load) {
    job.demand.serving.requests_per_s = load;
    return trials.run(job, miss.offer).has_value();
  };
  constexpr double k_least = 1e-3;
  double none = *asked;
  double load = none / 2;
  for (; load >= k_least && !serves(load); load /= 2)
    none = load;
  if (load < k_least)
    return std::nullopt;
  constexpr int k_steps = 5; // a thirty-second of the way between the two
  for (int i = 0; i < k_steps; ++i) {
    const double middle = (load + none) / 2;
    (serves(middle) ? load : none) = middle;
  }
  return load;
}

/// Budget and deadline of the cheapest plan of an offer that has neither.
void add_both_limits(Candidates& all, const Miss& miss, const Trials& trials) {
  auto job = trials.request().workload;
  job.constraints.budget.reset();
  job.constraints.deadline_hours.reset();
  const auto freed = trials.run(job, miss.offer);
  if (freed && trials.request().workload.constraints.deadline_hours)
    all.push_back(
        {.changes = {stated("constraints.budget", budget_text(freed->total.to_double(), trials)),
                     stated("constraints.deadline", deadline_text(core::to_hours(freed->wall)))},
         .flag = {}});
}

} // namespace

Candidates larger_budget(const Miss& miss, const Trials& trials) {
  Candidates all;
  if (miss.distance > 0)
    add(all, "constraints.budget", budget_text(miss.distance, trials));
  add_both_limits(all, miss, trials);
  return all;
}

Candidates later_deadline(const Miss& miss, const Trials& trials) {
  Candidates all;
  if (miss.distance > 0)
    add(all, "constraints.deadline", deadline_text(miss.distance));
  if (trials.request().workload.constraints.budget)
    add_both_limits(all, miss, trials);
  return all;
}

/// More hours of use a month where they are enough, else a longer project.
Candidates more_project_hours(const Miss& miss, const Trials& trials) {
  const auto& purchase = trials.request().workload.purchase;
  Candidates all;
  if (!purchase.project_duration_hours || !(miss.distance > 0))
    return all;
  constexpr double k_month = core::k_hours_per_month;
  const double months = *purchase.project_duration_hours / k_month;
  const double hours = std::ceil(miss.distance / months);
  if (purchase.hours_per_month && hours <= k_month)
    add(all, "purchase.hours_per_month", fmt::format("{:.0f}", hours));
  const double share = std::min(1.0, purchase.hours_per_month.value_or(k_month) / k_month);
  const double duration = miss.distance / share;
  add(all,
      "purchase.project_duration",
      duration < k_month ? deadline_text(duration)
                         : fmt::format("{:.0f}mo", std::ceil(duration / k_month)));
  add_relaxation(all, miss.reason);
  return all;
}

namespace {

/// A latency limit of the request, and the value of it that is tried.
struct Latency {
  std::string_view key;
  core::Known<double> workload::ServingDemand::*limit;
  double asked = 0;
  double alone = 0; ///< of a request that has the machines to itself
  double tried = 0;
};

/// The limits that a request states, with what the cheapest setup of an offer takes alone.
std::vector<Latency> latencies_of(const Miss& miss, const Trials& trials) {
  using workload::ServingDemand;
  auto job = trials.request().workload;
  const auto asked = job.demand.serving;
  auto& serving = job.demand.serving;
  const core::Unknown k_none{"not stated"};
  serving.ttft_limit_ms = serving.tpot_limit_ms = serving.latency_limit_ms = k_none;
  serving.requests_per_s = k_none;
  const auto freed = trials.run(job, miss.offer);
  if (!freed)
    return {};
  const auto& replica = freed->setup.replica;
  const double token_ms =
      replica.decode_tokens_s_single > 0 ? 1e3 / replica.decode_tokens_s_single : 0;
  std::vector<Latency> stated;
  const auto add = [&](std::string_view key, auto limit, double alone) {
    if (const auto& value = asked.*limit)
      stated.push_back(
          {.key = key, .limit = limit, .asked = *value, .alone = alone, .tried = *value});
  };
  add("serve.ttft", &ServingDemand::ttft_limit_ms, replica.ttft_alone_ms);
  add("serve.tpot", &ServingDemand::tpot_limit_ms, token_ms);
  add("serve.latency", &ServingDemand::latency_limit_ms, replica.latency_alone_ms);
  return stated;
}

/// `15ms`: rounded up to two digits that matter, as a person would write it; to three where two
/// would be far from what is needed (11 for 10.1).
std::string latency_text(double ms) {
  constexpr double k_far = 1.03;
  const auto rounded = [&](int digits) {
    const double step = std::pow(10.0, std::max(-1.0, std::floor(std::log10(ms)) - digits + 1));
    return std::pair{std::ceil(ms / step * (1 - 1e-9)) * step, step < 1 ? 1 : 0};
  };
  const auto two = rounded(2);
  const auto [value, decimals] = two.first <= k_far * ms ? two : rounded(3);
  return fmt::format("{:.{}f}ms", value, decimals);
}

/// The lowest limits with which the offer has a plan: raised to where one is found, then each let
/// down again as far as it goes while the others stay.
Candidates lowest_limits(const Miss& miss, const Trials& trials) {
  auto limits = latencies_of(miss, trials);
  auto job = trials.request().workload;
  const auto answers = [&] {
    for (const auto& limit : limits)
      job.demand.serving.*limit.limit = limit.tried;
    return trials.run(job, miss.offer).has_value();
  };
  bool found = false;
  for (const double spare : {1.1, 1.5, 2.0, 4.0}) {
    for (auto& limit : limits)
      limit.tried = std::max(limit.asked, limit.alone * spare);
    found = answers();
    if (found)
      break;
  }
  if (!found)
    return {};
  constexpr double k_close = 1.005; // closer than what is written tells apart
  Candidate candidate;
  for (auto& limit : limits) {
    double enough = limit.tried;
    limit.tried = limit.asked;
    if (enough <= limit.asked || answers())
      continue;
    for (double few = limit.asked; enough > few * k_close;) {
      limit.tried = std::sqrt(few * enough);
      (answers() ? enough : few) = limit.tried;
    }
    limit.tried = enough;
    candidate.changes.push_back(stated(limit.key, latency_text(enough)));
  }
  return {std::move(candidate)};
}

} // namespace

Candidates slower_answers(const Miss& miss, const Trials& trials) {
  auto all = lowest_limits(miss, trials);
  add_relaxation(all, k_filter_rule); // a latency that it bounds is a target as well
  return all;
}

/// More machines where their number is fixed, else half as many requests at once, and so on.
Candidates fewer_users(const Miss&, const Trials& trials) {
  const auto& job = trials.request().workload;
  const auto& asked = job.demand.serving.concurrency;
  Candidates all;
  add_more_nodes(all, job);
  constexpr int k_halvings = 10;
  double users = asked.value_or(0);
  for (int i = 0; i < k_halvings && users >= 2; ++i) {
    users = std::floor(users / 2);
    add(all, "serve.users", fmt::format("{:.0f}", users));
  }
  return all;
}

Candidates smaller_load(const Miss& miss, const Trials& trials) {
  const auto& job = trials.request().workload;
  auto all = lowest_limits(miss, trials);
  add_more_nodes(all, job);
  if (const auto load = largest_load(miss, trials))
    add(all, "serve.rps", load_text(*load));
  add_relaxation(all, k_filter_rule);
  return all;
}

} // namespace gpuplan::plan
