#pragma once

#include "facts/table/fact_row.hpp"

namespace gpuplan::facts::table {

// clang-format off
/// Facts of stage `quote`, cost and energy, in the order of `FactId`.
constexpr auto k_quote_facts = std::to_array<Fact>({
  flag(within_budget, "within_budget", Stage::quote,
         "the job, or a month of serving, costs no more than the budget, in whichever currency it "
         "is stated"),
  estimated(cost_total_usd, "cost_total_usd", "USD", 2, Stage::quote, "cost of the whole job"),
  of(k_serving_job, estimated(cost_monthly_usd, "cost_monthly_usd", "USD/month", 2, Stage::quote,
         "cost of one month")),
  of(k_every_job, Inputs::tokens,
     estimated(cost_per_million_tokens_usd, "cost_per_million_tokens_usd", "USD", 4, Stage::quote,
         "cost of a million tokens")),
  of(k_every_job, Inputs::samples,
     estimated(cost_per_thousand_samples_usd, "cost_per_thousand_samples_usd", "USD", 4,
         Stage::quote,
         "cost of a thousand samples")),
  of(k_no_job,
     estimated(cost_list_usd, "cost_list_usd", "USD", 2, Stage::quote, "cost at list prices")),
  of(k_no_job, estimated(cost_cash_usd, "cost_cash_usd", "USD", 2, Stage::quote,
         "what leaves the account, after discounts, credits and what is owned or committed")),
  of(k_no_job, estimated(cost_effective_usd, "cost_effective_usd", "USD", 2, Stage::quote,
         "cost with commitments spread over what they cover")),
  estimated(cost_compute_usd, "cost_compute_usd", "USD", 2, Stage::quote,
         "part of the cost for instances"),
  estimated(cost_storage_usd, "cost_storage_usd", "USD", 2, Stage::quote,
         "part of the cost for storage"),
  estimated(cost_transfer_usd, "cost_transfer_usd", "USD", 2, Stage::quote,
         "part of the cost for data transfer"),
  estimated(spot_overhead_ratio, "spot_overhead_ratio", "share", 3, Stage::quote,
         "expected time lost to interruptions and checkpoints, divided by the time without"),
  number(interruptions_monthly, "interruptions_monthly", "share", 2, Stage::quote,
         "share of such instances that is taken back in a month, as the cost reckons with it"),
  number(checkpoint_interval_hours, "checkpoint_interval_hours", "h", 2, Stage::quote,
         "time between two checkpoints"),
  estimated(energy_kwh, "energy_kwh", "kWh", 1, Stage::quote,
         "electric energy of the job, with cooling"),
  estimated(co2e_kg, "co2e_kg", "kg", 1, Stage::quote, "greenhouse gases of that energy, as CO2"),
});
// clang-format on

} // namespace gpuplan::facts::table
