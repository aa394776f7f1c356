#include "cost/models/committed.hpp"

#include "core/hours.hpp"
#include "cost/commitment.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

double milliseconds(core::Milliseconds time) {
  return static_cast<double>(time.count());
}

/// Time that needs the machine, of one instance, and the share of it in which it is used.
/// Milliseconds, as doubles: whole numbers of them are exact.
struct Need {
  double time = 0;
  double share = 1;
};

/// The terms that are bought for a need.
struct TermUse {
  core::Known<double> term; ///< unknown where the price list states none
  double bought = 1;        ///< terms, one after the other
  double paid = 0;          ///< time of all of them
  double covered = 0;       ///< time of the need within them
  double after = 0;         ///< time of the need that is on demand
};

/// Use a month as a share of all hours; nothing for a project that does not say. A service that
/// says nothing is up all the time.
std::optional<double> month_share(const Usage& usage) {
  if (!usage.hours_per_month)
    return usage.serving ? std::optional{1.0} : std::nullopt;
  if (!(*usage.hours_per_month > 0))
    return std::nullopt;
  return std::min(*usage.hours_per_month / core::k_hours_per_month, 1.0);
}

Need need_of(const Case& use) {
  const double job = milliseconds(use.work.wall());
  const auto share = month_share(use.usage);
  if (!use.usage.project_duration || !share)
    return {.time = job};
  return {.time = std::max(milliseconds(*use.usage.project_duration), job / *share),
          .share = *share};
}

/// The on-demand price for what comes after the terms; nothing where none is known.
std::optional<core::Money> on_demand_of(const Case& use) {
  const auto& on_demand = use.rates.on_demand_hourly;
  if (!on_demand || on_demand->nanos() <= 0 || on_demand->currency() != use.hourly.currency())
    return std::nullopt;
  return *on_demand;
}

// Forgives the last bit where a need is meant to be a whole number of terms.
constexpr double k_last_bits = 1e-9;

TermUse renewed(const Need& need, double term) {
  const double bought = std::max(1.0, std::ceil(need.time / term - k_last_bits));
  return {.term = term, .bought = bought, .paid = bought * term, .covered = need.time};
}

/// Whole terms and the rest on demand. No terms where the need ends within the first.
TermUse ended(const Need& need, double term) {
  const double bought = std::floor(need.time / term + k_last_bits);
  const double covered = bought * term;
  return {.term = term,
          .bought = bought,
          .paid = covered,
          .covered = covered,
          .after = std::max(0.0, need.time - covered)};
}

/// A term of stated length.
TermUse use_of_term(const Case& use, const Need& need, double term) {
  const auto again = renewed(need, term);
  const auto once = ended(need, term);
  const auto on_demand = on_demand_of(use);
  if (once.bought < 1 || once.after <= 0 || !on_demand)
    return again;
  const double on_term = (again.paid - once.paid) * use.hourly.to_double();
  return once.after * need.share * on_demand->to_double() < on_term ? once : again;
}

/// A term the price list does not state: any fills the longest that is sold.
std::optional<TermUse> use_of_unstated_term(const Case& use, const Need& need) {
  const auto& longest = use.rates.settings->longest_term;
  const bool stated = use.usage.project_duration && month_share(use.usage);
  if (!longest || !stated)
    return std::nullopt;
  auto result = ended(need, *longest * core::k_milliseconds_per_hour);
  if (result.bought < 1 || (result.after > 0 && !on_demand_of(use)))
    return std::nullopt;
  result.term = core::Unknown{"the price list states no term"};
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
    one = times_hours(use.hourly, core::Milliseconds{std::llround(*term.term)}); // of one term
  const auto all = one ? scale(*one, use.usage.nodes, 1) : std::nullopt;
  if (!all)
    return core::Unknown{"the price list does not say what is paid at the start"};
  return *all;
}

