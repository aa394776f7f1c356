#include "sizing/explain.hpp"

#include "perf/training_explain.hpp"
#include "plan/explanation.hpp"
#include "plan/planner_state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::plan {
namespace {

using catalog::Catalog;

std::string place_of(std::string_view file, std::uint32_t line) {
  return file.empty() ? std::string{} : fmt::format("{}:{}", file, line);
}

double kv_tokens_of(const workload::Demand& demand, const Setup& setup) {
  if (!setup.serving)
    return 0;
  return setup.replica.batch * (demand.serving.input_tokens + demand.serving.output_tokens);
}

std::vector<InputSource> inputs_of(const Catalog& catalog, const Recommendation& entry) {
  std::vector<InputSource> inputs;
  const auto& offer = entry.offer;
  const auto date = offer.as_of ? core::to_string(*offer.as_of) : std::string{"undated"};
  inputs.push_back({.what = "price",
                    .value = offer.hourly ? fmt::format("{} {}/h, {}",
                                                        core::to_decimal(*offer.hourly),
                                                        offer.currency.code(),
                                                        date)
                                          : "none",
                    .place = place_of(offer.source_file, offer.source_line),
                    .source = std::string(offer.source)});
  const auto instance = catalog.instance(offer.instance);
  inputs.push_back({.what = "machine",
                    .value = std::string(instance.type),
                    .place = place_of(instance.source_file, instance.source_line),
                    .source = std::string(instance.source)});
  if (instance.accelerator) {
    const auto chip = catalog.accelerator(*instance.accelerator);
    inputs.push_back(
        {.what = "chip",
         .value = std::string(chip.name),
         .place = place_of(chip.source_file, chip.source_line),
         .source = chip.sources.empty() ? std::string{} : std::string(chip.sources.front())});
    const bool serving = entry.setup.serving;
    for (const auto& key :
         {fmt::format("{}.chip.{}", serving ? "inference" : "training", chip.name),
          fmt::format("{}.generation.{}", serving ? "inference" : "training", chip.generation)}) {
      const auto all = catalog.coefficients();
      const auto found =
          std::find_if(all.begin(), all.end(), [&](const catalog::Coefficient& coefficient) {
            return coefficient.key.starts_with(key);
          });
      if (found == all.end())
        continue;
      inputs.push_back({.what = "efficiency",
                        .value = fmt::format("{} {}", found->key, found->value),
                        .place = place_of(found->file, found->line),
                        .source = std::string(found->source)});
      break;
    }
  }
  return inputs;
}

/// The hourly price at which another plan would be as cheap, all else equal.
std::string price_threshold(const Recommendation& entry, const Recommendation& other) {
  if (!entry.offer.hourly || entry.quote.total.nanos() <= 0)
    return {};
  const double ratio = other.quote.total.to_double() / entry.quote.total.to_double();
  const auto price = core::scale(*entry.offer.hourly, ratio);
  if (!price || other.quote.total.currency() != entry.quote.total.currency())
    return {};
  return fmt::format("price {} {} {}/h -> {} is cheaper",
                     ratio >= 1 ? "above" : "still above",
                     core::to_fixed(*price, 2),
                     price->currency().code(),
                     other.plan);
}

} // namespace

Explanation Planner::explain(const RecommendationSet& set, const Recommendation& entry) const {
  const auto& catalog = bound_->catalog;
  const auto& models = bound_->models;
  const auto shape = catalog.shape(entry.offer.shape);
  std::optional<catalog::Accelerator> chip;
  if (shape.accelerator)
    chip = catalog.accelerator(*shape.accelerator);
  auto demand = set.workload.demand;
  demand.stack = entry.setup.stack;
  demand.training.compute = entry.setup.compute;
  demand.serving.compute = entry.setup.compute;
  const double kv_tokens = kv_tokens_of(demand, entry.setup);
  Explanation explanation;
  explanation.usable =
      !chip ? shape.host_memory : chip->memory_usable.transform([&](core::Bytes whole) {
        return shape.devices.is_whole() ? whole : whole * shape.devices.value();
      });
  if (auto lines = sizing::explain_memory(models.memory, demand, entry.setup.layout, kv_tokens)) {
    explanation.memory = *lines;
  }
  explanation.savings = sizing::less_memory(models.memory, demand, entry.setup.layout, kv_tokens);
  if (!entry.setup.serving) {
    const perf::Topology topology{
        .accelerator = chip ? &*chip : nullptr, .shape = &shape, .nodes = entry.setup.nodes};
    if (auto lines =
            perf::explain_training(models.training, demand, entry.setup.layout, topology)) {
      explanation.time = *lines;
    }
  }
  explanation.inputs = inputs_of(catalog, entry);
  for (const auto line : set.lines) {
    const auto& other = set.recommendations[line];
    if (other.offer.id == entry.offer.id || other.quote.total < entry.quote.total)
      continue;
    auto change = price_threshold(entry, other);
    if (!change.empty())
      explanation.changes.push_back(std::move(change));
    break;
  }
  return explanation;
}

} // namespace gpuplan::plan
