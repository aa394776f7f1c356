#include "perf/training_messages.hpp"

#include <algorithm>
#include <limits>

namespace gpuplan::perf {

namespace {

using workload::Recompute;
using Coefficients = TrainingModel::Coefficients;

constexpr double k_message_bytes = 2; ///< activations travel in 16 bits

/// One operand of the messages: what the layout and the network make of a micro-batch.
struct Operand {
  double tokens = 0;
  double layers = 0; ///< of a stage
  double rounds = 4; ///< collectives of a layer: two forward, two backward, two more if recomputed
};

Operand operand(const NetworkWork& n, const MicroBatchLayout& l) {
  return {.tokens = l.samples * n.tokens / l.context,
          .layers = n.layers_launched / n.stages(l),
          .rounds = l.recompute == Recompute::full ? 6.0 : 4.0};
}

double tensor_time(const Coefficients& c,
                   const NetworkWork& n,
                   const MicroBatchLayout& l,
                   const Operand& o,
                   double rate) {
  const double count = o.layers * o.rounds + 4 / l.pipeline;
  const double bytes = 2 * ring_share(l.tensor) * o.tokens * n.hidden * k_message_bytes;
  return c.exposed_tensor * count * (bytes / rate + c.link.latency_s);
}

/// The share of a device's partners in expert parallelism that lie outside its domain.
double share_leaving(const MicroBatchLayout& l, const LinkRates& rates) {
  const double group = l.expert * l.tensor;
  return std::max(0.0, (group - rates.domain) / group);
}

double expert_time(const Coefficients& c,
                   const NetworkWork& n,
                   const MicroBatchLayout& l,
                   const Operand& o,
                   const LinkRates& rates) {
  const double leaving = share_leaving(l, rates);
  const double bytes =
      o.layers * o.rounds * o.tokens * n.hidden * n.routed * c.expert_bytes * ring_share(l.expert);
  const double wire = (leaving < 1 ? bytes * (1 - leaving) / *rates.fast : 0) +
                      (leaving > 0 ? bytes * leaving / *rates.network : 0);
  return c.exposed_expert * (wire + 4 * o.layers * c.link.latency_s);
}

double context_time(const Coefficients& c,
                    const NetworkWork& n,
                    const MicroBatchLayout& l,
                    const Operand& o,
                    double rate) {
  const double bytes = o.layers * 6 * o.tokens * n.kv_width * k_message_bytes * (l.context - 1) /
                       std::min(l.tensor, n.kv_heads);
  return c.exposed_context * bytes / rate;
}

} // namespace

core::Known<MicroBatchMessages> micro_batch_messages(const Coefficients& c,
                                                     const NetworkWork& n,
                                                     const LinkRates& rates,
                                                     const MicroBatchLayout& l) {
  MicroBatchMessages result;
  const Operand o = operand(n, l);
  const auto of_group = [&rates](double group) -> const core::Known<double>& {
    return group > rates.domain ? rates.network : rates.fast;
  };
  if (l.tensor > 1) {
    const auto& rate = of_group(l.tensor);
    if (!rate)
      return core::Unknown{rate.why_unknown()};
    result.tensor = tensor_time(c, n, l, o, *rate);
  }
  if (l.context > 1) {
    const auto& rate = of_group(l.tensor * l.context);
    if (!rate)
      return core::Unknown{rate.why_unknown()};
    result.context = context_time(c, n, l, o, *rate);
  }
  if (l.expert > 1) {
    const double leaving = share_leaving(l, rates);
    if (leaving > 0 && !rates.network)
      return core::Unknown{rates.network.why_unknown()};
    if (leaving < 1 && !rates.fast)
      return core::Unknown{rates.fast.why_unknown()};
    result.expert = expert_time(c, n, l, o, rates);
  }
  if (l.pipeline > 1) {
    const double bytes = c.exposed_pipeline * 2 * o.tokens * n.hidden * k_message_bytes *
                         l.virtual_stages / l.tensor;
    constexpr double k_never = std::numeric_limits<double>::infinity();
    result.pipeline_within = rates.fast ? bytes / *rates.fast : k_never;
    result.pipeline_across = rates.network ? bytes / *rates.network : k_never;
  }
  return result;
}

} // namespace gpuplan::perf
