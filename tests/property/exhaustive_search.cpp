#include "exhaustive_search.hpp"

#include "plan/facts/fill.hpp"
#include "plan/facts/fill_recommendation.hpp"
#include "plan/market/data_loading.hpp"
#include "plan/market/on_demand_prices.hpp"
#include "plan/market/place_matcher.hpp"
#include "workload/can_divide.hpp"

#include <algorithm>

namespace gpuplan::test {
namespace {

using catalog::NumberFormat;
using workload::Layout;
using workload::NetworkClass;
using workload::Recompute;
using workload::Sharding;
using workload::Stack;

bool is_transformer(NetworkClass network) {
  return network == NetworkClass::decoder || network == NetworkClass::encoder ||
         network == NetworkClass::encoder_decoder;
}

core::Milliseconds from_hours(double hours) {
  return core::to_milliseconds(core::Seconds{hours * core::k_seconds_per_hour});
}

int rank_of(sizing::Fit fit) {
  return std::min(static_cast<int>(fit), static_cast<int>(sizing::Fit::does_not_fit));
}

/// Whether micro-batches of a size are tried for so many samples: steps from all of them down to
/// one, each to the largest divisor within two thirds, or to the half where that is below a third.
bool is_cut(std::int64_t samples, std::int64_t size) {
  std::int64_t at = samples;
  while (at > size) {
    std::int64_t divisor = 1;
    for (std::int64_t d = 1; 3 * d <= 2 * at; ++d)
      divisor = samples % d == 0 ? d : divisor;
    at = at > 2 && divisor <= at / 3 ? at - at / 2 : divisor;
  }
  return at == size;
}

core::Known<core::Bytes> usable(const catalog::Accelerator& chip, const catalog::Shape& shape) {
  const double share = shape.devices.is_whole() ? 1 : shape.devices.value();
  return chip.memory_usable.transform([&](core::Bytes whole) { return whole * share; });
}

} // namespace

ExhaustiveSearch::ExhaustiveSearch(const catalog::Catalog& catalog,
                                   const plan::Models& models,
                                   const facts::RuleSet& rules,
                                   const plan::Request& request)
    : catalog_(catalog),
      models_(models),
      rules_(rules),
      request_(request),
      limits_(plan::search_limits(catalog)),
      cost_(catalog, request.exchange) {}

std::vector<Layout> ExhaustiveSearch::layouts(const catalog::Shape& shape,
                                              std::int32_t nodes) const {
  const auto& demand = request_.workload.demand;
  const auto& training = demand.training;
  const bool transformer = is_transformer(demand.model.network);
  const std::int64_t a_node = shape.devices.is_whole() ? shape.devices.numerator : 1;
  const std::int64_t devices = a_node * nodes;
  const auto experts = demand.model.dims.experts.experts;
  std::vector<Layout> legal;
  const auto consider = [&](Layout layout) {
    const std::int64_t cut = std::int64_t{layout.tensor} * layout.pipeline * layout.context;
    const bool cuts = layout.tensor > 1 || layout.pipeline > 1;
    if (cut > devices || devices % cut != 0 || layout.tensor > a_node)
      return;
    layout.data = static_cast<std::int32_t>(devices / cut);
    if (training.global_batch % layout.data != 0)
      return;
    if (cuts && (demand.stack == Stack::finetune_recipe || demand.stack == Stack::transformers))
      return;
    if (!transformer && (cut > 1 || layout.expert > 1 || layout.sharding != Sharding::none))
      return;
    if (layout.context > 1 && training.sequence < limits_.context_from_tokens)
      return;
    if (layout.expert > 1 && (layout.expert > experts || layout.expert > devices / layout.pipeline))
      return;
    const bool spread = std::int64_t{layout.data} * layout.context > 1;
    const bool sharded_right = cuts && spread
                                   ? layout.sharding == Sharding::optimizer
                                   : layout.sharding == Sharding::none ||
                                         (layout.sharding == Sharding::full && spread && !cuts);
    if (!sharded_right)
      return;
    const bool stores_less = layout.recompute == Recompute::selective;
    if (training.recompute ? layout.recompute != *training.recompute
                           : stores_less && (!transformer || training.fused_attention))
      return;
    const auto of_rank = training.global_batch / layout.data;
    if (layout.micro_batch > of_rank)
      return;
    if (!training.micro_batch && !is_cut(of_rank, layout.micro_batch))
      return;
    if (training.micro_batch && layout.micro_batch != std::min(*training.micro_batch, of_rank))
      return;
    const bool whole = demand.stack_given && (demand.stack == workload::Stack::fsdp ||
                                              demand.stack == workload::Stack::framework_amp);
    if (whole && (layout.tensor > 1 || layout.pipeline > 1))
      return;
    // Megatron, which FSDP becomes where layers are split, need not cut stages alike.
    const bool unlike =
        demand.stack == workload::Stack::fsdp || demand.stack == workload::Stack::megatron;
    if (transformer && (!workload::can_cut(demand.model.dims, layout.pipeline) ||
                        !workload::layout_divides(demand.model.dims,
                                                  layout.tensor,
                                                  unlike ? 1 : layout.pipeline,
                                                  layout.expert,
                                                  layout.context)
                             .ok))
      return;
    layout.accumulation = 0;
    for (auto left = of_rank; left > 0; left -= layout.micro_batch) {
      ++layout.accumulation;
      if (left < layout.micro_batch)
        layout.last_micro_batch = static_cast<std::int32_t>(left);
    }
    layout.sequence_parallel = layout.tensor > 1;
    legal.push_back(layout);
  };
  const auto micro_most = std::min<std::int64_t>(limits_.micro_batch_most, training.global_batch);
  for (std::int32_t tensor = 1; tensor <= limits_.tensor_most; tensor *= 2)
    for (std::int32_t pipeline = 1; pipeline <= limits_.pipeline_most; pipeline *= 2)
      for (std::int32_t context = 1; context <= limits_.context_most; context *= 2)
        for (std::int32_t expert = 1; expert <= std::max<std::int64_t>(1, experts); expert *= 2)
          for (const auto sharding :
               {Sharding::none, Sharding::optimizer, Sharding::gradients, Sharding::full})
            for (const auto recompute : {Recompute::none, Recompute::selective, Recompute::full})
              for (std::int32_t micro = 1; micro <= micro_most; ++micro)
                consider({.tensor = tensor,
                          .pipeline = pipeline,
                          .context = context,
                          .expert = expert,
                          .sharding = sharding,
                          .recompute = recompute,
                          .micro_batch = micro});
  return legal;
}

NumberFormat ExhaustiveSearch::format_on(const catalog::Accelerator& chip) const {
  const auto wanted = request_.workload.demand.training.compute;
  if (request_.workload.precision_given)
    return wanted;
  for (const auto format : {wanted, NumberFormat::bf16, NumberFormat::fp16}) {
    if (!chip.rate(format).unsupported)
      return format;
  }
  return NumberFormat::fp32;
}

Stack ExhaustiveSearch::stack_for(const catalog::Accelerator& chip, const Layout& layout) const {
  const auto& job = request_.workload;
  if (job.demand.stack_given)
    return job.demand.stack;
  if (chip.generation == "tpu")
    return Stack::xla;
  if (chip.generation.starts_with("neuron"))
    return Stack::neuron;
  const bool cuts = layout.tensor > 1 || layout.pipeline > 1;
  return cuts && is_transformer(job.demand.model.network) ? Stack::megatron : job.demand.stack;
}

std::optional<ExhaustiveSearch::Chosen> ExhaustiveSearch::choose(const catalog::Shape& shape,
                                                                 std::int32_t nodes) const {
  const auto chip = catalog_.accelerator(*shape.accelerator);
  const perf::Topology topology{.accelerator = &chip, .shape = &shape, .nodes = nodes};
  std::optional<Chosen> best;
  std::pair<int, double> preference;
  for (const auto& layout : layouts(shape, nodes)) {
    auto demand = request_.workload.demand;
    demand.stack = stack_for(chip, layout);
    demand.training.compute = format_on(chip);
    const auto memory = models_.memory.estimate(demand, layout);
    if (!memory)
      continue;
    const auto fit = models_.memory.judge(memory->device, usable(chip, shape));
    const auto time = models_.training.estimate(demand, layout, topology);
    constexpr double k_never = 1e300;
    const double value = rank_of(fit) == rank_of(sizing::Fit::does_not_fit)
                             ? memory->device.count()
                             : (time ? time->step.count() : k_never);
    if (best && std::pair(rank_of(fit), value) >= preference)
      continue;
    preference = {rank_of(fit), value};
    plan::Setup setup{.shape = shape.id,
                      .nodes = nodes,
                      .stack = demand.stack,
                      .compute = demand.training.compute,
                      .layout = layout,
                      .memory = *memory,
                      .fit = fit};
    if (time) {
      setup.training = *time;
      setup.units_per_s = time->units_per_s * time->goodput;
      setup.run =
          core::to_milliseconds(core::Seconds{demand.training.units_total / setup.units_per_s});
    }
    best = Chosen{.setup = setup, .time_known = time.known()};
  }
  return best;
}

std::optional<ExhaustiveSearch::Priced> ExhaustiveSearch::price(const catalog::Offer& offer,
                                                                const Chosen& chosen) const {
  const auto& job = request_.workload;
  cost::Usage usage{.nodes = chosen.setup.nodes,
                    .run = chosen.setup.run,
                    .setup = from_hours(job.around.setup_hours),
                    .evaluation = from_hours(job.around.evaluation_hours),
                    .retries = job.around.retries,
                    .can_resume = job.purchase.can_resume,
                    .checkpoint_bytes = job.checkpoint_bytes,
                    .dataset_bytes = job.around.dataset_bytes,
                    .hours_per_month = job.purchase.hours_per_month};
  if (job.purchase.project_duration_hours)
    usage.project_duration = from_hours(*job.purchase.project_duration_hours);
  const auto on_demand = plan::OnDemandPrices(catalog_, rules_, request_.as_of)
                             .beside(offer)
                             .transform([](const auto& price) { return price.hourly; });
  const auto quote = cost_.quote(offer, usage, {}, on_demand);
  if (!quote)
    return std::nullopt;
  const auto machine = catalog_.instance(offer.instance);
  plan::Recommendation entry{.offer = offer, .setup = chosen.setup, .quote = *quote};
  entry.provider_allowed =
      machine.host_tier != catalog::HostTier::community || job.constraints.community_hosts;
  entry.on_demand_hourly = on_demand;
  const plan::CatalogPlaceMatcher places(catalog_);
  facts::FactValues values;
  values.set_place_matcher(&places);
  plan::fill_rates(values, request_.exchange, request_.currency);
  plan::fill_recommendation(values, catalog_, job, request_.as_of, request_.exchange, entry);
  Priced priced{.offer = offer.id,
                .nodes = chosen.setup.nodes,
                .total = quote->total,
                .wall = quote->wall,
                .tight = chosen.setup.fit == sizing::Fit::tight ||
                         chosen.setup.fit == sizing::Fit::may_fit};
  // What reads more than any storage surely gives is unconfirmed, whatever the rules say.
  priced.unconfirmed = plan::loading_of(job,
                                        chosen.setup,
                                        catalog_.shape(offer.shape).hosts,
                                        plan::storage_read(catalog_, machine))
                           .is_doubtful;
  for (const auto& verdict : rules_.verdicts(values)) {
    if (verdict.level != "require")
      continue;
    if (verdict.outcome == plan::Outcome::fail)
      return std::nullopt;
    priced.unconfirmed = priced.unconfirmed || verdict.outcome == plan::Outcome::unknown;
  }
  return priced;
}

/// Confirmed first, then the objective, cost, time.
bool ExhaustiveSearch::better(const Priced& a, const Priced& b) const {
  const auto key = [&](const Priced& plan) {
    const double total = plan.total.to_double();
    const auto wall = static_cast<double>(plan.wall.count());
    double value = total;
    if (request_.workload.objective == workload::Objective::time)
      value = wall;
    if (request_.workload.objective == workload::Objective::value)
      value = total * wall;
    return std::tuple(plan.unconfirmed, value, total, wall);
  };
  return key(a) < key(b);
}

std::vector<ExhaustiveSearch::Priced> ExhaustiveSearch::run() const {
  std::vector<Priced> all;
  for (std::uint32_t i = 0; i < catalog_.shape_count(); ++i) {
    const auto shape = catalog_.shape({i});
    if (!shape.accelerator)
      continue;
    std::vector<Chosen> setups;
    for (const auto nodes :
         plan::node_counts(request_.workload.demand, shape, limits_, request_.workload.nodes)) {
      const auto chosen = choose(shape, nodes);
      if (chosen && chosen->time_known)
        setups.push_back(*chosen);
    }
    const auto range = catalog_.offers_of(shape.id);
    for (auto id = range.first; id < range.last; ++id) {
      const auto offer = catalog_.offer({id});
      const bool doubtful = (offer.findings & catalog::k_quarantine) != 0;
      if (doubtful && !request_.workload.constraints.quarantined)
        continue;
      std::optional<Priced> best;
      for (const auto& setup : setups) {
        const auto priced = offer.hourly ? price(offer, setup) : std::nullopt;
        if (priced && (!best || better(*priced, *best)))
          best = priced;
      }
      if (best)
        all.push_back(*best);
    }
  }
  return all;
}

} // namespace gpuplan::test
