#include "catalog/loader/kinds.hpp"
#include "catalog/loader/row.hpp"
#include "catalog/words.hpp"

#include <cmath>

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_rdma{"none"sv,
                            "efa"sv,
                            "infiniband"sv,
                            "roce"sv,
                            "gpudirect-tcpx"sv,
                            "gpudirect-tcpxo"sv};
constexpr std::array k_wirings{"none"sv,
                               "pcie"sv,
                               "nvlink"sv,
                               "nvswitch"sv,
                               "infinity-fabric"sv,
                               "ici"sv,
                               "neuronlink"sv,
                               "gaudi-roce"sv};
constexpr std::int64_t k_most_devices = 1'000'000;
constexpr std::int64_t k_most_hosts = 100'000;

/// `8`, `0`, or `1/6` where a slice is sold.
std::optional<DeviceCount> parse_devices(std::string_view text) {
  const auto slash = text.find('/');
  const auto numerator = source::parse_whole(text.substr(0, slash));
  const auto denominator = slash == std::string_view::npos
                               ? std::optional<std::int64_t>{1}
                               : source::parse_whole(text.substr(slash + 1));
  if (!numerator || !denominator || *numerator < 0 || *numerator > k_most_devices ||
      *denominator < 1 || *denominator > k_most_devices)
    return std::nullopt;
  return DeviceCount{.numerator = static_cast<std::int32_t>(*numerator),
                     .denominator = static_cast<std::int32_t>(*denominator)};
}

DeviceCount read_devices(Row& row) {
  const auto text = row.required_text("devices");
  if (text.empty())
    return {};
  const auto devices = parse_devices(text);
  if (!devices)
    row.fault("devices",
              "CAT015",
              "met " + std::string{text} + " for devices, expected a whole number or a ratio",
              "a slice is written as the share of one device, such as 1/4");
  return devices.value_or(DeviceCount{});
}

Instance read_instance(Row& row) {
  Instance size{.type = row.required_text("type"), .devices = read_devices(row)};
  size.hosts = static_cast<std::int32_t>(row.fields().whole("hosts", 1, k_most_hosts).value_or(1));
  size.vcpus = row.positive("vcpus");
  size.host_memory = row.positive("host_memory_gib").transform(core::gib);
  size.local_nvme = row.number("local_nvme_gib").transform(core::gib);
  size.network = row.positive("network_gbps").transform(core::gbit_per_s);
  size.fabric = row.positive("fabric_gbps").transform(core::gbit_per_s);
  size.rdma = k_rdma[row.fields().choice("rdma", k_rdma).value_or(0)];
  size.wiring = k_wirings[row.fields().choice("links", k_wirings).value_or(0)];
  size.cpu = row.choice("cpu_arch", k_cpu_architecture_words, CpuArchitecture::x86_64);
  size.host_tier = row.choice("host_tier", k_host_tier_words, HostTier::cloud);
  size.virtualization =
      row.choice("virtualization", k_virtualization_words, Virtualization::unknown);
  size.gpu_memory_stated = row.positive("gpu_memory_total_gib").transform(core::gib);
  size.note = row.text("note");
  size.source = row.text("source");
  size.source_file = row.file();
  size.source_line = row.line();
  return size;
}

void check_devices(Row& row, const InstanceDraft& draft) {
  const bool has_devices = draft.record.devices.numerator > 0;
  const bool has_chip = !draft.accelerator.name.empty();
  if (has_devices && !has_chip)
    row.fault("devices",
              "CAT016",
              "met devices without an accelerator in " + std::string{draft.record.type},
              "name the chip under `accelerator`, or write devices: 0 for a host without one");
  if (has_chip && !has_devices && row.fields().mapping().find("devices") != nullptr)
    row.fault("accelerator",
              "CAT016",
              "met an accelerator and no devices in " + std::string{draft.record.type},
              "leave `accelerator` out for a host without one");
}

} // namespace

void load_instances(const source::Document& document,
                    const source::Node& list,
                    const Mention& provider,
                    Drafts& drafts,
                    core::DiagnosticSink& sink) {
  read_rows(document, list, "an instance", drafts, sink, [&](Row& row) {
    InstanceDraft draft{.origin = row.origin(), .provider = row.mention("provider")};
    if (draft.provider.name.empty())
      draft.provider = provider;
    draft.accelerator = row.mention("accelerator");
    draft.same_as = row.mention("same_as");
    draft.record = read_instance(row);
    const auto domain = row.fields().whole("link_domain_devices", 1, k_most_devices);
    if (domain)
      draft.link_domain = static_cast<std::int32_t>(*domain);
    check_devices(row, draft);
    if (draft.provider.name.empty())
      row.fault("type",
                "CAT017",
                "met an instance without a provider",
                "put the file under providers/<provider>/, or write provider: at its top");
    drafts.instances.push_back(std::move(draft));
  });
}

} // namespace gpuplan::catalog
