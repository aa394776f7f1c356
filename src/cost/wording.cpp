#include "cost/wording.hpp"

#include "core/text.hpp"
#include "cost/around.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gpuplan::cost {
namespace {

std::string number_text(double value) {
  constexpr double k_whole_from = 100;
  constexpr double k_one_decimal_from = 10;
  if (value >= k_whole_from)
    return core::with_thousands(std::llround(value));
  return fmt::format("{:.{}f}", value, value >= k_one_decimal_from ? 1 : 2);
}

/// `0.03 %`, `12 %`: two digits that matter.
std::string percent_text(double share) {
  const double percent = share * 100;
  constexpr double k_whole_from = 10;
  if (percent >= k_whole_from)
    return core::with_thousands(std::llround(percent)) + " %";
  return fmt::format("{:.2g} %", percent);
}

std::string step_text(core::Milliseconds step) {
  using std::chrono::hours;
  using std::chrono::minutes;
  using std::chrono::seconds;
  if (step <= seconds{1})
    return "the second";
  if (step == minutes{1})
    return "the minute";
  if (step == hours{1})
    return "the hour";
  if (step < minutes{2})
    return fmt::format("{} seconds", std::chrono::duration_cast<seconds>(step).count());
  return fmt::format("{} minutes", std::chrono::duration_cast<minutes>(step).count());
}

std::string_view what_runs(const Usage& usage) {
  return usage.serving ? "a month of serving" : "run";
}

/// `12 months`, `1.5 months`.
std::string months_text(double hours) {
  const auto months = fmt::format("{:.3g}", hours / core::k_hours_per_month);
  return fmt::format("{} month{}", months, months == "1" ? "" : "s");
}

/// `12 months committed, 6 months on demand`.
std::string split_text(const CommitmentOutlook& outlook) {
  return fmt::format("{} committed, {} on demand",
                     months_text(outlook.covered_hours),
                     months_text(outlook.after_hours));
}

std::string compute_label(const Case& use, const Extras& extras) {
  const std::string_view what = what_runs(use.usage);
  if (billed_by_time(use.rates.option))
    return fmt::format("{}, billed by {}", what, step_text(use.rates.step.increment));
  if (use.rates.option == catalog::PurchaseOption::capacity_block)
    return fmt::format("{}, within the block", what);
  if (extras.commitment && extras.commitment->after_hours > 0)
    return fmt::format("{}, hours of the commitment: {}", what, split_text(*extras.commitment));
  return fmt::format("{}, hours of the commitment", what);
}

std::string interruptions_label(const Case& use, const Extras& extras) {
  if (use.usage.serving)
    return "set-up of replaced replicas";
  if (!extras.spot)
    return fmt::format("writing checkpoints every {}",
                       hours_text(core::to_hours(*use.usage.checkpoint_interval)));
  const auto& spot = *extras.spot;
  const bool mostly_writing = spot.writing_ratio > spot.overhead_ratio / 2;
  return fmt::format("{}, {} in {}",
                     mostly_writing
                         ? fmt::format("checkpoints every {} and interruptions",
                                       hours_text(core::to_hours(spot.checkpoint_interval)))
                         : std::string{"interruptions"},
                     percent_text(spot.overhead_ratio),
                     hours_text(core::to_hours(use.work.attempt())));
}

std::string times_text(std::int64_t times) {
  return times == 2 ? std::string{"twice"} : fmt::format("{} times", times);
}

/// Of what is bought at the on-demand price, whose row is not the one of the commitment.
constexpr std::string_view k_on_demand_source = "the on-demand price of the same size and place";

std::string commitment_label(const Case& use, const Extras& extras) {
  if (use.rates.option == catalog::PurchaseOption::capacity_block)
    return "rest of the block, paid and not used";
  if (!extras.commitment || !extras.commitment->term_hours)
    return "hours paid and not used";
  const auto& outlook = *extras.commitment;
  const double paid = *outlook.term_hours * static_cast<double>(outlook.terms_bought);
  const auto idle = hours_text(std::max(0.0, paid - outlook.used_hours));
  if (outlook.terms_bought == 1)
    return fmt::format(
        "paid and not used, {} of {} in the term, this job's share", idle, hours_text(paid));
  return fmt::format("bought {}: paid and not used, {} of {} in the terms, this job's share",
                     times_text(outlook.terms_bought),
                     idle,
                     hours_text(paid));
}

std::string size_text(double bytes) {
  return number_text(bytes / core::k_bytes_per_gb) + " GB";
}

std::string kept_text(const BillLine& line, double bytes) {
  const double months = line.quantity * core::k_bytes_per_gb / bytes;
  return hours_text(months * core::k_hours_per_month);
}

std::string label_of(const BillLine& line, const Case& use, const Extras& extras) {
  const Usage& usage = use.usage;
  switch (line.kind) {
  case LineKind::compute: return compute_label(use, extras);
  case LineKind::setup: return "set-up";
  case LineKind::evaluation: return "evaluation";
  case LineKind::interruptions: return interruptions_label(use, extras);
  case LineKind::retries: return fmt::format("{:.3g} repeated runs", usage.retries);
  case LineKind::commitment: return commitment_label(use, extras);
  case LineKind::after_term:
    return fmt::format("{}, hours on demand after the term", what_runs(usage));
  case LineKind::storage:
    return fmt::format("data set {}, object storage, {}",
                       size_text(usage.dataset_bytes),
                       kept_text(line, usage.dataset_bytes));
  case LineKind::checkpoints: {
    const double copies =
        usage.writes_checkpoints() ? use.rates.settings->checkpoint_copies.value_or(1) : 1;
    return fmt::format("{} {}, {:.3g} kept in object storage, {}",
                       usage.writes_checkpoints() ? "checkpoint" : "weights",
                       size_text(usage.checkpoint_bytes),
                       copies,
                       kept_text(line, usage.checkpoint_bytes * copies));
  }
  case LineKind::transfer:
    return fmt::format("moving the data set of {} here, once", size_text(usage.transfer_bytes));
  }
  return "";
}

std::string_view source_of(const BillLine& line, const Case& use) {
  switch (line.kind) {
  case LineKind::storage:
  case LineKind::checkpoints: return use.rates.object.source;
  case LineKind::transfer: return use.rates.transfer.source;
  case LineKind::after_term: return k_on_demand_source;
  default: return use.rates.price_source;
  }
}

std::string_view unit_of(LineUnit unit) {
  switch (unit) {
  case LineUnit::instance_hours: return "h";
  case LineUnit::gb_months: return "GB-month";
  case LineUnit::gb: return "GB";
  }
  return "";
}

bool has(const std::vector<BillLine>& lines, LineKind kind) {
  return std::any_of(
      lines.begin(), lines.end(), [&](const BillLine& line) { return line.kind == kind; });
}

void note_assumptions(const Case& use, const std::vector<BillLine>& lines, Extras& extras) {
  const Rates& rates = use.rates;
  if (billed_by_time(rates.option) && rates.step_assumed) {
    extras.notes.push_back(fmt::format("the provider states no billing step: by {}, assumed",
                                       step_text(rates.step.increment)));
  }
  const bool stored = has(lines, LineKind::storage) || has(lines, LineKind::checkpoints);
  if (stored && rates.object.assumed) {
    extras.notes.push_back(
        fmt::format("no object storage rate is stated here: {} {} per GB-month assumed",
                    to_decimal(*rates.object.price),
                    rates.object.price->currency().code()));
  }
  if (has(lines, LineKind::transfer) && rates.transfer.assumed) {
    const core::Money rate = rates.transfer.tiers->bands().back().rate;
    extras.notes.push_back(fmt::format("the sender states no transfer rate: {} {} per GB assumed",
                                       to_decimal(rate),
                                       rate.currency().code()));
  }
}

/// `13 s`, `7 min`, `1.1 h`.
std::string way_text(core::Milliseconds time) {
  using std::chrono::ceil;
  if (time < std::chrono::minutes{1})
    return fmt::format("{} s", ceil<std::chrono::seconds>(time).count());
  if (time < std::chrono::hours{1})
    return fmt::format("{} min", ceil<std::chrono::minutes>(time).count());
  return hours_text(core::to_hours(time));
}

void note_way(const Case& use, Extras& extras) {
  if (!use.rates.transfer.moves || use.usage.serving || !(use.usage.transfer_bytes > 0))
    return;
  const auto& rate = use.rates.settings->transfer_bytes_s;
  extras.notes.push_back(
      rate ? fmt::format("the data set is moved before the machines start, {} at {:.3g} GB/s",
                         way_text(time_on_the_way(use)),
                         *rate / core::k_bytes_per_gb)
           : "how long the data set is on its way is not known");
}

void note_terms(const Case& use, Extras& extras) {
  const auto& on_demand = use.rates.on_demand_hourly;
  if (extras.spot && on_demand && on_demand->nanos() > 0 && use.hourly >= *on_demand) {
    const double ratio = use.hourly.to_double() / on_demand->to_double() - 1;
    extras.notes.push_back(ratio > 0
                               ? fmt::format("spot is {:.1f} % dearer than on demand", ratio * 100)
                               : "spot costs the same as on demand");
  }
  if (extras.paid_at_start && extras.paid_at_start->nanos() > 0) {
    extras.notes.push_back(fmt::format("{} {} is paid at the start, for the whole term",
                                       core::group_thousands(to_decimal(*extras.paid_at_start)),
                                       use.hourly.currency().code()));
  }
}

} // namespace

std::string hours_text(double hours) {
  return number_text(hours) + " h";
}

QuoteLine worded(const BillLine& line, const Case& use, const Extras& extras) {
  return {.label = label_of(line, use, extras),
          .kind = line.kind,
          .quantity = line.quantity,
          .unit = std::string(unit_of(line.unit)),
          .rate = line.rate,
          .amount = line.amount,
          .source = std::string(source_of(line, use))};
}

void add_notes(const Case& use, const std::vector<BillLine>& lines, Extras& extras) {
  note_assumptions(use, lines, extras);
  note_way(use, extras);
  note_terms(use, extras);
}

} // namespace gpuplan::cost
