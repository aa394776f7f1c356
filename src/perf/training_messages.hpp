#pragma once

#include "perf/collectives.hpp"
#include "perf/training_work.hpp"

namespace gpuplan::perf {

/// Messages of one micro-batch on one device, exposed seconds. Bytes over an effective rate plus
/// messages × latency; L/p layers of a stage, r = 1 with full recomputation:
///   tensor    K 2 (t-1)/t T h 2 B / link + K lat, K = (L/p)(4 + 2 r) + 4/p all-reduces
///   expert    (L/p)(4 + 2 r) T h k B (e-1)/e / link + 4 (L/p) lat; what leaves the domain takes
///             the network
///   context   (L/p) 6 T kv 2 B (c-1)/min(t, kv heads) / link
///   pipeline  2 T h 2 B v/t / link, mostly hidden
/// Groups wider than the domain use the network, pipelines wherever the job does (their stages lie
/// farthest apart).
struct MicroBatchMessages {
  double tensor = 0;
  double expert = 0;
  double context = 0;
  double pipeline_within = 0; ///< where the whole job lies in one domain
  double pipeline_across = 0;
};

/// Rates that are not needed may be unknown; a needed one makes the result unknown with its reason,
/// except `pipeline_across`, which is then infinite and must not be used.
core::Known<MicroBatchMessages>
micro_batch_messages(const TrainingModel::Coefficients& coefficients,
                     const NetworkWork& network,
                     const LinkRates& rates,
                     const MicroBatchLayout& layout);

} // namespace gpuplan::perf
