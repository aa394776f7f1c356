#include "perf/training_query.hpp"

#include "core/ensure.hpp"
#include "perf/kernels.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

namespace {

using workload::Sharding;

constexpr double k_ring_messages_per_layer = 3;   ///< transformers; one where layers are small
constexpr double k_weight_pass_bytes = 2;         ///< sharded weights travel in 16 bits
constexpr double k_quantised_pass_bytes = 0.5625; ///< 4 bits and a 16-bit scale for each 32
constexpr double k_offload_bytes = 4; ///< a parameter: 16-bit gradient out, 16-bit weight back

/// Parameters that one device of a stage holds, experts spread over their group.
double on_device(double dense, double experts, double stages, const MicroBatchLayout& l) {
  return (dense + experts / l.expert) / (l.tensor * stages);
}

/// A recommender's tables are spread over the devices: each sends the pooled rows of its samples to
/// all others and their gradients back, what leaves the domain over the network.
double exchange_time(const NetworkWork& n, const LinkRates& links, double samples, double members) {
  if (n.exchanged_elements <= 0 || members <= 1)
    return 0;
  constexpr double k_passes = 4;
  const double bytes =
      samples * n.exchanged_elements * n.activation_bytes * k_passes * ring_share(members);
  const double leaving = std::max(0.0, (members - links.domain) / members);
  return (leaving < 1 ? bytes * (1 - leaving) / links.fast.value_or(1) : 0) +
         (leaving > 0 ? bytes * leaving / *links.network : 0);
}

} // namespace

struct TrainingQuery::Composition {
  double devices = 1;
  double micro_batches = 1;
  double base = 0;         ///< micro-batch without sharding traffic
  double sharding_raw = 0; ///< of the gathers and scatters, if nothing hid them
  double micro_batch = 0;  ///< t_mb
  double pipeline = 0;     ///< transfer, as it lies over domains
  double exchange = 0;     ///< of pooled embedding rows
  double bubble = 0;       ///< share
  double reduction = 0;
  double optimizer = 0;
  double slower = 1; ///< straggler factor
  double step = 0;
};

StepLayout step_layout(const workload::Layout& layout) {
  return {.data = static_cast<double>(layout.data),
          .accumulation = static_cast<double>(layout.accumulation),
          .sharding = layout.sharding,
          .offload_optimizer = layout.offload_optimizer};
}

MicroBatchWork TrainingQuery::work(const MicroBatchLayout& layout) const {
  return micro_batch_work(*coefficients_, network_, rates_.network.traffic, layout);
}

core::Known<MicroBatchTimes> TrainingQuery::micro_batch(const MicroBatchLayout& l) const {
  return micro_batch(l, device_times(l));
}

core::Known<MicroBatchTimes> TrainingQuery::micro_batch(const MicroBatchLayout& l,
                                                        const DeviceTimes& device) const {
  const auto messages = micro_batch_messages(*coefficients_, network_, links_, l);
  if (!messages)
    return core::Unknown{messages.why_unknown()};
  return MicroBatchTimes{device, l, *messages};
}

DeviceTimes TrainingQuery::device_times(const MicroBatchLayout& l) const {
  const auto& c = *coefficients_;
  const MicroBatchWork work = this->work(l);
  const double bandwidth = c.bandwidth * rates_.bandwidth;
  DeviceTimes t;
  t.compute = work.flops / (rates_.products * rates_.peak);
  t.attention = rates_.scale * work.attention_flops / (rates_.attention * rates_.half_peak);
  t.memory =
      rates_.scale * work.traffic() / bandwidth + c.dequantise * work.dequantised_bytes / bandwidth;
  double kernels = t.compute + t.attention + t.memory;
  if (const double least = work.flops_least / (rates_.peak * rates_.most); kernels < least) {
    t.held_back = least - kernels;
    t.compute += t.held_back;
    kernels = least;
  }
  t.launch = rates_.launch_s * work.launches;
  t.device = smooth_max(kernels, t.launch);

  const double stages = network_.stages(l);
  const double held = on_device(network_.parameters_dense, network_.parameters_experts, stages, l);
  const double trained = on_device(network_.trainable_dense, network_.trainable_experts, stages, l);
  const double pass = network_.dequantises ? k_quantised_pass_bytes : k_weight_pass_bytes;
  t.gathered_bytes = pass * held * network_.passes;
  t.gradient_bytes = 2 * trained * (network_.stock ? c.gradient_bytes_stock : c.gradient_bytes);
  const bool large_layers = network_.form == NetworkWork::Form::transformer;
  t.ring_messages =
      (large_layers ? k_ring_messages_per_layer : 1) * network_.layers_launched / stages;
  const double state = network_.stock ? c.optimizer_bytes_stock : c.optimizer_bytes;
  t.optimizer = c.optimizer * state * trained / bandwidth;
  t.offload = links_.host ? k_offload_bytes * trained / *links_.host : 0;
  return t;
}

