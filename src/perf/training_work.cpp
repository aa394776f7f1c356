#include "perf/training_work.hpp"

#include <cmath>

namespace gpuplan::perf {

namespace {

using workload::Recompute;
using Coefficients = TrainingModel::Coefficients;

constexpr double k_fused_products = 3.5; ///< forward 1, backward five products for two
constexpr double k_plain_products = 3;
constexpr double k_dequantise_bytes = 4.5; ///< of a 4-bit weight: read packed, write and read wide
constexpr double k_launches_beside_layers = 2;

double transformer_activations(const NetworkWork& n, const MicroBatchLayout& l, double tokens) {
  const double again = (n.passes + (l.recompute == Recompute::full ? 1 : 0)) / 3;
  const double norm_split = l.sequence_parallel ? l.tensor : 1;
  const double layers = n.layers / n.stages(l);
  const double dense = n.hidden * (4 / norm_split + 6 / l.tensor) + 4 * n.ffn / l.tensor;
  const double routed = 4 * n.routed * n.hidden;
  const double logits =
      tokens * n.vocabulary * (2 * n.activation_bytes + 4) / (l.tensor * n.stages(l));
  return tokens * layers * n.activation_bytes * (dense * again + routed) + logits;
}

MicroBatchWork transformer(const Coefficients& c,
                           const NetworkWork& n,
                           double traffic,
                           const MicroBatchLayout& l) {
  const double split = l.tensor * n.stages(l);
  const double tokens = l.samples * n.tokens / l.context;
  const double full = l.recompute == Recompute::full ? 1 : 0;
  const double scores_again = l.recompute == Recompute::none ? 0 : 1;
  const double passes = n.passes + full;
  const double head = 6 * tokens * n.head_weights / split;
  MicroBatchWork work;
  work.flops = 2 * tokens * n.weights_used * passes / split + head;
  const double products =
      n.fused_attention ? k_fused_products + full : k_plain_products + scores_again;
  const double attended = tokens * n.attention_flops / split;
  work.attention_flops = attended * products;
  work.flops_least =
      2 * tokens * n.weights_used * n.passes / split + head + attended * k_plain_products;
  const double mixture = n.routed > 0 ? c.traffic_experts : 1;
  work.traffic_activations =
      c.traffic_activations * mixture * traffic * transformer_activations(n, l, tokens);
  const double held = n.weights_dense / split + n.weights_experts / (split * l.expert);
  work.traffic_weights = c.traffic_weights * held * n.weight_bytes * passes;
  work.traffic_scores = n.score_coefficient * traffic * tokens * n.score_elements / split *
                        n.activation_bytes * (8 + 3 * scores_again);
  if (n.dequantises)
    work.dequantised_bytes = k_dequantise_bytes * n.weights_used / split * (2 + full);
  work.launches = n.layers_launched / n.stages(l) * passes / 3 * (n.routed > 0 ? 2 : 1) +
                  k_launches_beside_layers;
  return work;
}

MicroBatchWork
sampled(const Coefficients& c, const NetworkWork& n, double traffic, const MicroBatchLayout& l) {
  const bool again = l.recompute == Recompute::full;
  MicroBatchWork work;
  work.flops_least = n.passes * n.flops_forward * l.samples;
  work.flops = work.flops_least + (again ? n.flops_forward * l.samples : 0);
  work.traffic_activations = c.traffic_sampled * traffic * n.activation_elements *
                             n.activation_bytes * l.samples * (again ? 4.0 / 3 : 1);
  work.traffic_weights = 3 * c.traffic_weights * n.activation_bytes * n.weights_used;
  work.launches = n.layers_launched / 3;
  return work;
}

MicroBatchWork tables(const Coefficients& c, const NetworkWork& n, const MicroBatchLayout& l) {
  MicroBatchWork work;
  work.flops_least = n.passes * n.flops_forward * l.samples;
  work.flops = work.flops_least;
  work.traffic_activations =
      c.traffic_tables * n.gathered_elements * n.activation_bytes * l.samples;
  return work;
}

} // namespace

double NetworkWork::stages(const MicroBatchLayout& layout) const {
  return layout.pipeline > 1 ? layers / std::ceil(layers / layout.pipeline) : 1;
}

MicroBatchLayout micro_batch_layout(const workload::Layout& layout) {
  return {.tensor = static_cast<double>(layout.tensor),
          .pipeline = static_cast<double>(layout.pipeline),
          .virtual_stages = static_cast<double>(layout.virtual_stages),
          .context = static_cast<double>(layout.context),
          .expert = static_cast<double>(layout.expert),
          .samples = layout.mean_micro_batch(),
          .recompute = layout.recompute,
          .sequence_parallel = layout.sequence_parallel};
}

MicroBatchWork micro_batch_work(const Coefficients& c,
                                const NetworkWork& network,
                                double traffic_factor,
                                const MicroBatchLayout& layout) {
  switch (network.form) {
  case NetworkWork::Form::sampled: return sampled(c, network, traffic_factor, layout);
  case NetworkWork::Form::tables: return tables(c, network, layout);
  case NetworkWork::Form::transformer: break;
  }
  return transformer(c, network, traffic_factor, layout);
}

} // namespace gpuplan::perf
