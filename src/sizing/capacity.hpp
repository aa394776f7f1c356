#pragma once

#include "sizing/memory_model.hpp"

#include <cstdint>

namespace gpuplan::sizing {

// What fits on a device. `room` is what may be used of it (`MemoryModel::room`). Memory never falls
// as these grow, so each is the largest value whose estimate stays within; 0 where not even one
// does; unknown where the estimate is.

/// Samples of one forward pass.
core::Known<std::int64_t> largest_micro_batch(const MemoryQuery& query,
                                              const workload::Layout& layout,
                                              core::Bytes room,
                                              std::int64_t most);

/// Tokens of context a replica can hold; unknown for a model without a cache.
core::Known<double>
largest_context(const MemoryQuery& query, const workload::Layout& layout, core::Bytes room);

/// Tokens of context that a replica needs for so many requests in work: whole sequences of the
/// stated lengths, one at least, though the mean request is half written. The cache of a serving
/// engine takes what is left beside weights and workspace, so beyond the one sequence it takes no
/// more than leaves the device within `room`, and never decides whether it fits. 0 without a cache.
double needed_context(const MemoryQuery& query,
                      const workload::Demand& demand,
                      const workload::Layout& layout,
                      double running,
                      core::Known<core::Bytes> room);

/// Requests of the stated lengths a replica can hold at once. An encoder or a sample model counts
/// samples of one pass.
core::Known<std::int64_t> largest_concurrency(const MemoryModel& model,
                                              const workload::Demand& demand,
                                              const workload::Layout& layout,
                                              core::Bytes room);

/// Tokens of a sample (training) or of one request's context (serving).
core::Known<std::int64_t> largest_sequence(const MemoryModel& model,
                                           const workload::Demand& demand,
                                           const workload::Layout& layout,
                                           core::Bytes room);

} // namespace gpuplan::sizing