core::Known<TrainingQuery::Composition> TrainingQuery::compose(const MicroBatchTimes& t,
                                                               const StepLayout& layout) const {
  const auto& c = *coefficients_;
  const MicroBatchLayout& l = t.layout;
  const double members = layout.data * l.context;
  const bool gathers = layout.sharding == Sharding::full && members > 1;
  Composition s;
  s.devices = members * l.tensor * l.pipeline;
  s.micro_batches = layout.accumulation;
  const bool across = s.devices > links_.domain;
  if (across && !links_.network)
    return core::Unknown{links_.network.why_unknown()};
  if (s.devices > 1 && links_.domain > 1 && !links_.fast)
    return core::Unknown{links_.fast.why_unknown()};
  if (layout.offload_optimizer && !links_.host)
    return core::Unknown{links_.host.why_unknown()};

  s.pipeline = across ? t.messages.pipeline_across : t.messages.pipeline_within;
  s.base = t.device + t.messages.tensor + t.messages.expert + t.messages.context + s.pipeline;
  s.exchange = exchange_time(network_, links_, l.samples, members);
  s.micro_batch = s.base;
  if (members > 1) {
    const GroupShape group = group_shape(members, l.tensor, links_.domain);
    const double latency = c.link.latency_s + c.link.network_latency_s * std::log2(group.domains);
    const double bytes = gathers ? t.gathered_bytes : t.gradient_bytes;
    const double ring = ring_pass(bytes, group, links_) + t.ring_messages * latency;
    if (gathers) {
      s.sharding_raw = ring;
      s.micro_batch = smooth_max(s.base, ring) + c.exposed_sharding * ring;
    } else if (bytes > 0) {
      const double backward = c.backward_share * s.micro_batch;
      s.reduction = smooth_max(backward, ring) - backward + 0.5 * c.exposed_gradient * ring;
    }
  }
  s.micro_batch += s.exchange;
  const double shares = layout.sharding == Sharding::none ? 1 : members;
  s.optimizer = (t.optimizer + (layout.offload_optimizer ? t.offload : 0)) / shares;
  s.bubble = pipeline_bubble(l.pipeline, l.virtual_stages, s.micro_batches);
  s.slower = slower(s.devices);
  s.step = s.slower * (s.micro_batches * (1 + s.bubble) * s.micro_batch + s.reduction +
                       s.optimizer + rates_.fixed_s);
  return s;
}

double TrainingQuery::slower(double devices) const {
  return 1 + rates_.straggler * std::log2(devices);
}

/// The device's own time and the messages of all micro-batches with the pipeline's bubble:
/// sharding, reduction and optimizer only add to it. The last bits are left to rounding.
double TrainingQuery::step_at_least(const MicroBatchTimes& t, const StepLayout& layout) const {
  constexpr double k_rounding = 1 - 1e-12;
  const auto& m = t.messages;
  const auto& l = t.layout;
  const double bubble = pipeline_bubble(l.pipeline, l.virtual_stages, layout.accumulation);
  const double base = t.device + m.tensor + m.expert + m.context;
  return k_rounding * layout.accumulation * (1 + bubble) * base;
}

core::Known<core::Seconds> TrainingQuery::step(const MicroBatchTimes& times,
                                               const StepLayout& layout) const {
  const auto composed = compose(times, layout);
  if (!composed)
    return core::Unknown{composed.why_unknown()};
  return core::Seconds{composed->step};
}

