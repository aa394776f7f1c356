#pragma once

#include "workload/read/job_context.hpp"

namespace gpuplan::workload {

/// Reads what limits the choice: constraints, terms of purchase, objective, filter, nodes, plan,
/// labels and assumed facts. Names of places, providers and chips are checked where the catalog is.
void read_constraints(JobContext& job, Workload& workload);

/// The purchase options a word stands for: `reserved` for the three that commit, `all` for every
/// one; empty for an unknown word.
std::vector<catalog::PurchaseOption> purchase_options(std::string_view word);

} // namespace gpuplan::workload
