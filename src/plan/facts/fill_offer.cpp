#include "plan/facts/fill.hpp"

namespace gpuplan::plan {
namespace {

using catalog::Finding;
using catalog::PurchaseOption;
using catalog::Term;
using core::Currency;
using core::Known;
using core::Money;
using core::Unknown;
using facts::FactId;
using facts::FactValues;

constexpr double k_hours_per_year = 12 * core::k_hours_per_month;
constexpr std::string_view k_other_currency = "priced in another currency, and no rate was given";

/// The word a rule tests: `reserved` stands for every kind of commitment.
std::string_view terms_word(PurchaseOption option) {
  return is_committed(option) ? to_string(PurchaseOption::reserved) : to_string(option);
}

void set_money(FactValues& values, FactId id, const Known<Money>& amount) {
  if (!amount) {
    values.set_unknown(id, amount.why_unknown());
  } else if (amount->currency() != Currency{}) {
    values.set_unknown(id, k_other_currency);
  } else {
    values.set(id, amount->to_double());
  }
}

Known<double> term_hours(Term term) {
  switch (term) {
  case Term::none: return 0.0;
  case Term::one_year: return k_hours_per_year;
  case Term::three_years: return 3 * k_hours_per_year;
  case Term::not_stated: return Unknown{"the price card states no term"};
  }
  return Unknown{"not stated"};
}

} // namespace

Known<double> break_even_hours_per_year(const catalog::Offer& offer,
                                        const Known<Money>& on_demand) {
  if (!is_committed(offer.option))
    return Unknown{"no commitment"};
  if (!offer.hourly)
    return Unknown{offer.hourly.why_unknown()};
  if (!on_demand)
    return Unknown{"no on-demand price of this size in this place"};
  if (on_demand->currency() != offer.hourly->currency() || on_demand->nanos() <= 0) {
    return Unknown{k_other_currency};
  }
  return offer.hourly->to_double() / on_demand->to_double() * k_hours_per_year;
}

void fill_offer(FactValues& values, const catalog::Offer& offer, const OfferContext& context) {
  values.set_text(FactId::provider, context.provider->name);
  values.set_text(FactId::region, context.region->name);
  values.set_text(FactId::country, context.region->country_code);
  values.set_text(FactId::zone, offer.zone);
  values.set_text(FactId::terms, terms_word(offer.option));
  values.set_text(FactId::option, to_string(offer.option));
  values.set_text(FactId::payment, to_string(offer.payment));
  values.set_text(FactId::quota_state, "unknown");
  values.set_flag(FactId::owned, false);
  values.set_flag(FactId::interruptible, context.billing->interruptible);
  values.set_flag(FactId::place_allowed,
                  context.place_known ? Known<bool>{context.place_allowed} : context.place_known);
  values.set_flag(FactId::provider_allowed, context.provider_allowed);
  values.set_flag(FactId::price_dated, offer.as_of.known());
  values.set_flag(FactId::price_outlying, offer.has(Finding::outlier));
  values.set(FactId::price_age_days, offer.as_of.transform([&](core::Date date) {
    return static_cast<double>(core::days_between(date, context.as_of));
  }));
  set_money(values, FactId::price_hourly_usd, offer.hourly);
  const double devices = context.instance->devices.value();
  const auto hourly = values.number(FactId::price_hourly_usd);
  if (devices > 0) {
    values.set(FactId::price_gpu_hourly_usd,
               hourly.transform([&](double price) { return price / devices; }));
  }
  set_money(values, FactId::price_on_demand_usd, context.on_demand);
  set_money(values, FactId::upfront_usd, offer.upfront);
  const auto on_demand = values.number(FactId::price_on_demand_usd);
  if (offer.option == PurchaseOption::spot && hourly && on_demand && *on_demand > 0) {
    values.set(FactId::spot_to_on_demand_ratio, *hourly / *on_demand);
  } else {
    values.set_unknown(FactId::spot_to_on_demand_ratio, "no pair of spot and on-demand prices");
  }
  values.set(FactId::term_hours, term_hours(offer.term));
  values.set(FactId::break_even_hours_per_year,
             break_even_hours_per_year(offer, context.on_demand));
}

namespace {

/// The wall time with the interval of its run, where the job ends at all.
void fill_wall(FactValues& values,
               const workload::Workload& workload,
               const Setup& setup,
               core::Milliseconds wall) {
  if (workload.demand.kind == workload::JobKind::serve)
    return;
  const double hours = core::to_hours(wall);
  const double low = setup.serving ? setup.replica.factor_low : setup.training.factor_low;
  const double high = setup.serving ? setup.replica.factor_high : setup.training.factor_high;
  const double run = core::to_hours(setup.run);
  values.set_range(FactId::time_hours, hours - run * (1 - low), hours, hours + run * (high - 1));
}

} // namespace

void fill_quote(FactValues& values,
                const workload::Workload& workload,
                const Setup& setup,
                const cost::Quote& quote) {
  fill_wall(values, workload, setup, quote.wall);
  const bool usd = quote.total.currency() == Currency{};
  if (!usd) {
    values.set_unknown(FactId::cost_total_usd, k_other_currency);
    return;
  }
  values.set_range(FactId::cost_total_usd,
                   quote.total_low.to_double(),
                   quote.total.to_double(),
                   quote.total_high.to_double());
  set_money(values, FactId::cost_monthly_usd, quote.monthly);
  double compute = 0;
  double storage = 0;
  double transfer = 0;
  for (const auto& line : quote.lines) {
    const double amount = line.amount.to_double();
    switch (line.kind) {
    case cost::LineKind::storage:
    case cost::LineKind::checkpoints: storage += amount; break;
    case cost::LineKind::transfer: transfer += amount; break;
    default: compute += amount; break;
    }
  }
  values.set(FactId::cost_compute_usd, compute);
  values.set(FactId::cost_storage_usd, storage);
  values.set(FactId::cost_transfer_usd, transfer);
  if (quote.spot) {
    values.set(FactId::spot_overhead_ratio, quote.spot->overhead_ratio);
    values.set(FactId::checkpoint_interval_hours, core::to_hours(quote.spot->checkpoint_interval));
  } else {
    values.set(FactId::spot_overhead_ratio, 0);
  }
  const double rate = setup.units_per_s * core::k_seconds_per_hour;
  const bool serve = workload.demand.kind == workload::JobKind::serve;
  const double units = serve ? rate * core::k_hours_per_month
                             : (setup.serving ? workload.demand.serving.units_total
                                              : workload.demand.training.units_total);
  const bool tokens = workload.demand.model.sample.flops_forward == 0;
  if (units <= 0)
    return;
  const double per_unit = quote.total.to_double() / units;
  const auto id =
      tokens ? FactId::cost_per_million_tokens_usd : FactId::cost_per_thousand_samples_usd;
  const double scale = tokens ? 1e6 : 1e3;
  const double tokens_per_unit = setup.serving && tokens ? workload.demand.serving.input_tokens +
                                                               workload.demand.serving.output_tokens
                                                         : 1.0;
  values.set(id, per_unit / tokens_per_unit * scale);
}

void fill_charge(FactValues& values,
                 const workload::Workload& workload,
                 const Setup& setup,
                 const cost::Charge& charge) {
  fill_wall(values, workload, setup, charge.wall);
  set_money(values, FactId::cost_total_usd, charge.total);
  if (workload.demand.kind == workload::JobKind::serve) {
    set_money(values, FactId::cost_monthly_usd, charge.total);
  }
}

} // namespace gpuplan::plan
