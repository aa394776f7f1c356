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
/// `prepared`, from the settings and rate of interruptions that offers share.
struct PreparedUse {
  Usage usage;
  core::Known<Work> work;              ///< on spot, whose checkpoints are in `spot`
  core::Known<Work> work_with_writing; ///< on terms that are not interrupted
  core::Known<SpotRun> spot; ///< unknown, without a reason, for a service: nothing restarts
};

/// Of a service nothing restarts, so nothing is known of its course.
PreparedUse prepared(const Rates& shared, const Usage& usage);

/// As `charge_of` of the use.
core::Known<Charge> charge_of(const Rates& rates, const PreparedUse& use);

} // namespace gpuplan::cost