/// Time of the project within the terms. Of one that names no hours a month, as much as they hold.
core::Known<double> of_project(const Case& use, const TermUse& term) {
  const auto& project = use.usage.project_duration;
  if (!project)
    return core::Unknown{"the project's duration is not given"};
  return month_share(use.usage) ? term.covered : std::min(milliseconds(*project), term.paid);
}

CommitmentOutlook outlook_of(const Case& use, const Need& need, const TermUse& term) {
  const auto in_hours = [](double time) { return time / core::k_milliseconds_per_hour; };
  CommitmentOutlook outlook;
  outlook.on_demand_hourly = use.rates.on_demand_hourly;
  outlook.term_hours = term.term.transform(in_hours);
  outlook.terms_bought = static_cast<std::int64_t>(term.bought);
  outlook.used_hours = in_hours(need.share * term.covered);
  outlook.covered_hours = in_hours(term.covered);
  outlook.after_hours = in_hours(term.after);
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
  const auto in_project = of_project(use, term);
  if (term.term && in_project && *in_project > 0)
    outlook.break_even_in_project = ratio * term.paid / *in_project;
  else
    outlook.break_even_in_project = core::Unknown{"the project's duration is not given"};
  return outlook;
}

void add_extras(const Case& use, const Need& need, const TermUse& term, Extras& extras) {
  extras.commitment = outlook_of(use, need, term);
  extras.paid_at_start = start_payment(use, term);
  const double month = core::k_hours_per_month * static_cast<double>(use.usage.nodes);
  if (const auto monthly = scale(use.hourly, month))
    extras.monthly = *monthly;
  if (!use.usage.project_duration)
    extras.notes.emplace_back("the whole term is charged: no project duration is given");
  else if (!month_share(use.usage))
    extras.notes.emplace_back("the whole term is charged to this job: no hours a month are given");
}

Work scaled(const Work& work, double share) {
  const auto part = [share](core::Milliseconds time) {
    return core::Milliseconds{std::llround(milliseconds(time) * share)};
  };
  return {.setup = part(work.setup),
          .run = part(work.run),
          .evaluation = part(work.evaluation),
          .writing = part(work.writing),
          .retries = work.retries};
}

/// What the job uses: of the terms, and after them on demand.
void charge_use(const Case& use, double share_in_terms, Bill& bill) {
  if (share_in_terms >= 1) {
    charge_time(use, k_exact_time, bill);
    return;
  }
  const Case in_terms{.rates = use.rates,
                      .usage = use.usage,
                      .hourly = use.hourly,
                      .work = scaled(use.work, share_in_terms)};
  const std::int64_t charged = charge_time(in_terms, k_exact_time, bill);
  if (const auto on_demand = on_demand_of(use))
    bill.add_time(LineKind::after_term, *on_demand, use.instances(use.work.wall()) - charged);
}

} // namespace

core::Known<core::Milliseconds> price_committed(const Case& use, Bill& bill, Extras* extras) {
  const Need need = need_of(use);
  std::optional<TermUse> term;
  if (const auto hours = term_hours(use.rates.term))
    term = use_of_term(use, need, static_cast<double>(*hours) * core::k_milliseconds_per_hour);
  else
    term = use_of_unstated_term(use, need);
  if (!term) {
    return core::Unknown{"the price list states no term: known only for a project with hours a "
                         "month that outlasts any, with an on-demand price for the months after"};
  }
  const double job = milliseconds(use.work.wall());
  const double used = need.time * need.share;
  const double of_job = used > 0 ? job / used : 0;
  const auto nodes = static_cast<double>(use.usage.nodes);
  const double idle = term->paid - need.share * term->covered;
  const double unused = std::nearbyint(nodes * of_job * idle);
  if (!(unused <= static_cast<double>(k_longest_time.count()) * nodes))
    return core::Unknown{"longer than a hundred years"};
  charge_use(use, term->after > 0 ? term->covered / need.time : 1, bill);
  bill.add_time(LineKind::commitment, use.hourly, static_cast<std::int64_t>(unused));
  if (extras != nullptr)
    add_extras(use, need, *term, *extras);
  return use.work.wall();
}

} // namespace gpuplan::cost
