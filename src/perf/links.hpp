#pragma once

#include "catalog/instance.hpp"

namespace gpuplan::perf {

/// Shares of the catalogue's link rates that collectives reach, and the wire rate of PCIe.
struct LinkCoefficients {
  double fast = 1;              ///< of half the bidirectional rate of the device links
  double pcie = 1;              ///< of the one-way rate of the slot
  double pcie_consumer = 1;     ///< on top, cards without access to each other's memory
  double network = 1;           ///< of the sum of a host's compute network cards
  double pcie3_x16 = 0;         ///< B/s one way of generation 3, 16 lanes; doubles by generation
  double latency_s = 0;         ///< of one message step within the domain
  double network_latency_s = 0; ///< more of it for every doubling of domains
};

/// What one device of a shape sends, one way, effective.
struct LinkRates {
  double domain = 1;           ///< devices that reach one another at `fast`
  core::Known<double> fast;    ///< B/s within the domain: device links, else PCIe
  core::Known<double> network; ///< B/s between domains, this device's share of its host
  core::Known<double> host;    ///< B/s to host memory: the PCIe slot
  bool device_links = false;   ///< false: `fast` is PCIe
};

/// Rates of a shape. Bridges between two cards count as PCIe. A domain wider than any board (more
/// than 16) reaches over several instances; a smaller one never does.
LinkRates link_rates(const catalog::Accelerator& chip,
                     const catalog::Shape& shape,
                     const LinkCoefficients& coefficients);

} // namespace gpuplan::perf
