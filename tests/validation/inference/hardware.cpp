#include "validation/inference/hardware.hpp"

namespace gpuplan::validation {

namespace {

using catalog::Accelerator;
using catalog::FormatRate;
using catalog::LinkKind;
using catalog::NumberFormat;

struct GenerationOf {
  std::string_view architecture;
  std::string_view generation;
};

/// The architecture words of the facts in the catalog's vocabulary, where one word is enough.
constexpr GenerationOf k_generations[] = {
    {"Volta", "volta"},
    {"Turing", "turing"},
    {"Ada Lovelace", "ada"},
    {"Blackwell (GB202)", "blackwell-graphics"},
    {"Blackwell", "blackwell"},
    {"CDNA3", "cdna3"},
    {"NeuronCore-v2", "neuron-v2"},
    {"TPU", "tpu"},
    {"Pascal", "pascal"},
};

std::string_view generation_of(const Record& row) {
  const std::string& architecture = text(row, "architecture");
  const std::string& id = text(row, "id");
  if (architecture == "Hopper")
    return starts_with(id, "h20-") ? "hopper-export" : "hopper";
  if (architecture == "Ampere")
    return starts_with(id, "a100") || starts_with(id, "a30") || starts_with(id, "a800")
               ? "ampere-datacenter"
               : "ampere-graphics";
  for (const GenerationOf& known : k_generations)
    if (starts_with(architecture, known.architecture))
      return known.generation;
  return "other";
}

/// Cards that were measured but are not among the facts' chips; vendor figures, Ada GeForce cards
/// with the 16-bit rate at twice the fp32 rate as for the RTX 4090.
std::vector<Record> further_cards() {
  const auto card = [](std::string id,
                       std::string architecture,
                       std::string memory,
                       std::string bandwidth,
                       std::string fp32,
                       std::string half,
                       std::string watts,
                       std::string capability,
                       std::string kind) {
    return Record{{"id", std::move(id)},
                  {"vendor", "NVIDIA"},
                  {"architecture", std::move(architecture)},
                  {"class", std::move(kind)},
                  {"memory_gib", std::move(memory)},
                  {"memory_bandwidth_gbs", std::move(bandwidth)},
                  {"fp32_tflops", std::move(fp32)},
                  {"fp16_tflops", half},
                  {"bf16_tflops", std::move(half)},
                  {"tdp_w", std::move(watts)},
                  {"interconnect", "none"},
                  {"pcie_gen", "4"},
                  {"cuda_compute_capability", std::move(capability)}};
  };
  return {
      card("rtx4080-16gb", "Ada Lovelace", "16", "716.8", "48.7", "97.5", "320", "8.9", "consumer"),
      card("rtx4070ti-12gb",
           "Ada Lovelace",
           "12",
           "504.2",
           "40.1",
           "80.2",
           "285",
           "8.9",
           "consumer"),
      card("rtx-pro-6000-maxq-96gb",
           "Blackwell (GB202)",
           "96",
           "1792",
           "109.7",
           "438.9",
           "300",
           "12.0",
           "workstation"),
      card("v100s-pcie-32gb", "Volta", "32", "1134", "16.4", "130", "250", "7.0", "datacenter")};
}

void set_rate(Accelerator& chip, const Record& row, NumberFormat format, std::string_view column) {
  FormatRate& rate = chip.rates[static_cast<std::size_t>(format)];
  const double tflops = number(row, column);
  if (tflops > 0)
    rate.dense = core::tflops(tflops);
  else
    rate.unsupported = text(row, "vendor") == "NVIDIA";
}

LinkKind link_kind(const std::string& word) {
  if (word.empty() || word == "none")
    return LinkKind::none;
  if (contains(word, "bridge"))
    return LinkKind::nvlink_bridge;
  if (starts_with(word, "NVLink"))
    return LinkKind::nvlink;
  if (starts_with(word, "XGMI"))
    return LinkKind::infinity_fabric;
  return starts_with(word, "Neuron") ? LinkKind::neuronlink : LinkKind::other;
}

Accelerator accelerator(const Record& row) {
  Accelerator chip;
  chip.name = text(row, "id");
  chip.memory_type = text(row, "memory_type");
  chip.vendor = text(row, "vendor");
  chip.device_class = text(row, "class");
  chip.generation = generation_of(row);
  chip.memory = core::gib(number(row, "memory_gib"));
  chip.memory_bandwidth = core::gb_per_s(number(row, "memory_bandwidth_gbs"));
  set_rate(chip, row, NumberFormat::fp32, "fp32_tflops");
  set_rate(chip, row, NumberFormat::tf32, "tf32_tflops");
  set_rate(chip, row, NumberFormat::fp16, "fp16_tflops");
  set_rate(chip, row, NumberFormat::bf16, "bf16_tflops");
  set_rate(chip, row, NumberFormat::fp8, "fp8_tflops");
  set_rate(chip, row, NumberFormat::fp4, "fp4_tflops");
  set_rate(chip, row, NumberFormat::int8, "int8_tops");
  chip.link.kind = link_kind(text(row, "interconnect"));
  chip.link.bidirectional = core::gb_per_s(number(row, "interconnect_gbs_bidir_per_gpu"));
  chip.link.domain_devices = starts_with(text(row, "id"), "gb") ? 72 : 16;
  if (const double generation = number(row, "pcie_gen"); generation > 0)
    chip.pcie_generation = static_cast<std::int32_t>(generation);
  if (const double watts = number(row, "tdp_w"); watts > 0)
    chip.power_w = watts;
  if (const double capability = number(row, "cuda_compute_capability"); capability > 0)
    chip.compute_capability = capability;
  return chip;
}

} // namespace

Hardware::Hardware(const std::string& facts) : rows_(read_records(facts + "/accelerators.csv")) {
  for (Record& card : further_cards())
    rows_.push_back(std::move(card));
  for (const Record& row : rows_)
    chips_.emplace(text(row, "id"), accelerator(row));
}

const Accelerator* Hardware::find(const std::string& id) const {
  const auto found = chips_.find(id);
  return found == chips_.end() ? nullptr : &found->second;
}

catalog::Shape Hardware::shape(const Accelerator& chip, int devices) {
  catalog::Shape shape;
  shape.devices = {devices, 1};
  shape.links = chip.link.kind;
  shape.link_bidirectional = chip.link.bidirectional;
  shape.link_domain_devices = chip.link.domain_devices;
  return shape;
}

} // namespace gpuplan::validation
