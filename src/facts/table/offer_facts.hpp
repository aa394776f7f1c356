#pragma once

#include "facts/table/fact_row.hpp"

namespace gpuplan::facts::table {

// clang-format off
/// Facts of stage `offer`, an offer: place, terms, price, in the order of `FactId`.
constexpr auto k_offer_facts = std::to_array<Fact>({
  text(plan, "plan", Stage::offer, "reference of the plan: offer and number of nodes"),
  text(offer_id, "offer_id", Stage::offer,
         "provider/type@region, with zone and terms where needed"),
  text(provider, "provider", Stage::offer, "id of the provider"),
  text(instance_type, "instance_type", Stage::offer, "the provider's name of the instance type"),
  text(region, "region", Stage::offer, "the provider's name of the region"),
  text(zone, "zone", Stage::offer, "the provider's name of the zone"),
  text(country, "country", Stage::offer, "country of the region, ISO 3166"),
  text(host_tier, "host_tier", Stage::offer, "hyperscaler, cloud or community"),
  text(terms, "terms", Stage::offer,
         "on-demand, spot, reserved, capacity-block, flex-start or package; reserved stands "
         "for savings-plan and committed-use too"),
  text(option, "option", Stage::offer,
         "the purchase option by its own name, such as savings-plan"),
  text(payment, "payment", Stage::offer,
         "what is paid ahead: none, partial, all, monthly, unstated"),
  text(quota_state, "quota_state", Stage::offer,
         "not-offered, unknown, too-small or enough; never a promise of capacity"),
  flag(interruptible, "interruptible", Stage::offer, "the provider may take the instance back"),
  flag(owned, "owned", Stage::offer, "the capacity is the buyer's own"),
  flag(place_allowed, "place_allowed", Stage::offer,
         "the region lies where the data and the policy allow"),
  flag(provider_allowed, "provider_allowed", Stage::offer,
         "the provider and host tier are allowed"),
  flag(price_dated, "price_dated", Stage::offer, "the date of the price is known"),
  flag(price_outlying, "price_outlying", Stage::offer,
         "the price lies far from others of the same hardware and terms"),
  number(price_hourly_usd, "price_hourly_usd", "USD/h", 4, Stage::offer,
         "price of one instance on the terms at hand"),
  number(price_gpu_hourly_usd, "price_gpu_hourly_usd", "USD/h", 4, Stage::offer,
         "price of one device on the terms at hand"),
  number(price_on_demand_usd, "price_on_demand_usd", "USD/h", 4, Stage::offer,
         "price of the same instance on demand in the same place"),
  number(upfront_usd, "upfront_usd", "USD", 2, Stage::offer,
         "what is paid at the start of the term for one instance"),
  number(price_age_days, "price_age_days", "days", 0, Stage::offer,
         "days from the date of the price to the date of the plan"),
  number(spot_to_on_demand_ratio, "spot_to_on_demand_ratio", "share", 2, Stage::offer,
         "spot price divided by on-demand price of the same instance and place"),
  number(spot_to_on_demand_ratio_highest, "spot_to_on_demand_ratio_highest", "share", 2,
         Stage::offer,
         "the highest such ratio on record"),
  number(term_hours, "term_hours", "h", 0, Stage::offer, "length of the commitment"),
  number(break_even_hours_per_year, "break_even_hours_per_year", "h", 0, Stage::offer,
         "hours of use a year above which the commitment is cheaper than on demand"),
});
// clang-format on

} // namespace gpuplan::facts::table
