#include "perf/training_explain.hpp"

#include "perf/training_query.hpp"

#include <fmt/format.h>

namespace gpuplan::perf {

namespace {

using Arithmetic = std::array<std::string, k_time_parts>;

std::string& of(Arithmetic& lines, TimePart part) {
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
  std::string text = fmt::format(" x {} {:.3g}", origin_of(r.chip.origin), r.chip.value);
  text += fmt::format(" x software {:.3g}", r.software);
  if (r.network.time < 1 || r.network.time > 1)
    text += fmt::format(" / network {:.3g}", r.network.time);
  if (r.era < 1 || r.era > 1)
    text += fmt::format(" / age {:.3g}", r.era);
  return text;
}

/// `x 0.75 x chip 1.12 x software 0.92`: the share of the peak that products reach, or that they
/// reach the whole where the factors make more.
std::string products_text(const TrainingQuery::Rates& r) {
  const auto factors = fmt::format("{:.3g}{}", r.efficiency, scale_text(r));
  return r.products < r.efficiency / r.scale
             ? fmt::format(", as no product passes the peak: {} would", factors)
             : " x " + factors;
}

std::string rate_text(const core::Known<double>& rate) {
  return rate ? fmt::format("{:.4g} GB/s", *rate / core::k_bytes_per_gb) : std::string("?");
}

void kernels(Arithmetic& lines,
             const TrainingQuery& query,
             const MicroBatchTimes& t,
             double micro_batches) {
  const auto& r = query.rates();
  const MicroBatchWork work = query.work(t.layout);
  const std::string scale = scale_text(r);
  const std::string times = fmt::format("{:g} x ", micro_batches);
  of(lines, TimePart::compute) =
      fmt::format("{}{:.3g} FLOP / ({:.4g} TFLOP/s{}){}",
                  times,
                  work.flops,
                  r.peak / 1e12,
                  products_text(r),
                  t.held_back > 0 ? fmt::format(" + {:.3g} s, as no run reaches more of the peak",
                                                micro_batches * t.held_back)
                                  : "");
  of(lines, TimePart::attention) = fmt::format("{}{:.3g} FLOP / ({:.4g} TFLOP/s x {:.3g}{})",
                                               times,
                                               work.attention_flops,
                                               r.half_peak / 1e12,
                                               r.attention,
                                               scale);
  of(lines, TimePart::memory_traffic) = fmt::format(
      "{}({:.3g} GB activations + {:.3g} weights + {:.3g} scores + {:.3g} dequantised) / "
      "({:.4g} GB/s x share{})",
      times,
      work.traffic_activations / core::k_bytes_per_gb,
      work.traffic_weights / core::k_bytes_per_gb,
      work.traffic_scores / core::k_bytes_per_gb,
      work.dequantised_bytes / core::k_bytes_per_gb,
      r.bandwidth / core::k_bytes_per_gb,
      scale);
  of(lines, TimePart::launch) =
      fmt::format("{}{:.3g} layers x {:.3g} ms, against the kernels; {:.3g} ms a step",
                  times,
                  work.launches,
                  r.launch_s * 1e3,
                  r.fixed_s * 1e3);
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
  of(lines, TimePart::tensor_parallel) =
      fmt::format("{:g} devices, {}", l.tensor, l.tensor > links.domain ? across : fast);
  of(lines, TimePart::expert_parallel) = fmt::format("{:g} devices, {}", l.expert, both);
  of(lines, TimePart::context_parallel) = fmt::format(
      "{:g} devices, {}", l.context, l.tensor * l.context > links.domain ? across : fast);
  of(lines, TimePart::pipeline_transfer) = fmt::format("{:g} stages, {}", l.pipeline, both);
  of(lines, TimePart::pipeline_bubble) =
      fmt::format("({:g} - 1) / ({:g} x {:g}) of the micro-batches",
                  l.pipeline,
                  l.virtual_stages,
                  layout.accumulation);
  of(lines, TimePart::sharding) = fmt::format("{:g} x {:.3g} GB over {:g} devices, {}",
                                              layout.accumulation,
                                              t.gathered_bytes / core::k_bytes_per_gb,
                                              layout.data * l.context,
                                              both);
  of(lines, TimePart::gradient_reduction) =
      fmt::format("{:.3g} GB over {:g} devices, {}, behind the backward pass",
                  t.gradient_bytes / core::k_bytes_per_gb,
                  layout.data * l.context,
                  both);
  const bool sharded = layout.sharding != workload::Sharding::none;
  of(lines, TimePart::optimizer) =
      fmt::format("{:.3g} s{}{}",
                  t.optimizer,
                  layout.offload_optimizer ? fmt::format(" + {:.3g} s to the host", t.offload) : "",
                  sharded ? fmt::format(" / {:g} shards", layout.data * l.context) : "");
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
    lines.push_back(fmt::format("{:<19}{:>9.4g} s {:>4.0f} %  {}{}",
                                to_string(static_cast<TimePart>(i)),
                                part,
                                100 * part / step,
                                arithmetic[i],
                                static_cast<TimePart>(i) == estimate.bottleneck ? limit : ""));
  }
  lines.push_back(fmt::format("{:<19}{:>9.4g} s         {:.5g} units/s, {:.3g} of the peak",
                              "step",
                              step,
                              estimate.units_per_s,
                              estimate.mfu));
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
  of(lines, TimePart::compute) =
      fmt::format("{:.3g} FLOP a unit / ({} nodes x {:g} vCPU x {:.3g} GFLOP/s)",
                  demand.training.flops_per_unit,
                  topology.nodes,
                  *topology.shape->vcpus,
                  (arm ? c.cpu_flops_arm : c.cpu_flops_x86) / 1e9);
  of(lines, TimePart::gradient_reduction) = "over the network";
  of(lines, TimePart::data_loading) = loading_text(*estimate, conditions);
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
  kernels(lines, *query, *times, step.accumulation);
  messages(lines, *query, *times, step);
  of(lines, TimePart::data_loading) = loading_text(*estimate, conditions);
  return render(*estimate, lines);
}

} // namespace gpuplan::perf
