#include "perf/inference/stage_link.hpp"

#include <cmath>

namespace gpuplan::perf::inference {

using core::Known;
using core::Unknown;

Known<StageLink> stage_link(const Coefficients& coefficients,
                            const workload::Layout& layout,
                            const Topology& topology) {
  if (layout.pipeline <= 1)
    return StageLink{};
  const LinkCoefficients& links = coefficients.links;
  const LinkRates rates = link_rates(*topology.accelerator, *topology.shape, links);
  const double ranks = layout.tensor;
  if (ranks * layout.pipeline <= rates.domain)
    return StageLink{};
  if (!rates.network)
    return Unknown{rates.network.why_unknown()};
  return StageLink{.boundaries = layout.pipeline - 1.0,
                   .message_s = links.latency_s + links.network_latency_s,
                   .rate = *rates.network * ranks};
}

double stage_evenness(const workload::TransformerDims& dims, std::int32_t stages) {
  const auto layers = static_cast<double>(dims.layers + dims.decoder_layers);
  if (stages <= 1 || layers <= 0)
    return 1;
  return layers / (stages * std::ceil(layers / stages));
}

} // namespace gpuplan::perf::inference
