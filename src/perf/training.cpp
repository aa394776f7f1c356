#include "perf/training.hpp"

#include "perf/kernels.hpp"
#include "perf/training_host.hpp"
#include "perf/training_query.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

namespace {

using catalog::NumberFormat;
using workload::NetworkClass;
using Coefficients = TrainingModel::Coefficients;

double matrix_efficiency(const Coefficients& c, NumberFormat format, Fp8Scaling scaling) {
  switch (format) {
  case NumberFormat::fp64:
  case NumberFormat::fp32: return c.matrix.fp32;
  case NumberFormat::tf32: return c.matrix.tf32;
  case NumberFormat::fp8: return scaling == Fp8Scaling::block ? c.matrix.fp8_block : c.matrix.fp8;
  case NumberFormat::fp4: return c.matrix.fp4;
  case NumberFormat::int8: return c.matrix.int8;
  default: return c.matrix.half;
  }
}

double convolution_efficiency(const Coefficients& c, NumberFormat format) {
  switch (format) {
  case NumberFormat::fp64:
  case NumberFormat::fp32: return c.convolution.fp32;
  case NumberFormat::tf32: return c.convolution.tf32;
  default: return c.convolution.half;
  }
}

bool is_half(NumberFormat format) {
  return format == NumberFormat::bf16 || format == NumberFormat::fp16;
}

/// Convolutions have no kernels narrower than 16 bits; everything else runs in the stated format.
NumberFormat kernel_format(const workload::Demand& demand) {
  const NumberFormat format = demand.training.compute;
  const bool convolution = kernel_class(demand.model.network) == KernelClass::convolution;
  return convolution && narrow(format) ? NumberFormat::bf16 : format;
}

double efficiency(const Coefficients& c, const workload::Demand& demand, Fp8Scaling scaling) {
  const NumberFormat format = kernel_format(demand);
  if (kernel_class(demand.model.network) == KernelClass::convolution)
    return convolution_efficiency(c, format) * (is_depthwise(demand.model) ? c.depthwise : 1);
  if (demand.model.network == NetworkClass::vision_transformer && is_half(format))
    return c.vision_transformer_half;
  return matrix_efficiency(c, format, scaling);
}

double software_speed(const Coefficients::Stack& stack, NetworkClass network) {
  if (network == NetworkClass::vision_transformer)
    return stack.speed_vision_transformer;
  return kernel_class(network) == KernelClass::transformer ? stack.speed_transformer
                                                           : stack.speed_convolution;
}

bool is_ragged(NetworkClass network) {
  return network == NetworkClass::detection || network == NetworkClass::segmentation_2d ||
         network == NetworkClass::unet_3d;
}

/// Age of vendor-tuned software in years, within the range that was fitted; 0 for other software.
double software_age(const Coefficients& c,
                    const workload::Demand& demand,
                    const TrainingConditions& conditions) {
  if (demand.stack != workload::Stack::mlperf)
    return 0;
  if (!conditions.software_year)
    return c.era_newest;
  return std::clamp(c.era_reference_year - *conditions.software_year, c.era_newest, c.era_oldest);
}

struct Peaks {
  double peak = 0;
  double half = 0;
};

core::Known<Peaks> peaks(const workload::Demand& demand, const catalog::Accelerator& chip) {
  const NumberFormat format = kernel_format(demand);
  const auto peak = dense_rate(chip, format);
  if (!peak)
    return core::Unknown{peak.why_unknown()};
  // Attention stays in 16 bits under narrow formats and in the job's own under wide ones.
  const auto attention = narrow(format) ? half_rate(chip) : peak;
  if (!attention)
    return core::Unknown{attention.why_unknown()};
  return Peaks{.peak = peak->count(), .half = attention->count()};
}

} // namespace

core::Known<TrainingNetwork> TrainingModel::network(const workload::Demand& demand) const {
  const auto work = network_work(*coefficients_, demand);
  if (!work)
    return core::Unknown{work.why_unknown()};
  return TrainingNetwork{.work = *work, .factor = network_factor(*coefficients_, demand.model)};
}

