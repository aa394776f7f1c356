#include "sizing/expression.hpp"
#include "sizing/line_builder.hpp"
#include "sizing/transformer_training.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::sizing {

namespace {

using workload::Layout;
using workload::Recompute;
using workload::Sharding;

std::string_view stage_name(Sharding sharding) {
  switch (sharding) {
  case Sharding::none: return "unsharded";
  case Sharding::optimizer: return "ZeRO-1";
  case Sharding::gradients: return "ZeRO-2";
  case Sharding::full: return "ZeRO-3";
  }
  return "";
}

/// `parameters x share x bytes / ranks / group`.
std::string state_text(double parameters, double share, double bytes, double ranks, double group) {
  return Expression{parameters}.times(share).times(bytes).over(ranks).over(group).text();
}

} // namespace

std::vector<MemoryLine> TransformerTraining::explain(const Layout& layout) const {
  const Degrees degrees{layout};
  const auto both = ends(layout);
  Stage stage = both.first;
  auto live = stage_bytes(layout, degrees, stage);
  if (!both.alike) {
    const auto last = stage_bytes(layout, degrees, both.last);
    if (live.total() < last.total()) {
      live = last;
      stage = both.last;
    }
  }
  LineBuilder lines{live};
  add_state_lines(lines, layout, degrees, stage);
  add_activation_lines(lines, live, layout, stage);
  lines.add(MemoryPart::workspace,
            Expression{setup_.dequantised}.times(largest_matrix_).over(degrees.tensor).text(),
            "a matrix dequantised");
  return std::move(lines).finish(setup_.reserve,
                                 layout.devices() > 1 ? Devices::several : Devices::one);
}

std::string TransformerTraining::states_text(const Stage& stage,
                                             const Degrees& degrees,
                                             double width,
                                             double table_width,
                                             Division division) const {
  const bool divided = division == Division::sharded;
  const double group = divided ? degrees.group : 1;
  Expression sum{state_text(layer_parameters_, stage.share, width, degrees.tensor, group)};
  if (stage.tables > 0)
    sum.plus(state_text(stage.tables, 1, table_width, degrees.tensor, group));
  if (expert_parameters_ > 0)
    sum.plus(state_text(expert_parameters_,
                        stage.share,
                        width,
                        degrees.experts,
                        divided ? degrees.expert_group : 1));
  return sum.text();
}

void TransformerTraining::add_state_lines(LineBuilder& lines,
                                          const Layout& layout,
                                          const Degrees& degrees,
                                          const Stage& stage) const {
  const auto division = [&](Sharding from) {
    return layout.sharding >= from && degrees.group > 1 ? Division::sharded : Division::whole;
  };
  const auto note = [&](double width, Sharding from) {
    auto text = number_text(width) + " B a parameter";
    if (division(from) == Division::sharded)
      text += fmt::format(", {} over {}", stage_name(layout.sharding), number_text(degrees.group));
    return text;
  };
  const auto states = [&](double width, double table_width, Sharding from) {
    return states_text(stage, degrees, width, table_width, division(from));
  };
  if (setup_.frozen_layers > 0) {
    const double table_width = setup_.frozen_tables + setup_.table_cast;
    lines.add(MemoryPart::weights,
              states(setup_.frozen_layers, table_width, Sharding::full),
              "frozen base, " + note(setup_.frozen_layers, Sharding::full),
              {setup_.keys.frozen});
    const double adapters = adapter_parameters_ * stage.share / degrees.tensor;
    const auto bytes = sharded(setup_.adapter, adapters, layout.sharding, degrees.group);
    const double trained = tables_trained_ ? stage.tables / degrees.tensor : 0;
    const auto tables = sharded(setup_.trained_table, trained, layout.sharding, degrees.group);
    Expression sum{bytes.total()};
    if (tables_trained_)
      sum.plus(number_text(tables.total()));
    lines.add(MemoryPart::adapters,
              sum.text(),
              fmt::format("{} parameters at {} B{}",
                          number_text(adapter_parameters_),
                          number_text(setup_.adapter.total()),
                          tables_trained_ ? ", and trained tables" : ""));
  } else {
    const auto& bytes = setup_.state[static_cast<std::size_t>(layout.sharding)];
    const double width = layout.offload_optimizer ? std::min(2.0, bytes.weights) : bytes.weights;
    const bool by_layer = setup_.step == OptimizerStep::in_backward;
    lines.add(
        MemoryPart::weights, states(width, width, Sharding::full), note(width, Sharding::full));
    lines.add(MemoryPart::gradients,
              by_layer ? Expression{largest_layer_}.times(bytes.gradients).text()
                       : states(bytes.gradients, bytes.gradients, Sharding::gradients),
              by_layer ? "one layer at a time" : note(bytes.gradients, Sharding::gradients));
    lines.add(MemoryPart::optimizer,
              states(bytes.optimizer, bytes.optimizer, Sharding::optimizer),
              note(bytes.optimizer, Sharding::optimizer));
  }
  const bool kept = setup_.gathered_life == GatheredLayers::kept;
  const double alive = kept ? stage.layers : std::min(setup_.gathered_layers, stage.layers);
  Expression gathered{alive};
  gathered.times(gathered_layer(degrees)).times(setup_.gathered);
  gathered.plus(state_text(stage.tables, 1, setup_.element, degrees.tensor, 1));
  lines.add(MemoryPart::gathered_layers,
            gathered.text(),
            kept ? "all layers and the tables, unsharded"
                 : "layers in use and the tables, unsharded",
            {"memory.state.gathered_layers"});
}

void TransformerTraining::add_activation_lines(LineBuilder& lines,
                                               const LiveBytes& live,
                                               const Layout& layout,
                                               const Stage& stage) const {
  const Degrees degrees{layout};
  const auto held = kept(layout, degrees, stage);
  Expression sum{stage.layers};
  sum.times(stage.in_flight);
  std::string note = number_text(stage.layers) + " layers";
  if (transient_gradients(layout) && live[MemoryPart::gradients] > 0) {
    sum = Expression{held.live_layer}.over(2);
    note = "half a layer: the peak is after the backward pass, when gradients are whole";
  } else if (layout.recompute != Recompute::full) {
    sum.times(held.layer);
    note += layout.recompute == Recompute::selective ? ", scores recomputed" : "";
  } else if (setup_.checkpoints == Checkpoints::host) {
    sum = Expression{2}.times(held.input).plus(number_text(held.live_layer));
    note = "layer inputs wait on the host; one layer is recomputed";
  } else {
    const double share = setup_.recomputed_share;
    sum.times(share * held.input + (1 - share) * held.layer);
    note = "full recomputation: layer inputs";
    if (live[MemoryPart::logits] > 0) {
      note += "; the loss outweighs a live layer";
    } else {
      sum.plus(number_text(held.live_layer));
      note += " and one live layer";
    }
  }
  if (stage.in_flight > 1)
    note += fmt::format(", {} micro-batches in flight", number_text(stage.in_flight));
  lines.add(
      MemoryPart::activations, sum.text(), std::move(note), {setup_.keys.norm, setup_.keys.mlp});
  lines.add(MemoryPart::logits,
            Expression{setup_.logits}
                .times(vocab_)
                .times(logit_tokens_)
                .times(degrees.samples)
                .over(degrees.tensor)
                .text(),
            number_text(setup_.logits) + " B a token and vocabulary row",
            {setup_.keys.logits});
}

} // namespace gpuplan::sizing
