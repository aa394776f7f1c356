#include "sizing/explain.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "cost/wording.hpp"
#include "perf/training_explain.hpp"
#include "plan/explain/explanation.hpp"
#include "plan/market/data_loading.hpp"
#include "plan/planner_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace gpuplan::plan {
namespace {

using catalog::Catalog;

std::string place_of(std::string_view file, std::uint32_t line) {
  return file.empty() ? std::string{} : fmt::format("{}:{}", file, line);
}

/// The calibrated factor of a chip for the kind of network, else that of its generation.
std::optional<catalog::Coefficient> efficiency_of(const Catalog& catalog,
                                                  const RecommendationSet& set,
                                                  const catalog::Accelerator& chip,
                                                  bool serving) {
  const bool samples = set.workload.demand.model.sample.flops_forward > 0;
  const std::string_view kind =
      serving ? (samples ? "sample" : "language") : (samples ? "convolution" : "transformer");
  const std::string_view section = serving ? "inference" : "training";
  for (const auto& key : {fmt::format("{}.chip.{}.{}", section, chip.name, kind),
                          fmt::format("{}.generation.{}.{}", section, chip.generation, kind)}) {
    if (auto coefficient = catalog.coefficient(key))
      return coefficient;
  }
  return std::nullopt;
}

/// With enough digits that a small price does not read as none.
std::string hourly_text(const core::Money& price) {
  constexpr std::int64_t k_tenth = 100'000'000;
  constexpr int k_nano_digits = 9;
  int decimals = 2;
  for (auto nanos = price.nanos(); nanos > 0 && nanos < k_tenth && decimals < k_nano_digits;
       nanos *= 10)
    ++decimals;
  return fmt::format("{} {}/h", core::to_grouped(price, decimals), price.currency().code());
}

/// `, 285,893.00 USD of it paid at the start`: of a price that is spread over a term. Empty where
/// nothing is paid ahead, or nobody says how much.
std::string paid_ahead(const Recommendation& entry) {
  const auto& start = entry.quote.paid_at_start;
  if (!start || start->nanos() <= 0)
    return {};
  return fmt::format(", {} {} of it paid at the start{}",
                     core::to_grouped(*start),
                     start->currency().code(),
                     entry.setup.nodes == 1 ? "" : " for all instances");
}

/// `35 % of machines taken back a month (range 20-60 %), 0.49 expected in the run`.
std::string interruptions_text(const cost::SpotOutlook& spot, bool serves) {
  return fmt::format("{:.3g} % of machines taken back a month (range {:.3g}-{:.3g} %), {:.2g} "
                     "expected in {}",
                     spot.monthly_rate * 100,
                     spot.monthly_rate_low * 100,
                     spot.monthly_rate_high * 100,
                     spot.interruptions,
                     serves ? "a month" : "the run");
}

/// What the cost of a plan that may be interrupted rests on beside its price: how often, and how
/// far apart its checkpoints are.
void add_interruptions(const Catalog& catalog,
                       const RecommendationSet& set,
                       const Recommendation& entry,
                       std::vector<InputSource>& inputs) {
  const auto& spot = entry.quote.spot;
  if (!spot)
    return;
  constexpr std::string_view k_defaults = "defaults: ";
  const auto key = spot->rate_source.starts_with(k_defaults)
                       ? spot->rate_source.substr(k_defaults.size())
                       : std::string_view{};
  const auto settings = catalog.settings();
  const auto setting = std::ranges::find(settings, key, &catalog::Setting::key);
  const bool found = setting != settings.end();
  inputs.push_back(
      {.what = "interruptions",
       .value = interruptions_text(*spot, set.workload.demand.kind == workload::JobKind::serve),
       .place = found ? place_of(setting->file, setting->line) : std::string{},
       .source =
           found ? fmt::format("default: {}", setting->why) : std::string{spot->rate_source}});
  if (spot->checkpoint_interval.count() <= 0)
    return;
  const bool stated = set.workload.purchase.checkpoint_interval_hours.has_value();
  inputs.push_back({.what = "checkpoints",
                    .value = fmt::format(
                        "every {}", cost::hours_text(core::to_hours(spot->checkpoint_interval))),
                    .place = {},
                    .source = stated ? "--checkpoint-interval"
                                     : "the interval of Young and Daly for that rate and the time "
                                       "that writing one takes"});
}

std::vector<InputSource>
inputs_of(const Catalog& catalog, const RecommendationSet& set, const Recommendation& entry) {
  std::vector<InputSource> inputs;
  const auto& offer = entry.offer;
  const auto date = offer.as_of ? core::to_string(*offer.as_of) : std::string{"undated"};
  inputs.push_back(
      {.what = "price",
       .value = offer.hourly ? fmt::format("{} {}/h{}, {}",
                                           core::group_thousands(core::to_decimal(*offer.hourly)),
                                           offer.currency.code(),
                                           paid_ahead(entry),
                                           date)
                             : "none",
       .place = place_of(offer.source_file, offer.source_line),
       .source = std::string(offer.source)});
  add_interruptions(catalog, set, entry, inputs);
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
    if (const auto efficiency = efficiency_of(catalog, set, chip, entry.setup.serving)) {
      inputs.push_back({.what = "efficiency",
                        .value = fmt::format("{} {}", efficiency->key, efficiency->value),
                        .place = place_of(efficiency->file, efficiency->line),
                        .source = std::string(efficiency->source)});
    }
  }
  return inputs;
}

