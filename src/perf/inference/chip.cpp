#include "perf/inference/chip.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf::inference {

namespace {

using catalog::Accelerator;
using catalog::NumberFormat;
using core::Known;
using core::Unknown;

constexpr double k_flops_per_tflop = 1e12;

double published_16bit(const Accelerator& chip) {
  const auto& half = chip.rate(NumberFormat::bf16).dense ? chip.rate(NumberFormat::bf16)
                                                         : chip.rate(NumberFormat::fp16);
  return half.dense ? half.dense->count() : 0.0;
}

double pcie_rate(const Shared& shared, const Accelerator& chip) {
  const std::int32_t generation = chip.pcie_generation.value_or(0);
  if (generation >= 5)
    return shared.pcie_gb_s_gen5 * core::k_bytes_per_gb;
  if (generation == 4)
    return shared.pcie_gb_s_gen4 * core::k_bytes_per_gb;
  return generation > 0 ? shared.pcie_gb_s_gen3 * core::k_bytes_per_gb : 0.0;
}

bool within_links(const catalog::Shape& shape, double ranks) {
  if (shape.links == catalog::LinkKind::none || !shape.link_bidirectional ||
      shape.link_bidirectional->count() <= 0)
    return false;
  const double domain =
      shape.links == catalog::LinkKind::nvlink_bridge ? 2.0 : shape.link_domain_devices;
  return ranks <= domain;
}

} // namespace

double devices_per_host(const Topology& topology) {
  return topology.shape->devices.value() / std::max(1, topology.shape->hosts);
}

double power_ratio(const GenerationRow& generation,
                   const Accelerator& chip,
                   double lowest,
                   double highest) {
  const double rate = published_16bit(chip);
  if (generation.power_reference <= 0 || !chip.power_w || rate <= 0)
    return 1.0;
  const double watts_per_tflop = *chip.power_w / (rate / k_flops_per_tflop);
  return std::clamp(watts_per_tflop / generation.power_reference, lowest, highest);
}

Known<DeviceRates> language_rates(const Coefficients& coefficients, const Topology& topology) {
  const Accelerator& chip = *topology.accelerator;
  if (!chip.memory_bandwidth)
    return Unknown{"the chip's memory bandwidth is not known"};
  if (!chip.memory)
    return Unknown{"the chip's memory is not known"};
  const GenerationRow* measured = coefficients.generation(chip.generation);
  const bool has_shares = measured != nullptr && measured->bandwidth_share > 0;
  const GenerationRow& shares = has_shares ? *measured : coefficients.default_generation;
  const GenerationRow& traits = measured != nullptr ? *measured : coefficients.default_generation;
  const ChipRow* row = coefficients.chip(chip.name);
  const Shared& shared = coefficients.shared;

  DeviceRates rates;
  rates.fraction = std::min(1.0, topology.shape->devices.value());
  rates.bandwidth_share = shares.bandwidth_share;
  rates.bandwidth = chip.memory_bandwidth->count() * rates.fraction * shares.bandwidth_share;
  const double omega = power_ratio(traits, chip, shared.power_lowest, shared.power_highest);
  rates.chip_measured = row != nullptr && row->language > 0;
  rates.generation_measured = has_shares;
  rates.compute_share = shares.compute_share * std::pow(omega, shared.power_exponent) *
                        (rates.chip_measured ? row->language : 1.0);
  const auto most = [&](double of_chip) { return of_chip > 0 ? of_chip : shared.most_of_peak; };
  rates.most_16bit = most(row != nullptr ? row->most_16bit : 0);
  rates.most_fp8 = most(row != nullptr ? row->most_fp8 : 0);
  rates.memory_bytes = chip.memory->count() * rates.fraction;
  rates.hbm = chip.memory_type.substr(0, 3) == "HBM";
  rates.small_defaults = traits.small_defaults > 0 ||
                         rates.memory_bytes < shared.large_memory_gib * core::k_bytes_per_gib;
  return rates;
}

Known<GroupLink>
group_link(const Coefficients& coefficients, const Topology& topology, double ranks) {
  const Shared& shared = coefficients.shared;
  const catalog::Shape& shape = *topology.shape;
  if (ranks <= 1)
    return GroupLink{};
  if (within_links(shape, ranks))
    return GroupLink{.message_s = shared.link_message_us * k_seconds_per_us,
                     .rate = shared.link_share * shape.link_bidirectional->count() / 2.0};
  if (ranks > devices_per_host(topology))
    return Unknown{"tensor parallelism beyond a host's links was never measured"};
  const double pcie = pcie_rate(shared, *topology.accelerator);
  if (pcie <= 0)
    return Unknown{"the rate between the devices of a host is not known"};
  return GroupLink{.message_s = shared.pcie_message_us * k_seconds_per_us,
                   .rate = shared.pcie_share * pcie};
}

} // namespace gpuplan::perf::inference
