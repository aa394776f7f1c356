#include "sizing/transformer_training.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::sizing {

namespace {

using workload::Layout;
using workload::Recompute;
using workload::Sharding;

template <class Count>
double real(Count count) {
  return static_cast<double>(count);
}

} // namespace

/// Degrees as numbers, and the groups they form.
struct TransformerTraining::Degrees {
  double tensor = 1;
  double group = 1;        ///< ranks that share the shards of dense parameters
  double experts = 1;      ///< ways that routed experts are split
  double expert_group = 1; ///< ranks that share the shards of an expert
  double samples = 1; ///< of one micro-batch on one device, a fraction under context parallelism
  double context = 1;

  explicit Degrees(const Layout& layout)
      : tensor(layout.tensor),
        group(real(layout.data) * layout.context),
        samples(real(layout.micro_batch) / layout.context),
        context(layout.context) {
    const double ranks = real(layout.data) * tensor;
    experts = std::min(real(layout.expert) * tensor, ranks);
    expert_group = group * tensor / experts;
  }
};

/// One end of the pipeline.
struct TransformerTraining::Stage {
  double share = 1;     ///< of all layers
  double layers = 0;    ///< on this stage
  double in_flight = 1; ///< micro-batches whose activations are held
  double tables = 0;    ///< parameters
  bool has_logits = true;
};

core::Known<MemoryEstimate> TransformerTraining::estimate(const Layout& layout) const {
  const Degrees degrees{layout};
  const auto devices = layout.devices() > 1 ? Devices::several : Devices::one;
  const auto& band = band_of(layout);
  if (layout.pipeline <= 1) {
    const Stage whole{.layers = layers_, .tables = input_table_ + output_table_};
    return sum_up(stage_bytes(layout, degrees, whole), setup_.reserve, devices, band);
  }
  const double p = layout.pipeline;
  const double v = std::max(1, layout.virtual_stages);
  const double micro_batches = std::max(1, layout.accumulation);
  Stage stage;
  stage.layers = std::ceil(layers_ / p);
  stage.share = stage.layers / layers_;
  stage.in_flight = std::min(v > 1 ? p + (p - 1) / v : p, micro_batches);
  stage.tables = input_table_;
  stage.has_logits = false;
  const auto first = sum_up(stage_bytes(layout, degrees, stage), setup_.reserve, devices, band);
  stage.in_flight = std::min(((v - 1) * p + 1) / v, micro_batches);
  stage.tables = output_table_ + tied_copy_;
  stage.has_logits = true;
  const auto last = sum_up(stage_bytes(layout, degrees, stage), setup_.reserve, devices, band);
  return first.device < last.device ? last : first;
}

LiveBytes TransformerTraining::stage_bytes(const Layout& layout,
                                           const Degrees& degrees,
                                           const Stage& stage) const {
  LiveBytes live;
  add_states(live, layout, degrees, stage);
  add_activations(live, layout, degrees, stage);
  return live;
}

void TransformerTraining::add_states(LiveBytes& live,
                                     const Layout& layout,
                                     const Degrees& degrees,
                                     const Stage& stage) const {
  const double dense = layer_parameters_ * stage.share / degrees.tensor;
  const double experts = expert_parameters_ * stage.share / degrees.experts;
  const double tables = stage.tables / degrees.tensor;
  const auto sharding = layout.sharding;
  const bool whole = sharding != Sharding::full;
  if (setup_.frozen_layers > 0) {
    const double layers =
        setup_.frozen_layers *
        (whole ? dense + experts : dense / degrees.group + experts / degrees.expert_group);
    const double table_bytes = (setup_.frozen_tables + setup_.table_cast) * tables;
    live[MemoryPart::weights] = layers + table_bytes / (whole ? 1 : degrees.group);
    const double adapters = adapter_parameters_ * stage.share / degrees.tensor;
    const double trained = tables_trained_ ? tables : 0;
    live[MemoryPart::adapters] =
        sharded(setup_.adapter, adapters, sharding, degrees.group).total() +
        sharded(setup_.trained_table, trained, sharding, degrees.group).total();
    live[MemoryPart::workspace] = setup_.dequantised * largest_matrix_ / degrees.tensor;
  } else {
    const auto& bytes = setup_.state[static_cast<std::size_t>(sharding)];
    const auto here = sharded(bytes, dense + tables, sharding, degrees.group);
    const auto routed = sharded(bytes, experts, sharding, degrees.expert_group);
    live[MemoryPart::weights] = here.weights + routed.weights;
    live[MemoryPart::gradients] = here.gradients + routed.gradients;
    live[MemoryPart::optimizer] = here.optimizer + routed.optimizer;
    if (layout.offload_optimizer) {
      // Master copies and moments live on the host; gradients leave layer by layer.
      live[MemoryPart::weights] *= std::min(1.0, 2 / bytes.weights);
      live[MemoryPart::gradients] = 0;
      live[MemoryPart::optimizer] = 0;
    }
  }
  if (!whole && degrees.group > 1) {
    const double layer =
        (largest_layer_ - largest_experts_) / degrees.tensor + largest_experts_ / degrees.experts;
    const double alive = std::min(setup_.gathered_layers, stage.layers) * layer;
    const bool kept = setup_.gathered_life == GatheredLayers::kept;
    const double table_width = setup_.element;
    live[MemoryPart::gathered_layers] =
        setup_.gathered * (kept ? dense + experts : alive) + table_width * tables;
  }
}

