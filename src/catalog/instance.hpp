#pragma once

#include "catalog/accelerator.hpp"

namespace gpuplan::catalog {

using ProviderId = core::Id<struct ProviderTag>;
using RegionId = core::Id<struct RegionTag>;
using InstanceId = core::Id<struct InstanceTag>;
using ShapeId = core::Id<struct ShapeTag>;

/// Devices of an instance: a whole number, or a fraction of one device where a slice is sold.
struct DeviceCount {
  std::int32_t numerator = 0;
  std::int32_t denominator = 1;

  [[nodiscard]] constexpr double value() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }

  [[nodiscard]] constexpr bool is_whole() const { return denominator == 1; }

  friend constexpr bool operator==(DeviceCount, DeviceCount) = default;
};

enum class HostTier : std::uint8_t { hyperscaler, cloud, community };
enum class CpuArchitecture : std::uint8_t { x86_64, arm64 };
enum class Virtualization : std::uint8_t {
  unknown,
  bare_metal,
  passthrough,
  sriov,
  vgpu,
  container
};

std::string_view to_string(HostTier tier);
std::string_view to_string(CpuArchitecture architecture);
std::string_view to_string(Virtualization virtualization);

/// The part of an instance that memory and time see; many instances share one. Explore works on
/// shapes alone.
struct Shape {
  ShapeId id;
  std::optional<AcceleratorId> accelerator; ///< none: a host-only machine
  DeviceCount devices;
  std::int32_t hosts = 1;          ///< above 1 for a multi-host slice sold as one instance
  LinkKind links = LinkKind::none; ///< as wired in this instance
  std::int32_t link_domain_devices = 1;
  core::Known<core::BytesPerSecond> link_bidirectional; ///< per device within the domain
  core::Known<core::BytesPerSecond>
      network;               ///< per host: the fabric where there is one, else Ethernet
  core::Known<double> vcpus; ///< host-only machines compute with these
  CpuArchitecture cpu = CpuArchitecture::x86_64;
  core::Known<core::Bytes> host_memory; ///< of host-only machines, where the job lives in it
};

/// One size a provider sells.
struct Instance {
  InstanceId id;
  ProviderId provider;
  ShapeId shape;
  std::string_view type; ///< `p4d.24xlarge`
  std::optional<AcceleratorId> accelerator;
  DeviceCount devices;
  std::int32_t hosts = 1;
  core::Known<double> vcpus;
  core::Known<core::Bytes> host_memory;
  core::Known<core::Bytes> local_nvme;
  core::Known<core::BytesPerSecond> network; ///< Ethernet, per host
  core::Known<core::BytesPerSecond> fabric;  ///< EFA, InfiniBand, RoCE … per host
  std::string_view rdma;                     ///< `efa`, `infiniband`, …, `none`
  LinkKind links = LinkKind::none;
  CpuArchitecture cpu = CpuArchitecture::x86_64;
  HostTier host_tier = HostTier::cloud;
  Virtualization virtualization = Virtualization::unknown;
  std::optional<InstanceId> same_as; ///< the same offer under another name of that provider
  core::Known<core::Bytes> gpu_memory_stated; ///< of all devices, as the provider reports it
  std::string_view wiring;    ///< the provider's word for its links: `nvswitch`, `pcie`, …
  std::uint32_t findings = 0; ///< bits of `Finding` that hold for every price of this size
  std::uint32_t source_line = 0;
  std::string_view source_file;
  std::string_view note;
  std::string_view source;
};

struct Region {
  RegionId id;
  ProviderId provider;
  std::string_view name;
  std::string_view kind; ///< region, local_zone, list, unspecified, …
  core::Known<std::string_view> country_code;
  std::string_view country;
  std::string_view city;
  std::vector<std::string_view> groups; ///< `eu`, `eea`, `us`, …
  core::Known<double> grid_gco2_per_kwh;
  core::Known<double> pue;
  bool stated = true; ///< false for the place of a price card that names none
  std::string_view continent;
  core::Known<double> latitude; ///< degrees, of the city
  core::Known<double> longitude;
  std::string_view grid_scope; ///< what the carbon figure is for: `region`, `country`, …
  std::string_view note;
  std::string_view source;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

struct Provider {
  ProviderId id;
  std::string_view name; ///< `aws`
  std::string_view display_name;
  std::vector<std::string_view> aliases; ///< what people call it besides: `amazon`
  HostTier host_tier = HostTier::cloud;
  std::string_view headquarters;
  std::string_view currency; ///< of its list prices
  core::Known<std::int64_t> increment_s;
  core::Known<std::int64_t> minimum_s;
  std::vector<std::string_view> certifications; ///< as published, not audited
  core::Known<double> sla_percent;              ///< for one instance
  core::Known<double> egress_free_gb;           ///< a month; infinity where no traffic is billed
  std::string_view quota_note;
  std::string_view regions_doc;
  std::string_view note;
  std::string_view source;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

} // namespace gpuplan::catalog
