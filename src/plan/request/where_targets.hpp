#pragma once

#include "workload/workload.hpp"

namespace gpuplan::plan {

/// The job with the latencies that its `--where` bounds from above as targets of the search, each
/// the tighter of the two where it states a target as well.
///
/// A layout and a number of machines are picked for the targets before the filter sees the plan.
/// Left to the filter alone, `--where 'tpot_ms <= 20'` would be judged by a layout that was picked
/// for most requests a second, and would find nothing where `--tpot 20ms` finds plans. So upper
/// bounds that the whole expression rests on (`facts::Expression::upper_bounds`) are both; anything
/// else it says of latencies stays a filter.
workload::Workload with_targets_of_where(workload::Workload job);

} // namespace gpuplan::plan
