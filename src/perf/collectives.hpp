#pragma once

#include "perf/links.hpp"

#include <algorithm>

namespace gpuplan::perf {

/// Share of the payload every member of a group of n sends in one ring pass (reduce-scatter or
/// all-gather): (n - 1) / n. An all-reduce is two passes.
constexpr double ring_share(double members) {
  return members > 1 ? (members - 1) / members : 0;
}

/// Share of the time of all micro-batches that a pipeline idles: (p - 1) / (v M), with p stages,
/// v chunks a stage (1 without interleaving), M micro-batches (arXiv:2104.04473, section 2.2).
constexpr double pipeline_bubble(double stages, double chunks, double micro_batches) {
  return (stages - 1) / (chunks * micro_batches);
}

/// How a group lies over domains when its members fill the domains one by one.
struct GroupShape {
  double within = 1; ///< members in one domain
  double domains = 1;
};

/// `stride` is the number of neighbouring devices that one member of the group stands for
/// (tensor-parallel ranks lie closest to each other).
GroupShape group_shape(double members, double stride, double domain);

/// One ring pass of `bytes` over a group, domains first: within a domain at the device's link,
/// between domains at the network share of all its members together. Seconds, without latency.
/// A rate that is not used may be unknown; a used one is a broken invariant.
double ring_pass(double bytes, const GroupShape& group, const LinkRates& rates);

} // namespace gpuplan::perf
