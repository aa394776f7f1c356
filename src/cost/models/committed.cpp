#include "cost/models/committed.hpp"

#include "cost/commitment.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

/// The use of a term, of one instance. Milliseconds, as doubles: whole numbers of them are exact.
struct TermUse {
  core::Known<double> term;
  core::Known<double> in_project; ///< hours of the project within the term
  double used = 0;                ///< by the whole project
  double unused_share = 0;        ///< unused time that this job pays for
};

double milliseconds(core::Milliseconds time) {
  return static_cast<double>(time.count());
}

/// Use a month as a share of all hours; nothing for a project that does not say. A service that
/// says nothing is up all the time.
std::optional<double> month_share(const Usage& usage) {
  if (!usage.hours_per_month)
    return usage.serving ? std::optional{1.0} : std::nullopt;
  if (!(*usage.hours_per_month > 0))
    return std::nullopt;
  return std::min(*usage.hours_per_month / core::k_hours_per_month, 1.0);
}

/// A term of stated length.
TermUse use_of_term(const Case& use, double term) {
  const double job = milliseconds(use.work.wall());
  TermUse result{.term = term, .used = std::min(job, term)};
  if (use.usage.project_duration) {
    const double covered = std::min(milliseconds(*use.usage.project_duration), term);
    result.in_project = covered;
    if (const auto share = month_share(use.usage))
      result.used = std::max(result.used, *share * covered);
  }
  if (job < term && result.used > 0)
    result.unused_share = (term - result.used) * (job / result.used);
  return result;
}

/// A term the price list does not state: the ratio of use is known where the project outlasts any.
std::optional<TermUse> use_of_unstated_term(const Case& use) {
  const auto& longest = use.rates.settings->longest_term;
  const auto share = month_share(use.usage);
  const auto& project = use.usage.project_duration;
  if (!longest || !share || !project || core::to_hours(*project) < *longest)
    return std::nullopt;
  const double job = milliseconds(use.work.wall());
  TermUse result;
  result.used = *share * *longest * core::k_milliseconds_per_hour;
  result.unused_share = job * (1 / *share - 1);
  return result;
}

core::Known<core::Money> start_payment(const Case& use, const TermUse& term) {
  using catalog::Payment;
  const Rates& rates = use.rates;
  std::optional<core::Money> one;
  if (rates.payment == Payment::none || rates.payment == Payment::monthly)
    one = core::Money{0, use.hourly.currency()};
  else if (rates.upfront)
    one = *rates.upfront;
  else if (rates.payment == Payment::all && term.term)
    one = times_hours(use.hourly, core::Milliseconds{std::llround(*term.term)});
  const auto all = one ? scale(*one, use.usage.nodes, 1) : std::nullopt;
  if (!all)
    return core::Unknown{"the price list does not say what is paid at the start"};
  return *all;
}

CommitmentOutlook outlook_of(const Case& use, const TermUse& term) {
  const auto in_hours = [](double time) { return time / core::k_milliseconds_per_hour; };
  CommitmentOutlook outlook;
  outlook.on_demand_hourly = use.rates.on_demand_hourly;
  outlook.term_hours = term.term.transform(in_hours);
  outlook.used_hours = in_hours(term.used);
  const auto& on_demand = use.rates.on_demand_hourly;
  if (!on_demand || on_demand->nanos() <= 0) {
    constexpr core::Unknown k_why{"no on-demand price for this size and place"};
    outlook.break_even_utilization = k_why;
    outlook.break_even_hours_per_year = k_why;
    outlook.break_even_in_project = k_why;
    return outlook;
  }
  const double ratio = break_even_utilization(use.hourly, *on_demand);
  outlook.break_even_utilization = ratio;
  outlook.break_even_hours_per_year = ratio * 12 * core::k_hours_per_month;
  if (term.term && term.in_project && *term.in_project > 0)
    outlook.break_even_in_project = ratio * *term.term / *term.in_project;
  else
    outlook.break_even_in_project = core::Unknown{"the project's duration is not given"};
  return outlook;
}

void add_extras(const Case& use, const TermUse& term, Extras& extras) {
  extras.commitment = outlook_of(use, term);
  extras.paid_at_start = start_payment(use, term);
  const double month = core::k_hours_per_month * static_cast<double>(use.usage.nodes);
  if (const auto monthly = scale(use.hourly, month))
    extras.monthly = *monthly;
  if (!use.usage.project_duration)
    extras.notes.emplace_back("the whole term is charged: no project duration is given");
  else if (!month_share(use.usage))
    extras.notes.emplace_back("the whole term is charged to this job: no hours a month are given");
  if (term.term && milliseconds(use.work.wall()) > *term.term)
    extras.notes.emplace_back("the job outlasts the term: what a next term leaves unused is not in "
                              "the total");
}

} // namespace

core::Known<core::Milliseconds> price_committed(const Case& use, Bill& bill, Extras* extras) {
  std::optional<TermUse> term;
  if (const auto hours = term_hours(use.rates.term))
    term = use_of_term(use, static_cast<double>(*hours) * core::k_milliseconds_per_hour);
  else
    term = use_of_unstated_term(use);
  if (!term) {
    return core::Unknown{"the price list states no term: known only for a project with hours a "
                         "month that outlasts any"};
  }
  const auto nodes = static_cast<double>(use.usage.nodes);
  const double unused = std::nearbyint(nodes * term->unused_share);
  if (!(unused <= static_cast<double>(k_longest_time.count()) * nodes))
    return core::Unknown{"longer than a hundred years"};
  charge_time(use, k_exact_time, bill);
  bill.add_time(LineKind::commitment, use.hourly, static_cast<std::int64_t>(unused));
  if (extras != nullptr)
    add_extras(use, *term, *extras);
  return use.work.wall();
}

} // namespace gpuplan::cost
