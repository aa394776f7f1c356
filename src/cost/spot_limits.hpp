#pragma once

#include "core/known.hpp"
#include "cost/checkpoint.hpp"

namespace gpuplan::cost {

/// Mean time between interruptions of the job, in hours, below which spot is no longer cheaper than
/// on demand: where running time ÷ undisturbed time reaches the ratio of the prices (on demand ÷
/// spot), since spot wins only while E[T spot] ÷ T on demand < p_on_demand ÷ p_spot. `run.rate`
/// does not matter; an interval that is not stated is chosen anew for each rate. Unknown for a
/// ratio of 1 and less: there spot never wins.
core::Known<double> break_even_life(InterruptibleRun run, double price_ratio);

} // namespace gpuplan::cost
