#pragma once

#include "perf/estimate.hpp"
#include "perf/inference/engine.hpp"

namespace gpuplan::perf::inference {

/// A device as the form sees it: rates after the shares of its generation, chip and power. Where a
/// slice of a device is sold, rates and memory are the slice's.
struct DeviceRates {
  double bandwidth = 0;       ///< bytes/s that weights are read at: BW × η_bw
  double bandwidth_share = 0; ///< η_bw
  double compute_share = 0;   ///< η_fl × ω^γ × c_chip
  double most_16bit = 0;      ///< share of the dense peak that a pass reaches at most
  double most_fp8 = 0;        ///< the same where products are in fp8
  double memory_bytes = 0;    ///< nominal
  double fraction = 1;        ///< of a whole device
  bool hbm = false;
  bool small_defaults = false; ///< vLLM takes its defaults for small cards
  bool chip_measured = false;
  bool generation_measured = false;
};

/// Power term ω: (watts ÷ dense 16-bit TFLOP/s) ÷ the generation's usual ratio, clipped; 1 where
/// either is not known. Chips run short of power clock below their peak, chips with reserve do not.
double power_ratio(const GenerationRow& generation,
                   const catalog::Accelerator& chip,
                   double lowest,
                   double highest);

/// Unknown where the chip's bandwidth or memory is not known.
core::Known<DeviceRates> language_rates(const Coefficients& coefficients, const Topology& topology);

/// Links between the devices of one tensor-parallel group.
struct GroupLink {
  double message_s = 0; ///< α
  double rate = 0;      ///< β, bytes/s one way
};

/// The device's own links within their domain, PCIe within the host; unknown beyond it. A bridge
/// joins two cards alone.
core::Known<GroupLink>
group_link(const Coefficients& coefficients, const Topology& topology, double ranks);

/// Devices of one host of the topology.
double devices_per_host(const Topology& topology);

} // namespace gpuplan::perf::inference