void TransformerTraining::add_activations(LiveBytes& live,
                                          const Layout& layout,
                                          const Degrees& degrees,
                                          const Stage& stage) const {
  const double replicas = layout.sequence_parallel ? degrees.tensor : 1;
  const double key_ranks = std::min(degrees.tensor, kv_heads_);
  // Eager scores are those of the local queries with the local keys.
  const double scores = 1 / (degrees.tensor * degrees.context);
  const auto kept = [&](const LayerActivations& layer, double with_scores) {
    const double bytes = layer.replicated / replicas + layer.split / degrees.tensor +
                         layer.keys / key_ranks + with_scores * scores * layer.scores;
    return bytes * setup_.activation_factor * degrees.samples;
  };
  const double live_layer = kept(largest_, 1);
  const double held = stage.layers * stage.in_flight;
  const double logits = stage.has_logits ? logits_ * degrees.samples / degrees.tensor : 0;

  if (layout.recompute != Recompute::full) {
    const double with_scores = layout.recompute == Recompute::none ? 1 : 0;
    live[MemoryPart::activations] = kept(average_, with_scores) * held;
    live[MemoryPart::logits] = logits;
    settle_gradients(live, layout, live_layer / 2);
    return;
  }
  const double input = checkpoint_ * degrees.samples / replicas;
  double waiting = input * held;
  if (setup_.checkpoints == Checkpoints::host)
    waiting = 2 * input; // one on its way out, one on its way in
  waiting =
      setup_.recomputed_share * waiting + (1 - setup_.recomputed_share) * kept(average_, 1) * held;
  // The loss is gone by the time a layer is recomputed; offloaded inputs overlap with both.
  const bool add = setup_.checkpoints == Checkpoints::host;
  live[MemoryPart::activations] = waiting + (add || live_layer > logits ? live_layer : 0);
  live[MemoryPart::logits] = add || logits >= live_layer ? logits : 0;
  settle_gradients(live, layout, live_layer / 2);
}

void TransformerTraining::settle_gradients(LiveBytes& live,
                                           const Layout& layout,
                                           double half_layer) const {
  double& gradients = live[MemoryPart::gradients];
  if (setup_.step == OptimizerStep::in_backward)
    gradients *= std::min(1.0, largest_layer_ / (layer_parameters_ + expert_parameters_));
  const bool transient = setup_.gradients == GradientLife::transient &&
                         layout.sharding == Sharding::none && layout.data == 1 &&
                         layout.context == 1 && layout.accumulation <= 1;
  if (!transient)
    return;
  // The two peaks: all activations before the first gradient, all gradients after the last layer.
  double& activations = live[MemoryPart::activations];
  double& logits = live[MemoryPart::logits];
  if (activations + logits >= gradients + half_layer) {
    gradients = 0;
  } else {
    activations = half_layer;
    logits = 0;
  }
}

const ErrorBand& TransformerTraining::band_of(const Layout& layout) const {
  const auto& bands = setup_.bands;
  if (!bands.plain.comparable)
    return bands.plain;
  if (layout.context > 1)
    return bands.context;
  if (layout.tensor == 1 && layout.pipeline == 1)
    return bands.plain;
  return layout.sharding == Sharding::full ? bands.split_and_sharded : bands.split;
}

} // namespace gpuplan::sizing
