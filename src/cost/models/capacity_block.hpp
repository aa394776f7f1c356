#pragma once

#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// A block of whole days, paid in full at the start and not cancelled: by the day, then by the
/// week, up to a longest block. Machines are taken away some time before the block ends, so it must
/// be longer than the job by that. Unknown for a job beyond the longest block.
core::Known<core::Milliseconds> price_capacity_block(const Case& use, Bill& bill, Extras* extras);

/// Steps in which blocks are sold.
struct BlockSteps {
  core::Milliseconds day{0};
  core::Milliseconds daily_until{0};
  core::Milliseconds step_beyond{0};
  core::Milliseconds longest{0};
};

/// The shortest block that holds a time; nothing beyond the longest. AWS sells one to fourteen
/// days, then whole weeks to 182 days.
std::optional<core::Milliseconds> block_length(core::Milliseconds needed, const BlockSteps& steps);

} // namespace gpuplan::cost