core::Known<TrainingQuery> TrainingModel::prepare(const workload::Demand& demand,
                                                  const catalog::Accelerator& chip,
                                                  const catalog::Shape& shape,
                                                  const TrainingConditions& conditions) const {
  const auto network = this->network(demand);
  if (!network)
    return core::Unknown{network.why_unknown()};
  return prepare(demand, *network, chip, shape, conditions);
}

core::Known<TrainingQuery> TrainingModel::prepare(const workload::Demand& demand,
                                                  const TrainingNetwork& network,
                                                  const catalog::Accelerator& chip,
                                                  const catalog::Shape& shape,
                                                  const TrainingConditions& conditions) const {
  const Coefficients& c = *coefficients_;
  const auto peak = peaks(demand, chip);
  if (!peak)
    return core::Unknown{peak.why_unknown()};
  if (!chip.memory_bandwidth)
    return core::Unknown{"gpu_memory_bandwidth: the chip's memory bandwidth is not known"};

  TrainingQuery query;
  query.coefficients_ = &c;
  query.stack_ = &c.stack(demand.stack);
  query.network_ = network.work;
  query.links_ = link_rates(chip, shape, c.link);
  const bool transformer = network.work.form == NetworkWork::Form::transformer;
  query.units_per_sample_ = transformer ? network.work.tokens : 1;
  query.flops_per_unit_ = demand.training.flops_per_unit;
  query.units_total_ = demand.training.units_total;
  query.feed_ = conditions.feed;

  const double sold = std::min(1.0, shape.devices.value()); // a slice of one device
  const double age = software_age(c, demand, conditions);
  auto& r = query.rates_;
  r.peak = peak->peak * sold;
  r.half_peak = peak->half * sold;
  r.bandwidth = chip.memory_bandwidth->count() * sold;
  r.efficiency = efficiency(c, demand, conditions.fp8);
  r.attention = (network.work.fused_attention ? c.attention_fused : c.attention_unfused) *
                query.stack_->attention;
  r.chip = chip_factor(c, chip, kernel_class(demand.model.network));
  r.software = software_speed(*query.stack_, demand.model.network);
  r.network = network.factor;
  r.era = std::pow(c.era, age);
  r.scale = r.network.time * r.era / (r.chip.value * r.software);
  r.launch_s = query.stack_->launch_s * std::pow(c.era_launch, age);
  r.fixed_s =
      network.work.form == NetworkWork::Form::tables ? c.table_fixed_s : query.stack_->fixed_s;
  // Published operations of a network by the sample are counted in too many ways to hold it to.
  if (transformer) {
    r.most = c.most_of_peak;
    r.bound = c.bound_of_peak;
  }
  r.products = r.efficiency / r.scale;
  if (transformer)
    r.products = std::min(r.products, 1.0);
  r.straggler = is_ragged(demand.model.network) ? c.straggler_ragged : c.straggler;
  return query;
}

core::Known<TrainingEstimate> TrainingModel::estimate(const workload::Demand& demand,
                                                      const workload::Layout& layout,
                                                      const Topology& topology,
                                                      const TrainingConditions& conditions) const {
  if (topology.accelerator == nullptr)
    return host_only_estimate(*coefficients_, demand, layout, topology, conditions);
  const auto query = prepare(demand, *topology.accelerator, *topology.shape, conditions);
  if (!query)
    return core::Unknown{query.why_unknown()};
  const auto times = query->micro_batch(micro_batch_layout(layout));
  if (!times)
    return core::Unknown{times.why_unknown()};
  return query->estimate(*times, step_layout(layout));
}

TrainingEstimate TrainingModel::fed(TrainingEstimate estimate,
                                    const workload::Demand& demand,
                                    const DataFeed& feed) const {
  wait_for_data(estimate, feed, *coefficients_, demand.training.units_total);
  return estimate;
}

TrainingModel::TrainingModel(std::unique_ptr<Coefficients> coefficients)
    : coefficients_(std::move(coefficients)) {}

TrainingModel::~TrainingModel() = default;
TrainingModel::TrainingModel(TrainingModel&&) noexcept = default;
TrainingModel& TrainingModel::operator=(TrainingModel&&) noexcept = default;

} // namespace gpuplan::perf
