#pragma once

#include "cost/exchange_rate.hpp"
#include "facts/values.hpp"
#include "plan/recommendation.hpp"

namespace gpuplan::plan {

/// Every fact of one answered plan, for rules, columns, JSON and filters. The values view texts of
/// the catalog, the workload and the entry. Currency and rates are the caller's (`fill_rates`).
void fill_recommendation(facts::FactValues& values,
                         const catalog::Catalog& catalog,
                         const workload::Workload& workload,
                         core::Date as_of,
                         const cost::ExchangeRates& exchange,
                         const Recommendation& entry);

} // namespace gpuplan::plan
