#include "catalog/builder/emit.hpp"
#include "catalog/builder/emit_values.hpp"
#include "catalog/lookup/chip_words.hpp"
#include "catalog/words.hpp"

namespace gpuplan::catalog {

namespace {

/// Negative where the chip has no such format.
double rate_value(const Accelerator& chip, NumberFormat format) {
  const auto& rate = chip.rate(format);
  return rate.unsupported ? -1.0 : quantity_value(rate.dense);
}

std::string joined_lines(const std::vector<std::string>& texts) {
  return join_lines(std::vector<std::string_view>(texts.begin(), texts.end()));
}

std::string alias_words(const Accelerator& chip) {
  std::vector<std::string> lines;
  for (const auto alias : chip.aliases)
    lines.push_back(join_words(name_words(alias)));
  return joined_lines(lines);
}

} // namespace

fb::AcceleratorsT emit_accelerators(const Drafts& drafts, TextTable& texts) {
  fb::AcceleratorsT columns;
  for (const auto& row : drafts.accelerators) {
    const auto& each = row.record;
    columns.name.push_back(texts.id(each.name));
    columns.display_name.push_back(texts.id(each.display_name));
    columns.vendor.push_back(texts.id(each.vendor));
    columns.architecture.push_back(texts.id(each.architecture));
    columns.generation.push_back(texts.id(each.generation));
    columns.device_class.push_back(texts.id(each.device_class));
    columns.aliases.push_back(texts.lines(each.aliases));
    columns.words.push_back(texts.id(joined_lines(words_of(each))));
    columns.alias_words.push_back(texts.id(alias_words(each)));
    columns.year.push_back(each.year);
    columns.memory.push_back(quantity_value(each.memory));
    columns.memory_usable.push_back(quantity_value(each.memory_usable));
    columns.memory_usable_source.push_back(texts.id(each.memory_usable_source));
    columns.memory_type.push_back(texts.id(each.memory_type));
    columns.memory_bandwidth.push_back(quantity_value(each.memory_bandwidth));
    columns.fp64.push_back(rate_value(each, NumberFormat::fp64));
    columns.fp32.push_back(rate_value(each, NumberFormat::fp32));
    columns.tf32.push_back(rate_value(each, NumberFormat::tf32));
    columns.fp16.push_back(rate_value(each, NumberFormat::fp16));
    columns.bf16.push_back(rate_value(each, NumberFormat::bf16));
    columns.fp8.push_back(rate_value(each, NumberFormat::fp8));
    columns.fp4.push_back(rate_value(each, NumberFormat::fp4));
    columns.int8.push_back(rate_value(each, NumberFormat::int8));
    columns.link_kind.push_back(word_value(each.link.kind));
    columns.link_version.push_back(texts.id(each.link_version));
    columns.link_rate.push_back(quantity_value(each.link.bidirectional));
    columns.link_domain.push_back(each.link.domain_devices);
    columns.pcie_generation.push_back(small_value(each.pcie_generation));
    columns.pcie_lanes.push_back(small_value(each.pcie_lanes));
    columns.power_w.push_back(number_value(each.power_w));
    columns.compute_capability.push_back(number_value(each.compute_capability));
    columns.ecc.push_back(word_value(each.ecc));
    columns.form_factor.push_back(texts.id(each.form_factor));
    columns.min_cuda.push_back(texts.id(each.min_cuda));
    columns.last_cuda.push_back(texts.id(each.last_cuda));
    columns.min_driver.push_back(texts.id(each.min_driver));
    columns.min_rocm.push_back(texts.id(each.min_rocm));
    columns.mig_max_instances.push_back(small_value(each.mig_max_instances));
    columns.sources.push_back(texts.lines(each.sources));
    columns.note.push_back(texts.id(each.note));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::MigProfilesT emit_mig_profiles(const Drafts& drafts, TextTable& texts) {
  fb::MigProfilesT columns;
  for (const auto& row : drafts.accelerators) {
    for (const auto& each : row.record.mig_profiles) {
      columns.accelerator.push_back(row.record.id.index);
      columns.name.push_back(texts.id(each.name));
      columns.memory_gb.push_back(each.memory_gb);
      columns.compute_slices.push_back(texts.id(each.compute_slices));
      columns.fraction.push_back(each.fraction);
      columns.max_instances.push_back(each.max_instances);
      columns.source.push_back(texts.id(each.source));
    }
  }
  return columns;
}

fb::ShapesT emit_shapes(const Drafts& drafts, std::span<const Shape> shapes, TextTable& texts) {
  fb::ShapesT columns;
  std::uint32_t offer = 0;
  for (const auto& each : shapes) {
    columns.accelerator.push_back(optional_id(each.accelerator));
    columns.devices.push_back(each.devices.numerator);
    columns.devices_of.push_back(each.devices.denominator);
    columns.hosts.push_back(each.hosts);
    columns.links.push_back(word_value(each.links));
    columns.link_domain.push_back(each.link_domain_devices);
    columns.link_rate.push_back(quantity_value(each.link_bidirectional));
    columns.network.push_back(quantity_value(each.network));
    columns.network_why.push_back(texts.id(each.network.why_unknown()));
    columns.vcpus.push_back(number_value(each.vcpus));
    columns.cpu.push_back(word_value(each.cpu));
    columns.host_memory.push_back(quantity_value(each.host_memory));
    columns.first_offer.push_back(offer);
    while (offer < drafts.offers.size() && drafts.offers[offer].record.shape == each.id)
      ++offer;
    columns.last_offer.push_back(offer);
  }
  return columns;
}

fb::InstancesT emit_instances(const Drafts& drafts, TextTable& texts) {
  fb::InstancesT columns;
  for (const auto& row : drafts.instances) {
    const auto& each = row.record;
    columns.provider.push_back(each.provider.index);
    columns.shape.push_back(each.shape.index);
    columns.type.push_back(texts.id(each.type));
    columns.vcpus.push_back(number_value(each.vcpus));
    columns.host_memory.push_back(quantity_value(each.host_memory));
    columns.gpu_memory_stated.push_back(quantity_value(each.gpu_memory_stated));
    columns.local_nvme.push_back(quantity_value(each.local_nvme));
    columns.network.push_back(quantity_value(each.network));
    columns.fabric.push_back(quantity_value(each.fabric));
    columns.rdma.push_back(texts.id(each.rdma));
    columns.wiring.push_back(texts.id(each.wiring));
    columns.host_tier.push_back(word_value(each.host_tier));
    columns.virtualization.push_back(word_value(each.virtualization));
    columns.same_as.push_back(optional_id(each.same_as));
    columns.findings.push_back(each.findings);
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

} // namespace gpuplan::catalog
