#include "perf/training_host.hpp"

#include "perf/collectives.hpp"
#include "perf/training_query.hpp"

#include <algorithm>
#include <limits>

namespace gpuplan::perf {

namespace {

constexpr double k_gradient_passes = 2;
constexpr double k_gradient_bytes = 4; ///< hosts train in fp32

double trainable(const workload::TrainingDemand& training, const workload::Architecture& model) {
  if (training.method == workload::Method::full)
    return static_cast<double>(model.params.total);
  return training.adapter ? static_cast<double>(training.adapter->parameters) : 0;
}

} // namespace

core::Known<TrainingEstimate> host_only_estimate(const TrainingModel::Coefficients& c,
                                                 const workload::Demand& demand,
                                                 const workload::Layout& layout,
                                                 const Topology& topology,
                                                 const TrainingConditions& conditions) {
  const catalog::Shape& shape = *topology.shape;
  const auto& training = demand.training;
  if (!shape.vcpus)
    return core::Unknown{"vcpus: the machine's number of vCPUs is not known"};
  if (training.flops_per_unit <= 0)
    return core::Unknown{"FLOPs of a sample are not published for this network"};
  const auto nodes = static_cast<double>(topology.nodes);
  if (nodes > 1 && !shape.network)
    return core::Unknown{"network_gbps: the speed between nodes is not known"};

  const bool arm = shape.cpu == catalog::CpuArchitecture::arm64;
  const double rate = nodes * *shape.vcpus * (arm ? c.cpu_flops_arm : c.cpu_flops_x86);
  const bool transformer = kernel_class(demand.model.network) == KernelClass::transformer &&
                           demand.model.network != workload::NetworkClass::vision_transformer;
  const double unit =
      transformer ? static_cast<double>(std::max<std::int64_t>(1, training.sequence)) : 1;
  const double samples = static_cast<double>(layout.data) * static_cast<double>(layout.share());
  const double again = layout.recompute == workload::Recompute::full ? 4.0 / 3 : 1;

  TrainingEstimate result;
  const auto put = [&result](TimePart part, core::Seconds time) {
    result.parts[static_cast<std::size_t>(part)] = time;
    result.step += time;
  };
  put(TimePart::compute, core::Seconds{samples * unit * training.flops_per_unit * again / rate});
  if (nodes > 1) {
    const double bytes = k_gradient_passes * k_gradient_bytes * trainable(training, demand.model);
    put(TimePart::gradient_reduction,
        core::Seconds{bytes * ring_share(nodes) / (shape.network->count() * c.link.network)});
  }
  const auto longest = std::max_element(result.parts.begin(), result.parts.end());
  result.bottleneck = static_cast<TimePart>(longest - result.parts.begin());
  result.units_per_s = samples * unit / result.step.count();
  // What it reaches is assumed, and nobody states the peak that would be a share of.
  result.mfu = std::numeric_limits<double>::quiet_NaN();
  const double hours = training.units_total / result.units_per_s / core::k_seconds_per_hour;
  result.goodput = training_goodput(c, hours);
  result.factor_low = 1 / c.band_host_only;
  result.factor_high = c.band_host_only;
  result.band = "no measurement without an accelerator, rule of thumb for vCPUs";
  result.chip_measured = false;
  if (conditions.feed)
    wait_for_data(result, *conditions.feed, c, training.units_total);
  return result;
}

} // namespace gpuplan::perf
