#include "output/json/schema_bodies.hpp"
#include "output/json/schema_parts.hpp"

namespace gpuplan::output::schema {

Json offers_schema() {
  const Json price{{"oneOf",
                    {{{"type", "null"}},
                     object_of({{"offer_id", text()},
                                {"region", text()},
                                {"price_hourly",
                                 told(money(),
                                      "of a machine, effective: what is paid up front is "
                                      "spread over the term")},
                                {"price_gpu_hourly", money_or_null()},
                                {"currency", text()},
                                {"stated_hourly", told(money(), "as the price list has it")},
                                {"stated_currency", text()},
                                {"as_of", or_null("string")},
                                {"old", {{"type", "boolean"}}},
                                {"later", {{"type", "boolean"}}},
                                {"source", text()},
                                {"line", text()}})}}};
  const Json range{{"oneOf",
                    {{{"type", "null"}},
                     object_of({{"count", integer()},
                                {"least", money()},
                                {"median", money()},
                                {"most", money()},
                                {"dearest_region", money()}})}}};
  return envelope(
      {{"results",
        list_of(object_of({{"provider", text()},
                           {"instance_type", text()},
                           {"accelerator", or_null("string")},
                           {"gpu_count", number()},
                           {"vcpus", or_null("number")},
                           {"host_memory_gib", or_null("number")},
                           {"host_tier", text()},
                           {"on_demand", price},
                           {"on_demand_regions", integer()},
                           {"spot", price},
                           {"reserved_1y", price},
                           {"reserved_3y", price},
                           {"other", price}}))},
       {"prices",
        object_of({{"on_demand", range},
                   {"spot", range},
                   {"reserved_1y", range},
                   {"reserved_3y", range}})},
       {"unlisted",
        list_of(object_of(
            {{"offer_id", text()}, {"reason", text()}, {"note", text()}, {"line", text()}}))},
       {"exchange_rates", exchange_rates()},
       {"summary",
        object_of({{"matched", integer()},
                   {"providers", integer()},
                   {"unknown_left_out", integer()},
                   {"other_currencies", integer()},
                   {"unlisted", integer()}})}});
}

} // namespace gpuplan::output::schema
