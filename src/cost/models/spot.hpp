#pragma once

#include "cost/checkpoint.hpp"
#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// Billed by time at the spot price, with what interruptions add: lost work, checkpoint writes,
/// repeated set-up, and the other nodes that wait for a lost one. All nodes of a group must be up,
/// so its rate is nodes × −ln(1 − monthly share) ÷ 730 an hour; other groups work on. Waiting for a
/// replacement of a single node is not billed. Each replaced instance is rounded up to the billing
/// step anew, half a step on average. Free hours after an early interruption (EC2's first hour) and
/// work saved on notice are a bonus that is not counted.
///
/// Serving: nothing restarts; each replaced replica pays its set-up again.
core::Known<core::Milliseconds> price_spot(const Case& use, Bill& bill, Extras* extras);

/// The run as the checkpoint formulas see it, in hours. Unknown where a rate or a setting is.
core::Known<InterruptibleRun> interruptible_run(const Rates& rates, const Usage& usage);

} // namespace gpuplan::cost
