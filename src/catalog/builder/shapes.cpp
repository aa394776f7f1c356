#include "catalog/builder/resolve.hpp"

#include <fmt/format.h>

#include <map>

namespace gpuplan::catalog {

namespace {

/// How the devices of an instance are wired, from the provider's word and the chip's own link.
LinkKind link_kind(std::string_view wiring, const Accelerator* chip) {
  if (wiring == "nvlink" || wiring == "nvswitch") {
    const bool bridged = chip != nullptr && chip->link.kind == LinkKind::nvlink_bridge;
    return bridged ? LinkKind::nvlink_bridge : LinkKind::nvlink;
  }
  if (wiring == "infinity-fabric")
    return LinkKind::infinity_fabric;
  if (wiring == "ici")
    return LinkKind::ici;
  if (wiring == "neuronlink")
    return LinkKind::neuronlink;
  if (wiring == "gaudi-roce")
    return LinkKind::roce;
  return LinkKind::none;
}

/// Devices that reach one another over the links: what the instance states, else as many as it has
/// up to the chip's domain (8 on a board, 72 in a rack, a pod). Where the chip states no domain,
/// the devices of one host.
std::int32_t link_domain(const InstanceDraft& row, LinkKind links, const Accelerator* chip) {
  const auto& instance = row.record;
  if (row.link_domain.known())
    return *row.link_domain;
  if (links == LinkKind::none || !instance.devices.is_whole() || instance.devices.numerator < 1)
    return 1;
  const auto per_host = std::max(1, instance.devices.numerator / instance.hosts);
  const bool stated = chip != nullptr && chip->link.domain_devices > 1;
  return std::min(instance.devices.numerator, stated ? chip->link.domain_devices : per_host);
}

/// What multi-node training gets per host. A fabric whose rate is not stated is unknown, not as
/// slow as the Ethernet beside it.
core::Known<core::BytesPerSecond> network_of(const Instance& instance, TextPool& texts) {
  if (instance.fabric.known())
    return instance.fabric;
  if (!instance.rdma.empty() && instance.rdma != "none")
    return core::Unknown{
        texts.keep(fmt::format("the rate of its {} fabric is not stated", instance.rdma))};
  if (instance.network.known())
    return instance.network;
  return core::Unknown{"the provider states no network rate"};
}

template <class Quantity>
double sort_value(const core::Known<Quantity>& value) {
  return value.known() ? value->count() : -1.0;
}

double sort_value(const core::Known<double>& value) {
  return value.value_or(-1.0);
}

auto identity(const Shape& shape) {
  return std::tuple{shape.accelerator ? shape.accelerator->index + 1 : 0,
                    shape.devices.value(),
                    shape.devices.numerator,
                    shape.devices.denominator,
                    shape.hosts,
                    shape.links,
                    shape.link_domain_devices,
                    sort_value(shape.link_bidirectional),
                    sort_value(shape.network),
                    shape.network.known() ? std::string_view{} : shape.network.why_unknown(),
                    shape.cpu,
                    sort_value(shape.vcpus),
                    sort_value(shape.host_memory)};
}

Shape shape_of(const InstanceDraft& row, Drafts& drafts) {
  const auto& instance = row.record;
  const Accelerator* chip = nullptr;
  if (instance.accelerator)
    chip = &drafts.accelerators[instance.accelerator->index].record;
  Shape shape{.accelerator = instance.accelerator,
              .devices = instance.devices,
              .hosts = instance.hosts,
              .links = link_kind(instance.wiring, chip),
              .cpu = instance.cpu};
  shape.link_domain_devices = link_domain(row, shape.links, chip);
  if (shape.links != LinkKind::none && chip != nullptr && chip->link.bidirectional.known() &&
      chip->link.bidirectional->count() > 0)
    shape.link_bidirectional = chip->link.bidirectional;
  shape.network = network_of(instance, drafts.texts);
  if (chip == nullptr) {
    shape.vcpus = instance.vcpus;
    shape.host_memory = instance.host_memory;
  }
  return shape;
}

} // namespace

std::vector<Shape> make_shapes(Drafts& drafts) {
  std::vector<Shape> of_instance;
  of_instance.reserve(drafts.instances.size());
  for (const auto& row : drafts.instances)
    of_instance.push_back(shape_of(row, drafts));
  std::map<decltype(identity(of_instance.front())), std::uint32_t> numbers;
  for (const auto& shape : of_instance)
    numbers.emplace(identity(shape), 0);
  std::uint32_t next = 0;
  for (auto& [key, number] : numbers)
    number = next++;
  std::vector<Shape> shapes(numbers.size());
  for (std::size_t i = 0; i < of_instance.size(); ++i) {
    auto& shape = of_instance[i];
    shape.id = {numbers.at(identity(shape))};
    auto& instance = drafts.instances[i].record;
    instance.shape = shape.id;
    instance.links = shape.links;
    shapes[shape.id.index] = shape;
  }
  return shapes;
}

} // namespace gpuplan::catalog