/// The rate of local disks that no source states, and what it was taken from.
InputSource disk_input(const Catalog& catalog, const DataLoading& loading) {
  const auto setting = catalog.setting("data.nvme_drive_read");
  GPUPLAN_ENSURE(setting.has_value() && loading.feed.kept_rate.has_value());
  return {.what = "local disks",
          .value = fmt::format("{:.4g} GB/s in all, assumed: their size, {} {}",
                               loading.feed.kept_rate->count() / core::k_bytes_per_gb,
                               setting->key,
                               setting->value),
          .place = place_of(setting->file, setting->line)};
}

/// What a quote charges for machine time, which its hourly price scales.
double by_the_hour(const cost::Quote& quote) {
  double amount = 0;
  for (const auto& line : quote.lines) {
    if (line.unit == "h" && line.kind != cost::LineKind::after_term)
      amount += line.amount.to_double();
  }
  return amount;
}

/// The hourly price at which another plan would be as cheap: that of the machines moves, what
/// storage and transfer cost stays. Empty where no price does it.
std::string price_threshold(const Recommendation& entry, const Recommendation& other) {
  const double machines = by_the_hour(entry.quote);
  if (!entry.offer.hourly || machines <= 0 ||
      other.quote.total.currency() != entry.quote.total.currency())
    return {};
  const double between = other.quote.total.to_double() - entry.quote.total.to_double();
  const double ratio = 1 + between / machines;
  const auto price = core::scale(*entry.offer.hourly, ratio);
  if (!price || price->nanos() <= 0)
    return {};
  if (ratio >= 1)
    return fmt::format("price above {} -> {} is cheaper", hourly_text(*price), other.plan);
  const auto ahead = paid_ahead(entry);
  if (ahead.empty())
    return fmt::format("{} is cheaper; this one would be at {}", other.plan, hourly_text(*price));
  return fmt::format("{} is cheaper; this one is {} over its term{}, and would be at {}",
                     other.plan,
                     hourly_text(*entry.offer.hourly),
                     ahead,
                     hourly_text(*price));
}

/// The price at which the next line is cheaper; for a plan that is not the cheapest, by how much
/// its price would have to fall.
void add_price_changes(const RecommendationSet& set,
                       const Recommendation& entry,
                       std::vector<std::string>& changes) {
  const Recommendation* first = nullptr;
  const Recommendation* next = nullptr;
  for (const auto line : set.lines) {
    const auto& other = set.recommendations[line];
    if (other.offer.id == entry.offer.id)
      continue;
    if (other.quote.total < entry.quote.total) {
      if (first == nullptr)
        first = &other;
    } else if (next == nullptr) {
      next = &other;
    }
  }
  auto change = first != nullptr
                    ? price_threshold(entry, *first)
                    : (next != nullptr ? price_threshold(entry, *next) : std::string{});
  if (!change.empty())
    changes.push_back(std::move(change));
}

/// The arithmetic of a training time, with the wait for data.
std::vector<std::string> step_lines(const perf::TrainingModel& model,
                                    const workload::Demand& demand,
                                    const Recommendation& entry,
                                    const perf::Topology& topology,
                                    const DataLoading& loading) {
  perf::TrainingConditions conditions;
  if (loading.is_slow)
    conditions.feed = loading.feed;
  const auto lines =
      perf::explain_training(model, demand, entry.setup.layout, topology, conditions);
  return lines ? *lines : std::vector<std::string>{};
}

/// The arithmetic of a replica's times, at its share of the load.
std::vector<std::string> replica_lines(const perf::ServingModel& model,
                                       const workload::Demand& demand,
                                       const workload::Layout& layout,
                                       const perf::Topology& topology) {
  const auto load = demand.serving.requests_per_s.transform(
      [&](double total) { return total / static_cast<double>(layout.replicas); });
  const auto lines = model.explain(demand, layout, topology, load);
  return lines ? *lines : std::vector<std::string>{};
}

} // namespace

Explanation Planner::explain(const RecommendationSet& set, const Recommendation& entry) const {
  const auto& catalog = bound_->catalog;
  const auto& models = bound_->models;
  const auto shape = catalog.shape(entry.offer.shape);
  std::optional<catalog::Accelerator> chip;
  if (shape.accelerator)
    chip = catalog.accelerator(*shape.accelerator);
  const auto& run = entry.setup;
  const auto& stated = set.workload.demand;
  const auto weights = run.serving ? run.weights : stated.serving.weights;
  const auto demand = demand_as_run(stated, run.stack, run.compute, weights);
  Explanation explanation;
  explanation.usable =
      !chip ? shape.host_memory : chip->memory_usable.transform([&](core::Bytes whole) {
        return shape.devices.is_whole() ? whole : whole * shape.devices.value();
      });
  if (auto lines = sizing::explain_memory(models.memory, demand, run.layout, run.kv_tokens)) {
    explanation.memory = *lines;
  }
  std::optional<InputSource> disks;
  const perf::Topology topology{
      .accelerator = chip ? &*chip : nullptr, .shape = &shape, .nodes = run.nodes};
  if (run.serving) {
    explanation.time = replica_lines(models.serving, demand, run.layout, topology);
  } else {
    const auto loading = loading_of(set.workload,
                                    entry.setup,
                                    shape.hosts,
                                    storage_read(catalog, catalog.instance(entry.offer.instance)));
    explanation.time = step_lines(models.training, demand, entry, topology, loading);
    if (loading.is_disk_assumed)
      disks = disk_input(catalog, loading);
  }
  explanation.inputs = inputs_of(catalog, set, entry);
  if (disks)
    explanation.inputs.push_back(std::move(*disks));
  add_price_changes(set, entry, explanation.changes);
  return explanation;
}

} // namespace gpuplan::plan
