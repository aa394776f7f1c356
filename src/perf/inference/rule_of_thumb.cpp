#include "perf/inference/rule_of_thumb.hpp"

#include <algorithm>

namespace gpuplan::perf::inference {

using core::Known;
using core::Unknown;

Known<SampleCosts> recommender_costs(const Coefficients& coefficients,
                                     const workload::Demand& demand,
                                     const Topology& topology) {
  const RuleOfThumb& rule = coefficients.rules;
  const catalog::Accelerator& chip = *topology.accelerator;
  if (rule.recommender_flops_share <= 0 || rule.recommender_bandwidth_share <= 0)
    return Unknown{"the catalog has no rule for recommenders"};
  if (!chip.memory_bandwidth)
    return Unknown{"the chip's memory bandwidth is not known"};
  const auto wanted = demand.serving.weights == workload::WeightFormat::fp32
                          ? catalog::NumberFormat::fp32
                          : catalog::NumberFormat::fp16;
  const catalog::FormatRate& exact = chip.rate(wanted);
  const catalog::FormatRate& rate = exact.dense ? exact : chip.rate(catalog::NumberFormat::bf16);
  if (!rate.dense)
    return Unknown{"the chip's rate in the precision asked for is not known"};
  const SampleWork work = sample_work(demand);
  const double embedding_bytes = demand.model.sample.embedding_bytes;
  if (work.flops <= 0 && embedding_bytes <= 0)
    return Unknown{"the work of a sample is not known"};

  const double fraction = std::min(1.0, topology.shape->devices.value());
  const double compute_s =
      work.flops / (rate.dense->count() * fraction * rule.recommender_flops_share);
  const double lookup_s = embedding_bytes / (chip.memory_bandwidth->count() * fraction *
                                             rule.recommender_bandwidth_share);
  SampleCosts costs;
  costs.sample_s = compute_s + lookup_s;
  costs.floor_s = rule.recommender_overhead_ms * k_seconds_per_ms;
  costs.batch_limit = coefficients.samples.batch_limit;
  costs.compute_bound = compute_s >= lookup_s;
  costs.chip_measured = false;
  return costs;
}

Known<SampleCosts> host_costs(const Coefficients& coefficients,
                              const workload::Demand& demand,
                              const Topology& topology) {
  constexpr double k_flops_per_gflop = 1e9;
  const catalog::Shape& shape = *topology.shape;
  if (demand.model.network == workload::NetworkClass::decoder)
    return Unknown{"a language model on a host without accelerator depends on its memory "
                   "bandwidth, which is not known"};
  const double rate = shape.cpu == catalog::CpuArchitecture::arm64
                          ? coefficients.rules.cpu_gflops_arm64
                          : coefficients.rules.cpu_gflops_x86_64;
  if (rate <= 0)
    return Unknown{"the catalog has no rule for hosts without accelerator"};
  if (!shape.vcpus)
    return Unknown{"the number of vCPUs is not known"};
  const SampleWork work = sample_work(demand);
  if (work.flops <= 0)
    return Unknown{"the FLOPs of a sample are not known"};
  SampleCosts costs;
  costs.sample_s = work.flops / (*shape.vcpus * rate * k_flops_per_gflop);
  costs.batch_limit = coefficients.samples.batch_limit;
  costs.chip_measured = false;
  return costs;
}

} // namespace gpuplan::perf::inference
