#pragma once

#include "facts/values.hpp"
#include "plan/recommendation.hpp"

namespace gpuplan::plan {

/// Every fact of one answered plan, for rules, columns, JSON and filters. The values view texts of
/// the set, its catalog and the entry.
void fill_recommendation(facts::FactValues& values,
                         const catalog::Catalog& catalog,
                         const workload::Workload& workload,
                         core::Date as_of,
                         const Recommendation& entry);

} // namespace gpuplan::plan
