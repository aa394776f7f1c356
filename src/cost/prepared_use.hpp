#pragma once

#include "cost/checkpoint.hpp"
#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// A run on machines that may be taken away, and what to expect of it.
struct SpotRun {
  InterruptibleRun run;
  RunOutlook outlook;
};

/// The run as the checkpoint formulas see it, and its course. Depends on the share of machines that
/// is reclaimed and on the settings, not on a price. Unknown where one of them is.
core::Known<SpotRun> spot_run(const Rates& rates, const Usage& usage);

/// A use of machines, worked out as far as all offers of one catalog make the same of it. Made by
/// `CostModel::prepare`.
struct PreparedUse {
  Usage usage;
  core::Known<Work> work;
  core::Known<SpotRun> spot; ///< unknown, without a reason, for a service: nothing restarts
};

/// As `charge_of` of the use.
core::Known<Charge> charge_of(const Rates& rates, const PreparedUse& use);

} // namespace gpuplan::cost
