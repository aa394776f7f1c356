#include "catalog/view/decode.hpp"
#include "catalog/words.hpp"

namespace gpuplan::catalog {

namespace {

FormatRate decode_rate(double rate) {
  if (rate < 0)
    return {.unsupported = true, .dense = core::Unknown{"the chip has no such format"}};
  return {.unsupported = false,
          .dense = known_quantity<core::FlopsPerSecond>(rate, "not published for this chip")};
}

std::vector<MigProfile> decode_mig_profiles(const View& view, std::uint32_t accelerator) {
  const auto& table = view.table<fb::MigProfiles>();
  const auto* owners = table.accelerator();
  std::vector<MigProfile> profiles;
  const auto first = std::lower_bound(owners->begin(), owners->end(), accelerator);
  for (auto i = static_cast<std::uint32_t>(first - owners->begin());
       i < owners->size() && owners->Get(i) == accelerator;
       ++i) {
    profiles.push_back({.name = view.text(table.name()->Get(i)),
                        .memory_gb = table.memory_gb()->Get(i),
                        .fraction = table.fraction()->Get(i),
                        .max_instances = table.max_instances()->Get(i),
                        .compute_slices = view.text(table.compute_slices()->Get(i)),
                        .source = view.text(table.source()->Get(i))});
  }
  return profiles;
}

DeviceLink decode_link(const fb::Accelerators& table, std::uint32_t i) {
  return {.kind = static_cast<LinkKind>(table.link_kind()->Get(i)),
          .bidirectional = known_quantity<core::BytesPerSecond>(
              table.link_rate()->Get(i), "the rate of the links is not published"),
          .domain_devices = table.link_domain()->Get(i)};
}

} // namespace

Accelerator decode_accelerator(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Accelerators>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  const std::array rates{table.fp64(),
                         table.fp32(),
                         table.tf32(),
                         table.fp16(),
                         table.bf16(),
                         table.fp8(),
                         table.fp4(),
                         table.int8()};
  Accelerator chip{.id = {i},
                   .name = text(table.name()),
                   .display_name = text(table.display_name()),
                   .vendor = text(table.vendor()),
                   .architecture = text(table.architecture()),
                   .generation = text(table.generation()),
                   .device_class = text(table.device_class()),
                   .aliases = split_lines(text(table.aliases())),
                   .year = table.year()->Get(i),
                   .memory = known_quantity<core::Bytes>(table.memory()->Get(i)),
                   .memory_usable = known_quantity<core::Bytes>(table.memory_usable()->Get(i)),
                   .memory_bandwidth = known_quantity<core::BytesPerSecond>(
                       table.memory_bandwidth()->Get(i), "not published for this chip"),
                   .link = decode_link(table, i),
                   .pcie_generation = known_small(table.pcie_generation()->Get(i)),
                   .pcie_lanes = known_small(table.pcie_lanes()->Get(i)),
                   .power_w = known_number(table.power_w()->Get(i)),
                   .compute_capability = known_number(table.compute_capability()->Get(i)),
                   .ecc = static_cast<EccSupport>(table.ecc()->Get(i)),
                   .form_factor = text(table.form_factor()),
                   .min_cuda = text(table.min_cuda()),
                   .last_cuda = text(table.last_cuda()),
                   .min_driver = text(table.min_driver()),
                   .min_rocm = text(table.min_rocm()),
                   .memory_type = text(table.memory_type()),
                   .memory_usable_source = text(table.memory_usable_source()),
                   .link_version = text(table.link_version()),
                   .mig_max_instances = known_small(table.mig_max_instances()->Get(i)),
                   .mig_profiles = decode_mig_profiles(view, i),
                   .sources = split_lines(text(table.sources())),
                   .note = text(table.note()),
                   .source_file = text(table.file()),
                   .source_line = table.line()->Get(i)};
  for (std::size_t format = 0; format < rates.size(); ++format)
    chip.rates[format] = decode_rate(rates[format]->Get(i));
  chip.rates.back() = {.unsupported = true,
                       .dense = core::Unknown{"a format of weights, not of arithmetic"}};
  return chip;
}

Shape decode_shape(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Shapes>();
  const auto accelerator = table.accelerator()->Get(i);
  const auto links = static_cast<LinkKind>(table.links()->Get(i));
  return {
      .id = {i},
      .accelerator =
          accelerator == 0 ? std::nullopt : std::optional{AcceleratorId{accelerator - 1}},
      .devices = {.numerator = table.devices()->Get(i), .denominator = table.devices_of()->Get(i)},
      .hosts = table.hosts()->Get(i),
      .links = links,
      .link_domain_devices = table.link_domain()->Get(i),
      .link_bidirectional = known_quantity<core::BytesPerSecond>(
          table.link_rate()->Get(i),
          links == LinkKind::none ? "the devices have no links of their own"
                                  : "the rate of the links is not published"),
      .network = known_quantity<core::BytesPerSecond>(table.network()->Get(i),
                                                      view.text(table.network_why()->Get(i))),
      .vcpus = known_number(table.vcpus()->Get(i)),
      .cpu = static_cast<CpuArchitecture>(table.cpu()->Get(i)),
      .host_memory = known_quantity<core::Bytes>(table.host_memory()->Get(i))};
}

Instance decode_instance(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Instances>();
  const auto& shapes = view.table<fb::Shapes>();
  const auto shape = table.shape()->Get(i);
  const auto accelerator = shapes.accelerator()->Get(shape);
  const auto same_as = table.same_as()->Get(i);
  return {.id = {i},
          .provider = {table.provider()->Get(i)},
          .shape = {shape},
          .type = view.text(table.type()->Get(i)),
          .accelerator =
              accelerator == 0 ? std::nullopt : std::optional{AcceleratorId{accelerator - 1}},
          .devices = {.numerator = shapes.devices()->Get(shape),
                      .denominator = shapes.devices_of()->Get(shape)},
          .hosts = shapes.hosts()->Get(shape),
          .vcpus = known_number(table.vcpus()->Get(i)),
          .host_memory = known_quantity<core::Bytes>(table.host_memory()->Get(i)),
          .local_nvme = known_quantity<core::Bytes>(table.local_nvme()->Get(i)),
          .network = known_quantity<core::BytesPerSecond>(table.network()->Get(i),
                                                          "the provider states no network rate"),
          .fabric = known_quantity<core::BytesPerSecond>(table.fabric()->Get(i),
                                                         "no fabric rate is stated"),
          .rdma = view.text(table.rdma()->Get(i)),
          .links = static_cast<LinkKind>(shapes.links()->Get(shape)),
          .cpu = static_cast<CpuArchitecture>(shapes.cpu()->Get(shape)),
          .host_tier = static_cast<HostTier>(table.host_tier()->Get(i)),
          .virtualization = static_cast<Virtualization>(table.virtualization()->Get(i)),
          .same_as = same_as == 0 ? std::nullopt : std::optional{InstanceId{same_as - 1}},
          .gpu_memory_stated = known_quantity<core::Bytes>(table.gpu_memory_stated()->Get(i)),
          .wiring = view.text(table.wiring()->Get(i)),
          .findings = table.findings()->Get(i),
          .source_line = table.line()->Get(i),
          .source_file = view.text(table.file()->Get(i)),
          .note = view.text(table.note()->Get(i)),
          .source = view.text(table.source()->Get(i))};
}

} // namespace gpuplan::catalog