/// A smooth maximum t = (a³ + b³)^(1/3) is shared out by marginal weight, a³/t² and b³/t²: they add
/// up to t (Euler), and a part's size says what a small improvement of it would save.
void TrainingQuery::spread(const MicroBatchTimes& t,
                           const Composition& s,
                           std::array<core::Seconds, k_time_parts>& parts) const {
  const auto put = [&parts](TimePart part, double seconds) {
    parts[static_cast<std::size_t>(part)] += core::Seconds{seconds};
  };
  const double total = s.slower * s.micro_batches;
  const double with_sharding = smooth_max(s.base, s.sharding_raw);
  const double base_weight = s.base > 0 ? s.base * s.base / (with_sharding * with_sharding) : 0;
  const double weight = total * base_weight;
  const double kernels = t.compute + t.attention + t.memory;
  const double kernel_weight = weight * kernels * kernels / (t.device * t.device);
  put(TimePart::compute, kernel_weight * t.compute);
  put(TimePart::attention, kernel_weight * t.attention);
  put(TimePart::memory_traffic, kernel_weight * t.memory);
  put(TimePart::launch, weight * t.launch * t.launch * t.launch / (t.device * t.device));
  put(TimePart::launch, s.slower * rates_.fixed_s);
  put(TimePart::tensor_parallel, weight * t.messages.tensor);
  put(TimePart::expert_parallel, weight * t.messages.expert);
  put(TimePart::context_parallel, weight * t.messages.context);
  put(TimePart::pipeline_transfer, weight * s.pipeline);
  const double raw = s.sharding_raw;
  const double gathers =
      raw * (raw * raw / (with_sharding * with_sharding) + coefficients_->exposed_sharding);
  put(TimePart::sharding, total * (gathers + s.exchange));
  put(TimePart::pipeline_bubble, total * s.bubble * s.micro_batch);
  put(TimePart::gradient_reduction, s.slower * s.reduction);
  put(TimePart::optimizer, s.slower * s.optimizer);
}

core::Known<TrainingEstimate> TrainingQuery::estimate(const MicroBatchTimes& times,
                                                      const StepLayout& layout) const {
  const auto composed = compose(times, layout);
  if (!composed)
    return core::Unknown{composed.why_unknown()};
  TrainingEstimate result;
  result.step = core::Seconds{composed->step};
  spread(times, *composed, result.parts);
  const double samples = layout.data * layout.accumulation * times.layout.samples;
  const auto longest = std::max_element(result.parts.begin(), result.parts.end());
  result.bottleneck = static_cast<TimePart>(longest - result.parts.begin());
  result.units_per_s = samples * units_per_sample_ / result.step.count();
  result.mfu = result.units_per_s * flops_per_unit_ / (composed->devices * rates_.peak);
  const double hours = units_total_ / result.units_per_s / core::k_seconds_per_hour;
  result.goodput = training_goodput(*coefficients_, hours);
  const Band band = training_band(*coefficients_,
                                  *stack_,
                                  rates_.chip.origin,
                                  rates_.network.band,
                                  layout.offload_optimizer ? coefficients_->band_offload : 1);
  // No step is shorter than its operations at the rate that products alone come near.
  result.factor_low = std::max(1 / band.factor, std::min(1.0, result.mfu / rates_.bound));
  result.factor_high = band.factor;
  result.band = band.text;
  result.chip_measured = rates_.chip.origin == FactorOrigin::chip;
  if (feed_)
    wait_for_data(result, *feed_, *coefficients_, units_total_);
  return result;
}

double loading_ratio(const TrainingEstimate& estimate, const DataFeed& feed) {
  const auto waiting = estimate.parts[static_cast<std::size_t>(TimePart::data_loading)];
  const double held_up = estimate.step / (estimate.step - waiting);
  return estimate.units_per_s * held_up * feed.bytes_per_unit / feed.rate.count();
}

void wait_for_data(TrainingEstimate& estimate,
                   const DataFeed& feed,
                   const TrainingModel::Coefficients& coefficients,
                   double units_total) {
  const double ratio = loading_ratio(estimate, feed);
  const double kept_ratio = feed.kept_rate ? ratio * (feed.rate / *feed.kept_rate) : 0;
  if (!(ratio > 1) && !(kept_ratio > 1))
    return;
  const double slower =
      1 + feed.share * std::max(0.0, ratio - 1) + (1 - feed.share) * std::max(0.0, kept_ratio - 1);
  auto& waiting = estimate.parts[static_cast<std::size_t>(TimePart::data_loading)];
  waiting = estimate.step * (slower - 1);
  estimate.step = estimate.step * slower;
  const bool all_wait = ratio > 1 && (feed.share >= 1 || kept_ratio > 1);
  if (all_wait || waiting > estimate.parts[static_cast<std::size_t>(estimate.bottleneck)])
    estimate.bottleneck = TimePart::data_loading;
  estimate.units_per_s /= slower;
  estimate.mfu /= slower;
  const double hours = units_total / estimate.units_per_s / core::k_seconds_per_hour;
  estimate.goodput = training_goodput(coefficients, hours);
}

double training_goodput(const TrainingModel::Coefficients& c, double hours) {
  const double ramp = std::clamp(hours / c.goodput_long_hours, 0.0, 1.0);
  return 1 - (1 - c.goodput_long) * ramp;
}

} // namespace gpuplan::perf
