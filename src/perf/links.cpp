#include "perf/links.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

namespace {

using catalog::LinkKind;

/// The largest domain on one board or in one box (HGX-2); above it a domain is a rack or a pod.
constexpr std::int32_t k_widest_board = 16;
constexpr double k_full_lanes = 16;
constexpr double k_generation_three = 3;

core::Known<double> pcie_rate(const catalog::Accelerator& chip, const LinkCoefficients& c) {
  if (!chip.pcie_generation)
    return core::Unknown{"pcie_generation: the chip's host link is not known"};
  const auto lanes = static_cast<double>(chip.pcie_lanes.value_or(16));
  const auto generation = static_cast<double>(*chip.pcie_generation);
  return c.pcie3_x16 * std::exp2(generation - k_generation_three) * lanes / k_full_lanes * c.pcie;
}

bool has_device_links(const catalog::Shape& shape) {
  return shape.links != LinkKind::none && shape.links != LinkKind::nvlink_bridge;
}

double devices_per_host(const catalog::Shape& shape) {
  return std::max(1.0, shape.devices.value() / std::max(1, shape.hosts));
}

double domain_of(const catalog::Shape& shape) {
  if (!has_device_links(shape))
    return devices_per_host(shape);
  const double devices = std::max(1.0, shape.devices.value());
  const auto domain = static_cast<double>(std::max(1, shape.link_domain_devices));
  const bool spans_instances =
      shape.links == LinkKind::nvlink && shape.link_domain_devices > k_widest_board;
  return spans_instances ? domain : std::min(domain, devices);
}

} // namespace

LinkRates link_rates(const catalog::Accelerator& chip,
                     const catalog::Shape& shape,
                     const LinkCoefficients& c) {
  LinkRates rates;
  rates.device_links = has_device_links(shape);
  rates.domain = domain_of(shape);
  rates.host = pcie_rate(chip, c);
  if (rates.device_links) {
    const auto& both =
        shape.link_bidirectional ? shape.link_bidirectional : chip.link.bidirectional;
    if (both)
      rates.fast = both->count() / 2 * c.fast;
    else
      rates.fast = core::Unknown{"link_gb_s: the rate of the device links is not known"};
  } else {
    const double peer = chip.device_class == "consumer" ? c.pcie_consumer : 1;
    rates.fast = rates.host.transform([peer](double rate) { return rate * peer; });
  }
  if (shape.network)
    rates.network = shape.network->count() * c.network / devices_per_host(shape);
  else
    rates.network = core::Unknown{"network_gbps: the speed between nodes is not known"};
  return rates;
}

} // namespace gpuplan::perf
