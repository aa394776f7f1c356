#include "plan/facts/fill.hpp"

namespace gpuplan::plan {
namespace {

using catalog::Finding;
using catalog::PurchaseOption;
using catalog::Term;
using core::Known;
using core::Money;
using core::Unknown;
using facts::FactId;
using facts::FactValues;

constexpr double k_hours_per_year = 12 * core::k_hours_per_month;
constexpr std::string_view k_not_interrupted = "these terms are not interrupted";
constexpr std::string_view k_other_currency = "priced in another currency, and no rate was given";

/// An amount in the currency of the values; unknown without a rate.
Known<double>
amount_in(const FactValues& values, const Money& amount, const cost::ExchangeRates* exchange) {
  if (amount.currency() == values.currency())
    return amount.to_double();
  const auto converted =
      exchange == nullptr ? Known<cost::Converted>{} : exchange->convert(amount, values.currency());
  if (!converted)
    return Unknown{k_other_currency};
  return converted->amount.to_double();
}

void set_money(FactValues& values,
               FactId id,
               const Known<Money>& amount,
               const cost::ExchangeRates* exchange) {
  values.set(id,
             amount ? amount_in(values, *amount, exchange)
                    : Known<double>{Unknown{amount.why_unknown()}});
}

/// Whether a total keeps within the budget, compared in the budget's own currency.
void set_within_budget(FactValues& values,
                       const workload::Workload& workload,
                       const Money& total,
                       const cost::ExchangeRates& exchange) {
  const auto& budget = workload.constraints.budget;
  if (!budget) {
    values.set_unknown(FactId::within_budget, "no budget is given");
    return;
  }
  const auto converted = exchange.convert(total, budget->currency());
  values.set_flag(FactId::within_budget,
                  converted ? Known<bool>{converted->amount <= *budget}
                            : Known<bool>{Unknown{k_other_currency}});
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

/// Of amounts in one currency, so that it takes no rate.
Known<double> spot_ratio(const catalog::Offer& offer, const Known<Money>& on_demand) {
  const bool pair = offer.option == PurchaseOption::spot && offer.hourly && on_demand &&
                    on_demand->currency() == offer.currency && on_demand->nanos() > 0;
  if (!pair)
    return Unknown{"no pair of spot and on-demand prices"};
  return offer.hourly->to_double() / on_demand->to_double();
}

/// Of a job on terms that are not interrupted: checkpoints are written where it asks for them.
Known<double> stated_interval(const workload::Workload& workload) {
  const auto& interval = workload.purchase.checkpoint_interval_hours;
  const bool writes =
      workload.demand.kind == workload::JobKind::train && workload.checkpoint_bytes > 0;
  if (interval && workload.purchase.can_resume && writes)
    return *interval;
  return Unknown{k_not_interrupted};
}

} // namespace

std::string_view terms_word(PurchaseOption option) {
  return is_committed(option) ? to_string(PurchaseOption::reserved) : to_string(option);
}

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
  set_money(values, FactId::price_hourly_usd, offer.hourly, context.exchange);
  const double devices = context.instance->devices.value();
  const auto hourly = values.number(FactId::price_hourly_usd);
  values.set(FactId::price_gpu_hourly_usd,
             devices > 0 ? hourly.transform([&](double price) { return price / devices; })
                         : Known<double>{Unknown{"this machine has no accelerator"}});
  set_money(values, FactId::price_on_demand_usd, context.on_demand, context.exchange);
  set_money(values, FactId::upfront_usd, offer.upfront, context.exchange);
  values.set(FactId::spot_to_on_demand_ratio, spot_ratio(offer, context.on_demand));
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

namespace {

/// The parts of a total by what they are for.
void fill_cost_parts(FactValues& values,
                     const cost::Quote& quote,
                     const cost::ExchangeRates& exchange) {
  const Money nothing{0, quote.total.currency()};
  Money compute = nothing;
  Money storage = nothing;
  Money transfer = nothing;
  for (const auto& line : quote.lines) {
    switch (line.kind) {
    case cost::LineKind::storage:
    case cost::LineKind::checkpoints: storage += line.amount; break;
    case cost::LineKind::transfer: transfer += line.amount; break;
    default: compute += line.amount; break;
    }
  }
  set_money(values, FactId::cost_compute_usd, compute, &exchange);
  set_money(values, FactId::cost_storage_usd, storage, &exchange);
  set_money(values, FactId::cost_transfer_usd, transfer, &exchange);
}

/// The total over the tokens or samples of the job, or of a month of serving.
void fill_cost_per_unit(FactValues& values,
                        const workload::Workload& workload,
                        const Setup& setup,
                        const Known<double>& total) {
  const auto& demand = workload.demand;
  const bool tokens = demand.model.sample.flops_forward == 0;
  const double rate = setup.units_per_s * core::k_seconds_per_hour;
  const bool serve = demand.kind == workload::JobKind::serve;
  const double stock = setup.serving ? demand.serving.units_total : demand.training.units_total;
  const double units = serve ? rate * core::k_hours_per_month : stock;
  const double tokens_per_unit =
      setup.serving && tokens ? demand.serving.input_tokens + demand.serving.output_tokens : 1.0;
  const auto id =
      tokens ? FactId::cost_per_million_tokens_usd : FactId::cost_per_thousand_samples_usd;
  const double scale = tokens ? 1e6 : 1e3;
  if (units * tokens_per_unit > 0)
    values.set(id, total.transform([&](double amount) {
      return amount / (units * tokens_per_unit) * scale;
    }));
  else
    values.set_unknown(id, "nothing is produced");
}

} // namespace

void fill_quote(FactValues& values,
                const workload::Workload& workload,
                const Setup& setup,
                const cost::Quote& quote,
                const cost::ExchangeRates& exchange) {
  fill_wall(values, workload, setup, quote.wall);
  const auto total = amount_in(values, quote.total, &exchange);
  const auto low = amount_in(values, quote.total_low, &exchange);
  const auto high = amount_in(values, quote.total_high, &exchange);
  if (total && low && high)
    values.set_range(FactId::cost_total_usd, *low, *total, *high);
  else
    values.set_unknown(FactId::cost_total_usd, k_other_currency);
  set_within_budget(values, workload, quote.total, exchange);
  set_money(values, FactId::cost_monthly_usd, quote.monthly, &exchange);
  fill_cost_parts(values, quote, exchange);
  fill_cost_per_unit(values, workload, setup, total);
  values.set(FactId::spot_overhead_ratio, quote.spot ? quote.spot->overhead_ratio : 0.0);
  values.set(FactId::interruptions_monthly,
             quote.spot ? Known<double>{quote.spot->monthly_rate}
                        : Known<double>{Unknown{k_not_interrupted}});
  values.set(FactId::checkpoint_interval_hours,
             quote.spot ? Known<double>{core::to_hours(quote.spot->checkpoint_interval)}
                        : stated_interval(workload));
}

void fill_charge(FactValues& values,
                 const workload::Workload& workload,
                 const Setup& setup,
                 const cost::Charge& charge,
                 const cost::ExchangeRates& exchange) {
  fill_wall(values, workload, setup, charge.wall);
  set_money(values, FactId::cost_total_usd, charge.total, &exchange);
  set_within_budget(values, workload, charge.total, exchange);
  if (workload.demand.kind == workload::JobKind::serve)
    set_money(values, FactId::cost_monthly_usd, charge.total, &exchange);
}

} // namespace gpuplan::plan
