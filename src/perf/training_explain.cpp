#include "perf/training_explain.hpp"

#include "perf/training_query.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace gpuplan::perf {

namespace {

/// What a part takes by its own arithmetic, in words and in seconds. 0 seconds: the words tell what
/// it depends on, and nothing that could be multiplied out.
struct PartText {
  std::string text;
  double alone = 0;
};

using Arithmetic = std::array<PartText, k_time_parts>;

PartText& of(Arithmetic& lines, TimePart part) {
  return lines[static_cast<std::size_t>(part)];
}

std::string_view origin_of(FactorOrigin origin) {
  switch (origin) {
  case FactorOrigin::chip: return "chip";
  case FactorOrigin::generation: return "generation";
  case FactorOrigin::fallback: break;
  }
  return "kind of chip";
}

/// `x chip 1.12 x software 0.92 / network 1.14`, factors of one left out.
std::string scale_text(const TrainingQuery::Rates& r) {
  std::string text = fmt::format(" x {} {:.4g}", origin_of(r.chip.origin), r.chip.value);
  text += fmt::format(" x software {:.4g}", r.software);
  if (r.network.time < 1 || r.network.time > 1)
    text += fmt::format(" / network {:.4g}", r.network.time);
  if (r.era < 1 || r.era > 1)
    text += fmt::format(" / age {:.4g}", r.era);
  return text;
}

/// `x 0.75 x chip 1.12 x software 0.92`: the share of the peak that products reach, or that they
/// reach the whole where the factors make more.
std::string products_text(const TrainingQuery::Rates& r) {
  const auto factors = fmt::format("{:.4g}{}", r.efficiency, scale_text(r));
  return r.products < r.efficiency / r.scale
             ? fmt::format(", as no product passes the peak: {} would", factors)
             : " x " + factors;
}

std::string rate_text(const core::Known<double>& rate) {
  return rate ? fmt::format("{:.4g} GB/s", *rate / core::k_bytes_per_gb) : std::string("?");
}

/// `8 x (174 GB activations + 75.4 GB weights) / (3350 GB/s x 0.85 x chip 1.12)`, of which parts
/// that are nothing are left out.
std::string traffic_text(const TrainingQuery& query,
                         const MicroBatchWork& work,
                         const TrainingModel::Coefficients& c,
                         double micro_batches) {
  const auto& r = query.rates();
  std::string sum;
  for (const auto& [bytes, name] : {std::pair{work.traffic_activations, "activations"},
                                    std::pair{work.traffic_weights, "weights"},
                                    std::pair{work.traffic_scores, "scores"}}) {
    if (bytes > 0)
      sum += fmt::format(
          "{}{:.4g} GB {}", sum.empty() ? "" : " + ", bytes / core::k_bytes_per_gb, name);
  }
  const auto rate =
      fmt::format("{:.4g} GB/s x {:.4g}", r.bandwidth / core::k_bytes_per_gb, c.bandwidth);
  auto text = fmt::format("{:g} x ({}) / ({}{})", micro_batches, sum, rate, scale_text(r));
  if (work.dequantised_bytes > 0)
    text += fmt::format(" + {:g} x {:.4g} x {:.4g} GB dequantised / ({})",
                        micro_batches,
                        c.dequantise,
                        work.dequantised_bytes / core::k_bytes_per_gb,
                        rate);
  return text;
}

void kernels(Arithmetic& lines,
             const TrainingQuery& query,
             const MicroBatchTimes& t,
             const TrainingModel::Coefficients& c,
             double micro_batches) {
  const auto& r = query.rates();
  const MicroBatchWork work = query.work(t.layout);
  const std::string scale = scale_text(r);
  of(lines, TimePart::compute) = {
      fmt::format("{:g} x {:.4g} FLOP / ({:.4g} TFLOP/s{}){}",
                  micro_batches,
                  work.flops,
                  r.peak / 1e12,
                  products_text(r),
                  t.held_back > 0 ? fmt::format(" + {:.4g} s, as no run reaches more of the peak",
                                                micro_batches * t.held_back)
                                  : ""),
      micro_batches * t.compute};
  of(lines, TimePart::attention) = {fmt::format("{:g} x {:.4g} FLOP / ({:.4g} TFLOP/s x {:.4g}{})",
                                                micro_batches,
                                                work.attention_flops,
                                                r.half_peak / 1e12,
                                                r.attention,
                                                scale),
                                    micro_batches * t.attention};
  of(lines, TimePart::memory_traffic) = {traffic_text(query, work, c, micro_batches),
                                         micro_batches * t.memory};
  of(lines, TimePart::launch) = {fmt::format("{:g} x {:.4g} layers x {:.4g} ms + {:.4g} ms a step",
                                             micro_batches,
                                             work.launches,
                                             r.launch_s * 1e3,
                                             r.fixed_s * 1e3),
                                 micro_batches * t.launch + r.fixed_s};
}

void messages(Arithmetic& lines,
              const TrainingQuery& query,
              const MicroBatchTimes& t,
              const StepLayout& layout) {
  const LinkRates& links = query.links();
  const auto& l = t.layout;
  const std::string fast =
      fmt::format("{} within {:g} devices", rate_text(links.fast), links.domain);
  const std::string across = fmt::format("{} a device between nodes", rate_text(links.network));
  const std::string both = fast + ", " + across;
  of(lines, TimePart::tensor_parallel).text =
      fmt::format("{:g} devices, {}", l.tensor, l.tensor > links.domain ? across : fast);
  of(lines, TimePart::expert_parallel).text = fmt::format("{:g} devices, {}", l.expert, both);
  of(lines, TimePart::context_parallel).text = fmt::format(
      "{:g} devices, {}", l.context, l.tensor * l.context > links.domain ? across : fast);
  of(lines, TimePart::pipeline_transfer).text = fmt::format("{:g} stages, {}", l.pipeline, both);
  of(lines, TimePart::pipeline_bubble).text =
      fmt::format("({:g} - 1) / ({:g} x {:g}) of the micro-batches",
                  l.pipeline,
                  l.virtual_stages,
                  layout.accumulation);
  of(lines, TimePart::sharding).text =
      fmt::format("{:g} x {:.3g} GB over {:g} devices, {}, beside the computation",
                  layout.accumulation,
                  t.gathered_bytes / core::k_bytes_per_gb,
                  layout.data * l.context,
                  both);
  of(lines, TimePart::gradient_reduction).text =
      fmt::format("{:.3g} GB over {:g} devices, {}, behind the backward pass",
                  t.gradient_bytes / core::k_bytes_per_gb,
                  layout.data * l.context,
                  both);
  const double shards = layout.sharding == workload::Sharding::none ? 1 : layout.data * l.context;
  std::string update;
  if (layout.offload_optimizer)
    update = fmt::format("({:.4g} s + {:.4g} s to the host)", t.optimizer, t.offload);
  else if (shards > 1)
    update = fmt::format("{:.4g} s", t.optimizer);
  if (shards > 1)
    update += fmt::format(" / {:g} shards", shards);
  const double seconds = t.optimizer + (layout.offload_optimizer ? t.offload : 0);
  of(lines, TimePart::optimizer) = {update, seconds / shards};
}

/// `: then host memory holds it`.
std::string kept_text(const DataFeed& feed) {
  if (!(feed.share < 1))
    return {};
  const auto where = feed.kept_rate ? fmt::format("it is read from local disks at {:.4g} GB/s",
                                                  feed.kept_rate->count() / core::k_bytes_per_gb)
                                    : std::string("host memory holds it");
  return fmt::format(", in {:.3g} % of the steps: then {}", 100 * feed.share, where);
}

/// `4096 x 115.5 kB at 2.1 GB/s, less the rest of the step`.
std::string loading_text(const TrainingEstimate& estimate, const TrainingConditions& conditions) {
  if (!conditions.feed)
    return {};
  const auto& feed = *conditions.feed;
  return fmt::format("{:.4g} x {:.4g} kB at {:.4g} GB/s, less the rest of the step{}",
                     estimate.units_per_s * estimate.step.count(),
                     feed.bytes_per_unit / 1e3,
                     feed.rate.count() / core::k_bytes_per_gb,
                     kept_text(feed));
}

/// ` = 1.771 s, x 1.015 in the step`: the arithmetic as it stands, and what it counts there.
std::string counted_text(const PartText& part, double seconds) {
  if (!(part.alone > 0))
    return {};
  constexpr double k_shown = 0.0005;
  const double factor = seconds / part.alone;
  const auto text = fmt::format("{}{:.4g} s", part.text.empty() ? "" : " = ", part.alone);
  return std::abs(factor - 1) < k_shown ? text
                                        : text + fmt::format(", x {:.4g} in the step", factor);
}

/// Why a part counts another time in the step than its own arithmetic gives.
std::vector<std::string>
factor_lines(const TrainingQuery& query, const MicroBatchTimes& t, const StepLayout& layout) {
  std::vector<std::string> lines;
  const double members = layout.data * t.layout.context;
  const double devices = members * t.layout.tensor * t.layout.pipeline;
  if (const double slower = query.slower(devices); slower > 1)
    lines.push_back(
        fmt::format("{:<19}every line holds x {:.4g}, as {:g} devices wait for their slowest",
                    "in the step",
                    slower,
                    devices));
  const bool gathers = layout.sharding == workload::Sharding::full && members > 1;
  lines.push_back(fmt::format(
      "{:<19}kernels a and launches b{} run at once: t = (a^3 + b^3)^(1/3), where a counts "
      "a^3/t^2 and b counts b^3/t^2",
      "overlap",
      gathers ? ", then a micro-batch a and the gathers b of its weights," : ""));
  return lines;
}

std::vector<std::string> render(const TrainingEstimate& estimate, const Arithmetic& arithmetic) {
  std::vector<std::string> lines;
  // The step waits for data whenever it waits at all, however short that is.
  const auto limit =
      estimate.bottleneck == TimePart::data_loading ? "  <- limits the step" : "  <- longest";
  const double step = estimate.step.count();
  for (std::size_t i = 0; i < k_time_parts; ++i) {
    const double part = estimate.parts[i].count();
    if (part <= 0)
      continue;
    lines.push_back(fmt::format("{:<19}{:>9.4g} s {:>4.0f} %  {}{}{}",
                                to_string(static_cast<TimePart>(i)),
                                part,
                                100 * part / step,
                                arithmetic[i].text,
                                counted_text(arithmetic[i], part),
                                static_cast<TimePart>(i) == estimate.bottleneck ? limit : ""));
  }
  // Of a machine without a published peak no share can be told.
  const auto share =
      std::isnan(estimate.mfu) ? std::string{} : fmt::format(", {:.3g} of the peak", estimate.mfu);
  lines.push_back(fmt::format(
      "{:<19}{:>9.4g} s         {:.5g} units/s{}", "step", step, estimate.units_per_s, share));
  lines.push_back(fmt::format("{:<19}x {:.3g} to {:.3g}        {}",
                              "range",
                              estimate.factor_low,
                              estimate.factor_high,
                              estimate.band));
  return lines;
}

core::Known<std::vector<std::string>> explain_host(const TrainingModel& model,
                                                   const workload::Demand& demand,
                                                   const workload::Layout& layout,
                                                   const Topology& topology,
                                                   const TrainingConditions& conditions) {
  const auto estimate = model.estimate(demand, layout, topology, conditions);
  if (!estimate)
    return core::Unknown{estimate.why_unknown()};
  const auto& c = model.coefficients();
  const bool arm = topology.shape->cpu == catalog::CpuArchitecture::arm64;
  Arithmetic lines;
  const bool again = layout.recompute == workload::Recompute::full;
  of(lines, TimePart::compute).text =
      fmt::format("{:.5g} units x {:.4g} FLOP{} / ({} nodes x {:g} vCPU x {:.4g} GFLOP/s)",
                  estimate->units_per_s * estimate->step.count(),
                  demand.training.flops_per_unit,
                  again ? " x 4 / 3 computed again" : "",
                  topology.nodes,
                  *topology.shape->vcpus,
                  (arm ? c.cpu_flops_arm : c.cpu_flops_x86) / 1e9);
  of(lines, TimePart::gradient_reduction).text = "over the network";
  of(lines, TimePart::data_loading).text = loading_text(*estimate, conditions);
  return render(*estimate, lines);
}

} // namespace

core::Known<std::vector<std::string>> explain_training(const TrainingModel& model,
                                                       const workload::Demand& demand,
                                                       const workload::Layout& layout,
                                                       const Topology& topology,
                                                       const TrainingConditions& conditions) {
  if (topology.accelerator == nullptr)
    return explain_host(model, demand, layout, topology, conditions);
  const auto query = model.prepare(demand, *topology.accelerator, *topology.shape, conditions);
  if (!query)
    return core::Unknown{query.why_unknown()};
  const auto times = query->micro_batch(micro_batch_layout(layout));
  if (!times)
    return core::Unknown{times.why_unknown()};
  const StepLayout step = step_layout(layout);
  const auto estimate = query->estimate(*times, step);
  if (!estimate)
    return core::Unknown{estimate.why_unknown()};
  Arithmetic lines;
  kernels(lines, *query, *times, model.coefficients(), step.accumulation);
  messages(lines, *query, *times, step);
  of(lines, TimePart::data_loading).text = loading_text(*estimate, conditions);
  auto text = render(*estimate, lines);
  const auto factors = factor_lines(*query, *times, step);
  text.insert(text.end(), factors.begin(), factors.end());
  return text;
}

} // namespace gpuplan::perf
