#include "sizing/transformer_training.hpp"

#include "sizing/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::sizing {

namespace {

using workload::Layout;
using workload::Recompute;
using workload::Sharding;

} // namespace

TransformerTraining::Degrees::Degrees(const Layout& layout)
    : tensor(layout.tensor),
      group(real(layout.data) * layout.context),
      samples(real(layout.micro_batch) / layout.context),
      context(layout.context) {
  const double ranks = real(layout.data) * tensor;
  experts = std::min(real(layout.expert) * tensor, ranks);
  expert_group = group * tensor / experts;
}

TransformerTraining::Ends TransformerTraining::ends(const Layout& layout) const {
  if (layout.pipeline <= 1) {
    const Stage whole{.layers = layers_, .tables = input_table_ + output_table_};
    return {.first = whole, .last = whole, .alike = true};
  }
  const double p = layout.pipeline;
  const double v = std::max(1, layout.virtual_stages);
  const double micro_batches = std::max(1, layout.accumulation);
  const double layers = std::ceil(layers_ / p);
  const double first_in_flight = v > 1 ? p + (p - 1) / v : p;
  const double last_in_flight = ((v - 1) * p + 1) / v;
  return {.first = {.share = layers / layers_,
                    .layers = layers,
                    .in_flight = std::min(first_in_flight, micro_batches),
                    .tables = input_table_,
                    .has_logits = false},
          .last = {.share = layers / layers_,
                   .layers = layers,
                   .in_flight = std::min(last_in_flight, micro_batches),
                   .tables = output_table_ + tied_copy_}};
}

MemoryEstimate TransformerTraining::estimate(const Layout& layout) const {
  const Degrees degrees{layout};
  const auto devices = layout.devices() > 1 ? Devices::several : Devices::one;
  const auto& band = band_of(layout);
  const auto both = ends(layout);
  auto fullest = stage_bytes(layout, degrees, both.first);
  if (!both.alike) {
    const auto last = stage_bytes(layout, degrees, both.last);
    if (fullest.total() < last.total())
      fullest = last;
  }
  return sum_up(fullest, setup_.reserve, devices, band);
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
    const double layer = gathered_layer(degrees);
    const double alive = std::min(setup_.gathered_layers, stage.layers) * layer;
    const bool kept = setup_.gathered_life == GatheredLayers::kept;
    const double table_width = setup_.element;
    live[MemoryPart::gathered_layers] =
        setup_.gathered * (kept ? dense + experts : alive) + table_width * tables;
  }
}

double TransformerTraining::gathered_layer(const Degrees& degrees) const {
  return (largest_layer_ - largest_experts_) / degrees.tensor + largest_experts_ / degrees.experts;
}

TransformerTraining::Kept
TransformerTraining::kept(const Layout& layout, const Degrees& degrees, const Stage& stage) const {
  const double replicas = layout.sequence_parallel ? degrees.tensor : 1;
  const double key_ranks = std::min(degrees.tensor, kv_heads_);
  // Eager scores are those of the local queries with the local keys.
  const double scores = 1 / (degrees.tensor * degrees.context);
  const auto bytes = [&](const LayerActivations& layer, double with_scores) {
    const double sample = layer.replicated / replicas + layer.split / degrees.tensor +
                          layer.keys / key_ranks + with_scores * scores * layer.scores;
    return sample * setup_.activation_factor * degrees.samples;
  };
  return {.layer = bytes(average_, layout.recompute == Recompute::selective ? 0 : 1),
          .live_layer = bytes(largest_, 1),
          .input = checkpoint_ * degrees.samples / replicas,
          .logits = stage.has_logits ? logits_ * degrees.samples / degrees.tensor : 0,
          .layers = stage.layers * stage.in_flight};
}

void TransformerTraining::add_activations(LiveBytes& live,
                                          const Layout& layout,
                                          const Degrees& degrees,
                                          const Stage& stage) const {
  const auto held = kept(layout, degrees, stage);
  double& activations = live[MemoryPart::activations];
  double& logits = live[MemoryPart::logits];
  if (layout.recompute != Recompute::full) {
    activations = held.layer * held.layers;
    logits = held.logits;
  } else if (setup_.checkpoints == Checkpoints::host) {
    // One input on its way out and one on its way in overlap with layer and loss.
    activations = 2 * held.input + held.live_layer;
    logits = held.logits;
  } else {
    // The loss is gone by the time a layer is recomputed.
    const bool loss = held.logits >= held.live_layer;
    const double share = setup_.recomputed_share;
    activations = (share * held.input + (1 - share) * held.layer) * held.layers +
                  (loss ? 0 : held.live_layer);
    logits = loss ? held.logits : 0;
  }
  settle_gradients(live, layout, held.live_layer / 2);
}

bool TransformerTraining::transient_gradients(const Layout& layout) const {
  return setup_.gradients == GradientLife::transient && layout.sharding == Sharding::none &&
         layout.data == 1 && layout.context == 1 && layout.accumulation <= 1;
}

void TransformerTraining::settle_gradients(LiveBytes& live,
                                           const Layout& layout,
                                           double half_layer) const {
  double& gradients = live[MemoryPart::gradients];
  if (setup_.step == OptimizerStep::in_backward)
    gradients *= std::min(1.0, largest_layer_ / (layer_parameters_ + expert_parameters_));
  if (!transient_gradients(layout))
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
