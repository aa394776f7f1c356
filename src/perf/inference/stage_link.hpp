#pragma once

#include "core/known.hpp"
#include "perf/estimate.hpp"
#include "perf/inference/coefficients.hpp"

namespace gpuplan::perf::inference {

/// How a pipeline stage hands its activations to the next over a network. A boundary takes
///
///     t = message + N·h·2 ÷ rate     for N tokens of h elements of 16 bits
///
/// at the rate of all tensor-parallel ranks of the stage together, each of which sends its share.
struct StageLink {
  double boundaries = 0; ///< of one pass
  double message_s = 0;
  double rate = 1; ///< bytes/s one way
};

/// Stages whose devices all reach one another hand over nothing that is counted: the shares a
/// pipeline keeps were fitted there. Any other replica uses the network between its machines, at
/// the rate and latency of training. Unknown where that rate is: a replica over several machines of
/// an unknown network has no time.
core::Known<StageLink> stage_link(const Coefficients& coefficients,
                                  const workload::Layout& layout,
                                  const Topology& topology);

/// How much a pipeline gains where each of p stages held L ÷ p of L layers, which engines fill up
/// to whole layers: the fullest holds ⌈L ÷ p⌉, so L ÷ (p·⌈L ÷ p⌉), 1 where p divides L.
double stage_evenness(const workload::TransformerDims& dims, std::int32_t stages);

} // namespace gpuplan::perf::inference
