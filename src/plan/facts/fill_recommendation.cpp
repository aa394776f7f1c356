#include "plan/facts/fill_recommendation.hpp"

#include "plan/explore/compatibility.hpp"
#include "plan/facts/fill.hpp"

#include <optional>

namespace gpuplan::plan {

using facts::FactId;

void fill_recommendation(facts::FactValues& values,
                         const catalog::Catalog& catalog,
                         const workload::Workload& workload,
                         core::Date as_of,
                         const cost::ExchangeRates& exchange,
                         const Recommendation& entry) {
  const auto shape = catalog.shape(entry.offer.shape);
  std::optional<catalog::Accelerator> chip;
  if (shape.accelerator)
    chip = catalog.accelerator(*shape.accelerator);
  const auto region = catalog.region(entry.offer.region);
  const auto provider = catalog.provider(entry.offer.provider);
  const auto instance = catalog.instance(entry.offer.instance);
  const auto billing = catalog.billing(entry.offer.provider, entry.offer.option);
  const OfferContext context{.region = &region,
                             .provider = &provider,
                             .instance = &instance,
                             .billing = &billing,
                             .exchange = &exchange,
                             .on_demand = entry.on_demand_hourly,
                             .as_of = as_of,
                             .place_allowed = entry.place_allowed.value_or(false),
                             .place_known = entry.place_allowed,
                             .provider_allowed = entry.provider_allowed};
  const auto* accelerator = chip ? &*chip : nullptr;
  values.clear();
  fill_job(values, workload, exchange);
  fill_shape(values, accelerator, shape);
  fill_instance(values, instance);
  fill_offer(values, entry.offer, context);
  fill_setup(values, workload, accelerator, shape, entry.setup, {});
  fill_loading(
      values,
      loading_of(workload, entry.setup, shape.hosts, storage_read(catalog, instance)).ratio);
  fill_software(values, software_on(catalog, workload.demand, entry.setup, accelerator));
  fill_quote(values, workload, entry.setup, entry.quote, exchange);
  values.set_text(FactId::plan, entry.plan);
  values.set_text(FactId::offer_id, entry.offer_id);
  values.set_text(FactId::layout, entry.layout);
  apply_assumptions(values, workload);
  if (entry.energy_kwh)
    values.set(FactId::energy_kwh, *entry.energy_kwh);
  if (entry.co2e_kg)
    values.set(FactId::co2e_kg, *entry.co2e_kg);
}

} // namespace gpuplan::plan
