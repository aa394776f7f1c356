#pragma once

#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// Storage of the data set and of checkpoints for the run and a while beyond, and the transfer of
/// the data to the machine.
///
///   checkpoints: bytes × copies kept × (wall + hold) ÷ 730 h × object storage rate
///   data set:    bytes × (wall + hold) ÷ 730 h × object storage rate
///   transfer:    bytes once through the sender's marginal tiers; free within a region, and free
///                where they arrive: no provider charges what comes in
///
/// Serving keeps its weights once, for its month. A rate in another currency is converted at a
/// dated rate; without one the part is left out, named in `extras` and never taken as zero or mixed
/// in.
void charge_around(const Case& use, core::Milliseconds wall, Bill& bill, Extras* extras);

/// How long the data set is on its way, before the machines start: bytes over the rate at which
/// stores hand data over. Nothing where it lies with them or that rate is not known.
core::Milliseconds time_on_the_way(const Case& use);

} // namespace gpuplan::cost
