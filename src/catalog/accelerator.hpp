#pragma once

#include "core/id.hpp"
#include "core/known.hpp"
#include "core/units.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gpuplan::catalog {

using AcceleratorId = core::Id<struct AcceleratorTag>;

/// Number formats a chip may multiply in. `int4` exists for weights alone and has no rate.
enum class NumberFormat : std::uint8_t { fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4 };
constexpr std::size_t k_number_formats = 9;

std::string_view to_string(NumberFormat format);
std::optional<NumberFormat> parse_number_format(std::string_view word);

/// Dense rate of one number format. Unsupported and unknown are two states.
struct FormatRate {
  bool unsupported = false;
  core::Known<core::FlopsPerSecond> dense; ///< FLOP/s (integer operations a second for int8)
};

enum class LinkKind : std::uint8_t {
  none, ///< PCIe alone
  nvlink,
  nvlink_bridge, ///< optional bridge between two cards; planned as PCIe beyond a pair
  infinity_fabric,
  ici,
  neuronlink,
  roce,
  other,
};

std::string_view to_string(LinkKind kind);

/// The fast domain within which devices talk over their own links.
struct DeviceLink {
  LinkKind kind = LinkKind::none;
  core::Known<core::BytesPerSecond> bidirectional; ///< per device, both directions, all links
  std::int32_t domain_devices = 1; ///< 8 on an HGX board, 72 in an NVL72 rack, 1 over PCIe
};

/// A slice a chip can be partitioned into.
struct MigProfile {
  std::string_view name; ///< `1g.10gb`
  double memory_gb = 0;  ///< as in the name
  double fraction = 0;   ///< of the compute units
  std::int32_t max_instances = 0;
  std::string_view compute_slices; ///< as published, `1/7`
  std::string_view source;
};

enum class EccSupport : std::uint8_t { unknown, no, optional, yes };

/// One device as the driver shows it. Rates are dense; the link figure is bidirectional per device.
struct Accelerator {
  AcceleratorId id;
  std::string_view name; ///< catalog id, `h100-sxm5-80gb`
  std::string_view display_name;
  std::string_view vendor;
  std::string_view architecture;
  std::string_view generation; ///< key that calibration falls back on: `hopper`
  std::string_view device_class;
  std::vector<std::string_view> aliases;
  std::int32_t year = 0;
  core::Known<core::Bytes> memory;        ///< nominal, the size it is sold under
  core::Known<core::Bytes> memory_usable; ///< what a process can allocate
  core::Known<core::BytesPerSecond> memory_bandwidth;
  std::array<FormatRate, k_number_formats> rates;
  DeviceLink link;
  core::Known<std::int32_t> pcie_generation;
  core::Known<std::int32_t> pcie_lanes;
  core::Known<double> power_w;
  core::Known<double> compute_capability; ///< CUDA's, 9.0 for Hopper
  EccSupport ecc = EccSupport::unknown;
  std::string_view form_factor;
  std::string_view min_cuda;
  std::string_view last_cuda;
  std::string_view min_driver;
  std::string_view min_rocm;
  std::string_view memory_type;
  std::string_view memory_usable_source; ///< `reading`, `rule 0.985`, `estimate`
  std::string_view link_version;
  core::Known<std::int32_t> mig_max_instances;
  std::vector<MigProfile> mig_profiles;
  std::vector<std::string_view> sources;
  std::string_view note;
  std::string_view source_file;
  std::uint32_t source_line = 0;

  [[nodiscard]] const FormatRate& rate(NumberFormat format) const {
    return rates[static_cast<std::size_t>(format)];
  }
};

} // namespace gpuplan::catalog
