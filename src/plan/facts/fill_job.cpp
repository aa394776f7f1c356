#include "core/units.hpp"
#include "plan/facts/fill.hpp"

#include <algorithm>
#include <optional>

namespace gpuplan::plan {
namespace {

using facts::FactId;
using facts::FactValues;
using workload::JobKind;

constexpr std::string_view k_not_given = "not given";
constexpr std::string_view k_other_kind = "does not apply to this kind of job";
constexpr double k_flops_per_eflop = 1e18;

bool counts_tokens(const workload::Workload& workload) {
  return workload.demand.model.sample.flops_forward == 0;
}

bool has_16_bits_or_fewer(catalog::NumberFormat format) {
  return format != catalog::NumberFormat::fp64 && format != catalog::NumberFormat::fp32 &&
         format != catalog::NumberFormat::tf32;
}

void fill_training(FactValues& values, const workload::Workload& workload) {
  const auto& training = workload.demand.training;
  const auto& params = workload.demand.model.params;
  values.set_text(FactId::method, to_string(training.method));
  values.set(FactId::params_trainable,
             training.adapter ? static_cast<double>(training.adapter->parameters)
                              : static_cast<double>(params.total));
  values.set(counts_tokens(workload) ? FactId::tokens_total : FactId::samples_total,
             training.units_total);
  if (counts_tokens(workload)) {
    values.set(FactId::sequence_length, static_cast<double>(training.sequence));
    values.set(FactId::samples_total,
               training.units_total / static_cast<double>(training.sequence));
  }
  values.set(FactId::global_batch, static_cast<double>(training.global_batch));
  values.set(FactId::flops_total_eflop,
             training.flops_per_unit * training.units_total / k_flops_per_eflop);
  values.set_flag(FactId::mixed_precision, has_16_bits_or_fewer(training.compute));
}

void fill_serving(FactValues& values, const workload::Workload& workload) {
  const auto& serving = workload.demand.serving;
  if (counts_tokens(workload)) {
    values.set(FactId::input_tokens, serving.input_tokens);
    values.set(FactId::output_tokens, serving.output_tokens);
  }
  values.set(FactId::request_rate_s, serving.requests_per_s);
  values.set(FactId::users, serving.concurrency);
  values.set_flag(FactId::has_ttft_limit, serving.ttft_limit_ms.known());
  values.set_flag(FactId::has_tpot_limit, serving.tpot_limit_ms.known());
  values.set_flag(FactId::has_latency_limit, serving.latency_limit_ms.known());
  values.set_flag(FactId::has_request_rate, serving.requests_per_s.known());
  values.set_flag(FactId::has_users, serving.concurrency.known());
  values.set(FactId::ttft_limit_ms, serving.ttft_limit_ms);
  values.set(FactId::tpot_limit_ms, serving.tpot_limit_ms);
  values.set(FactId::latency_limit_ms, serving.latency_limit_ms);
  values.set_flag(FactId::mixed_precision, has_16_bits_or_fewer(serving.compute));
  if (serving.units_total > 0) {
    values.set(counts_tokens(workload) ? FactId::tokens_total : FactId::samples_total,
               serving.units_total);
  }
}

void set_if_given(FactValues& values, FactId id, const std::optional<double>& value) {
  if (value) {
    values.set(id, *value);
  } else {
    values.set_unknown(id, k_not_given);
  }
}

/// All hours of its duration, where no hours a month are given.
std::optional<double> project_hours(const workload::Purchase& purchase) {
  const double share =
      purchase.hours_per_month.value_or(core::k_hours_per_month) / core::k_hours_per_month;
  if (!purchase.project_duration_hours)
    return std::nullopt;
  return *purchase.project_duration_hours * std::min(share, 1.0);
}

void fill_limits(FactValues& values,
                 const workload::Workload& workload,
                 const cost::ExchangeRates& exchange) {
  const auto& constraints = workload.constraints;
  values.set_flag(FactId::has_deadline, constraints.deadline_hours.has_value());
  set_if_given(values, FactId::deadline_hours, constraints.deadline_hours);
  values.set_flag(FactId::has_budget, constraints.budget.has_value());
  const auto budget = constraints.budget ? exchange.convert(*constraints.budget, values.currency())
                                         : core::Known<cost::Converted>{core::Unknown{k_not_given}};
  values.set(FactId::budget_usd,
             budget.transform([](const auto& converted) { return converted.amount.to_double(); }));
  set_if_given(values, FactId::project_duration_hours, workload.purchase.project_duration_hours);
  set_if_given(values, FactId::hours_per_month, workload.purchase.hours_per_month);
  values.set_flag(FactId::has_project_duration,
                  workload.purchase.project_duration_hours.has_value());
  set_if_given(values, FactId::project_hours, project_hours(workload.purchase));
  values.set_flag(FactId::can_resume, workload.purchase.can_resume);
}

} // namespace

void fill_rates(FactValues& values, const cost::ExchangeRates& exchange, core::Currency currency) {
  values.set_currency(currency);
  const core::Money one_dollar{1'000'000'000, core::Currency{}};
  for (const auto& rate : exchange.rates()) {
    for (const auto known : {rate.from, rate.to()}) {
      if (const auto per_usd = exchange.convert(one_dollar, known))
        values.set_rate(known, per_usd->amount.to_double());
    }
  }
}

void fill_job(FactValues& values,
              const workload::Workload& workload,
              const cost::ExchangeRates& exchange) {
  const auto& demand = workload.demand;
  values.set_text(FactId::model, demand.model.name);
  values.set_text(FactId::family, demand.model.family);
  values.set_text(FactId::kind, to_string(demand.kind));
  values.set_text(FactId::stack, to_string(demand.stack));
  values.set_flag(FactId::training, demand.kind == JobKind::train);
  values.set_flag(FactId::serving, demand.kind == JobKind::serve);
  values.set_flag(FactId::batch, demand.kind == JobKind::batch_inference);
  values.set(FactId::params_total, static_cast<double>(demand.model.params.total));
  values.set(FactId::params_active, static_cast<double>(demand.model.params.active));
  values.set_flag(FactId::has_ttft_limit, false);
  values.set_flag(FactId::has_tpot_limit, false);
  values.set_flag(FactId::has_latency_limit, false);
  values.set_flag(FactId::has_request_rate, false);
  values.set_flag(FactId::has_users, false);
  if (demand.kind == JobKind::train) {
    fill_training(values, workload);
  } else {
    values.set_unknown(FactId::global_batch, k_other_kind);
    fill_serving(values, workload);
  }
  fill_limits(values, workload, exchange);
  if (workload.around.dataset_bytes > 0) {
    values.set(FactId::data_size_gb, workload.around.dataset_bytes / core::k_bytes_per_gb);
  }
  if (demand.kind == JobKind::train)
    values.set(FactId::checkpoint_size_gb, workload.checkpoint_bytes / core::k_bytes_per_gb);
  values.set_labels(workload.labels);
}

FactValues facts_of_job(const Request& request) {
  FactValues values;
  fill_rates(values, request.exchange, request.currency);
  fill_job(values, request.workload, request.exchange);
  apply_assumptions(values, request.workload);
  return values;
}

std::vector<FactId> apply_assumptions(FactValues& values, const workload::Workload& workload) {
  std::vector<FactId> applied;
  for (const auto& [name, value] : workload.assumed_facts) {
    const auto ref = facts::find_fact(name);
    if (!ref || values.number(ref->id))
      continue;
    // An amount is assumed in the currency of its name.
    const bool same = !facts::fact(ref->id).is_money() || ref->currency == values.currency();
    if (!same)
      continue;
    values.set(ref->id, value);
    applied.push_back(ref->id);
  }
  return applied;
}

} // namespace gpuplan::plan
