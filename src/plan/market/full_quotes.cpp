#include "plan/market/full_quotes.hpp"

#include "core/hours.hpp"
#include "plan/market/converted_quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::plan {

using catalog::Offer;
using catalog::PurchaseOption;
using core::Known;
using core::Milliseconds;
using core::Money;

namespace {

cost::TimeBand band_of(const Setup& setup) {
  return setup.serving ? cost::TimeBand{setup.replica.factor_low, setup.replica.factor_high}
                       : cost::TimeBand{setup.training.factor_low, setup.training.factor_high};
}

/// A month of a service costs the same whatever the estimate; what is uncertain is how many
/// machines the load takes. The ends of the range are the months of as many: of whole replicas, one
/// at least; those of the plan lie between.
void widen_by_nodes(cost::Quote& quote, const Setup& setup) {
  const auto band = band_of(setup);
  const std::int64_t replica = nodes_together(setup);
  const auto nodes_at = [&](double factor) {
    const double least = std::max(setup.nodes_exact * factor, setup.nodes_least);
    const double replicas = std::ceil(least / static_cast<double>(replica));
    return static_cast<std::int64_t>(std::max(1.0, replicas)) * replica;
  };
  const std::int64_t nodes = setup.nodes;
  const auto low = core::scale(quote.total_low, std::min(nodes, nodes_at(band.factor_low)), nodes);
  const auto high =
      core::scale(quote.total_high, std::max(nodes, nodes_at(band.factor_high)), nodes);
  if (low)
    quote.total_low = *low;
  if (high)
    quote.total_high = *high;
}

/// What terms are held against, or followed by, where no price on demand counts today.
std::string old_on_demand(const Offer& offer, const cost::Quote& quote) {
  const bool follows = quote.commitment && quote.commitment->after_hours > 0;
  return fmt::format("{} an on-demand price that is {}, none there is current",
                     follows ? "followed by, and held against," : "held against",
                     offer.as_of ? "of " + core::to_string(*offer.as_of) : "undated");
}

} // namespace

cost::Usage usage_of(const Setup& setup, const workload::Workload& job, const Filters& filters) {
  cost::Usage usage{.nodes = setup.nodes,
                    .groups = setup.nodes / nodes_together(setup),
                    .run = setup.run,
                    .setup = core::from_hours(job.around.setup_hours),
                    .evaluation = core::from_hours(job.around.evaluation_hours),
                    .retries = job.around.retries,
                    .can_resume = job.purchase.can_resume,
                    .checkpoint_bytes = job.checkpoint_bytes,
                    .checkpoints = job.demand.kind == workload::JobKind::train,
                    .dataset_bytes = job.around.dataset_bytes,
                    .serving = job.demand.kind == workload::JobKind::serve};
  if (job.purchase.checkpoint_interval_hours)
    usage.checkpoint_interval = core::from_hours(*job.purchase.checkpoint_interval_hours);
  if (job.purchase.project_duration_hours)
    usage.project_duration = core::from_hours(*job.purchase.project_duration_hours);
  usage.hours_per_month = job.purchase.hours_per_month;
  if (filters.data_at) {
    usage.transfer_bytes = job.around.dataset_bytes;
    usage.transfer_from = filters.data_at;
  }
  return usage;
}

FullQuotes::FullQuotes(const SearchInput& input, const Records& records)
    : catalog_(input.catalog),
      cost_(input.cost),
      filters_(input.filters),
      request_(input.request),
      records_(records),
      on_demand_(input.catalog, input.rules, input.request.as_of),
      settings_(cost::read_settings(input.catalog.settings())) {}

Known<cost::Quote> FullQuotes::quote_of(const Offer& offer, const Setup& setup) const {
  const auto beside = on_demand_.beside(offer);
  auto quote = cost_.quote(offer,
                           usage_of(setup, request_.workload, filters_),
                           band_of(setup),
                           beside.transform([](const auto& price) { return price.hourly; }));
  if (!quote)
    return quote;
  cost::Quote told = *quote;
  if (beside && !beside->current && (told.spot || told.commitment))
    told.notes.push_back(old_on_demand(catalog_.offer(beside->offer), told));
  if (setup.nodes_exact > 0)
    widen_by_nodes(told, setup);
  auto converted = in_currency(told, request_.currency, request_.exchange);
  return converted ? converted : Known<cost::Quote>{told};
}

cost::EnergyEstimate
FullQuotes::energy_of(const Offer& offer, const Setup& setup, Milliseconds wall) const {
  const auto shape = catalog_.shape(offer.shape);
  const auto* chip = records_.chip_of(shape);
  if (chip == nullptr) {
    constexpr core::Unknown k_why{"the power of machines without an accelerator is not known"};
    return {.kwh = k_why, .co2e_kg = k_why};
  }
  const auto& region = records_.region(offer.region);
  const bool serve = request_.workload.demand.kind == workload::JobKind::serve;
  return cost::estimate_energy({.devices = shape.devices.value() * setup.nodes,
                                .device_power_w = chip->power_w,
                                .time = serve ? core::from_hours(core::k_hours_per_month) : wall,
                                .pue = region.pue,
                                .grid_gco2_per_kwh = region.grid_gco2_per_kwh},
                               settings_);
}

} // namespace gpuplan::plan
