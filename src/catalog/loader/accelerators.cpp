#include "catalog/loader/kinds.hpp"
#include "catalog/loader/row.hpp"
#include "catalog/words.hpp"

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_classes{"datacenter"sv,
                               "workstation"sv,
                               "consumer"sv,
                               "edge"sv,
                               "ai-accelerator"sv};

/// What calibration falls back on; a word outside the list would silently fall back on nothing.
constexpr std::array k_generations{"kepler"sv,
                                   "maxwell"sv,
                                   "pascal"sv,
                                   "volta"sv,
                                   "turing"sv,
                                   "ampere-datacenter"sv,
                                   "ampere-graphics"sv,
                                   "ada"sv,
                                   "hopper"sv,
                                   "hopper-export"sv,
                                   "blackwell"sv,
                                   "blackwell-graphics"sv,
                                   "gcn"sv,
                                   "rdna"sv,
                                   "cdna1"sv,
                                   "cdna2"sv,
                                   "cdna3"sv,
                                   "cdna4"sv,
                                   "gaudi"sv,
                                   "tpu"sv,
                                   "neuron-v1"sv,
                                   "neuron-v2"sv,
                                   "neuron-v3"sv,
                                   "neuron-v4"sv,
                                   "ascend"sv,
                                   "dcu"sv,
                                   "mlu"sv,
                                   "kunlun"sv,
                                   "ai100"sv,
                                   "ipu"sv};

/// The words for links, with the kind each is planned as.
constexpr std::array k_links{"none"sv,
                             "nvlink"sv,
                             "nvlink-bridge"sv,
                             "xgmi"sv,
                             "roce"sv,
                             "ici"sv,
                             "neuronlink"sv,
                             "hccs"sv,
                             "ub"sv,
                             "mlu-link"sv};
constexpr std::array k_link_kinds{LinkKind::none,
                                  LinkKind::nvlink,
                                  LinkKind::nvlink_bridge,
                                  LinkKind::infinity_fabric,
                                  LinkKind::roce,
                                  LinkKind::ici,
                                  LinkKind::neuronlink,
                                  LinkKind::other,
                                  LinkKind::other,
                                  LinkKind::other};

constexpr std::int32_t k_most_linked = 1'000'000;

/// `312`, `unsupported`, or absent.
FormatRate read_rate(Row& row, std::string_view key) {
  const auto* node = row.fields().mapping().find(key);
  if (node != nullptr && node->is_scalar() && node->text == "unsupported") {
    row.fields().take(key);
    return {.unsupported = true, .dense = {}};
  }
  return {.unsupported = false, .dense = row.number(key).transform(core::tflops)};
}

void read_rates(Row& row, Accelerator& chip) {
  if (auto rates = row.nested("tflops", "the rates of a chip")) {
    for (const auto format : {NumberFormat::fp64,
                              NumberFormat::fp32,
                              NumberFormat::tf32,
                              NumberFormat::fp16,
                              NumberFormat::bf16,
                              NumberFormat::fp8,
                              NumberFormat::fp4}) {
      chip.rates[static_cast<std::size_t>(format)] = read_rate(*rates, to_string(format));
    }
    rates->finish();
  }
  chip.rates[static_cast<std::size_t>(NumberFormat::int8)] = read_rate(row, "int8_tops");
}

void read_link(Row& row, Accelerator& chip) {
  auto link = row.nested("link", "the link of a chip");
  if (!link)
    return;
  const auto kind = link->fields().choice("kind", k_links);
  chip.link.kind = kind ? k_link_kinds[*kind] : LinkKind::none;
  chip.link_version = link->text("version");
  chip.link.bidirectional = link->number("gb_s_bidirectional").transform(core::gb_per_s);
  const auto domain = link->fields().whole("domain_devices", 1, k_most_linked);
  chip.link.domain_devices = static_cast<std::int32_t>(domain.value_or(1));
  link->finish();
}

core::Known<std::int32_t> small(std::optional<std::int64_t> value) {
  if (!value)
    return {};
  return static_cast<std::int32_t>(*value);
}

void read_host_bus_and_software(Row& row, Accelerator& chip) {
  if (auto pcie = row.nested("pcie", "the PCIe bus of a chip")) {
    chip.pcie_generation = small(pcie->fields().whole("generation", 1, 16));
    chip.pcie_lanes = small(pcie->fields().whole("lanes", 1, 64));
    pcie->finish();
  }
  if (auto cuda = row.nested("cuda", "the CUDA range of a chip")) {
    chip.min_cuda = cuda->text("min");
    chip.last_cuda = cuda->text("last");
    cuda->finish();
  }
  chip.min_driver = row.text("min_driver");
  chip.min_rocm = row.text("min_rocm");
  const auto capability = row.text("compute_capability");
  if (const auto number = source::parse_number(capability))
    chip.compute_capability = *number;
  else if (!capability.empty())
    row.fault("compute_capability",
              "CAT011",
              "met " + std::string{capability} + " for compute_capability, expected \"9.0\"",
              "");
}

void read_mig_profiles(Row& row, Accelerator& chip) {
  chip.mig_max_instances = small(row.fields().whole("mig_max_instances", 1, 64));
  const auto* list = row.fields().take("mig");
  if (list == nullptr)
    return;
  read_rows(
      row.fields().document(),
      *list,
      "a MIG profile",
      row.drafts(),
      row.fields().sink(),
      [&](Row& profile) {
        chip.mig_profiles.push_back(
            {.name = profile.required_text("profile"),
             .memory_gb = profile.positive("memory_gb").value_or(0),
             .fraction = profile.number("fraction", 0, 1).value_or(0),
             .max_instances = small(profile.fields().whole("max_instances", 1, 64)).value_or(0),
             .compute_slices = profile.text("compute_slices"),
             .source = profile.text("source")});
      });
}

Accelerator read_accelerator(Row& row) {
  Accelerator chip{.name = row.required_text("id"),
                   .display_name = row.required_text("name"),
                   .vendor = row.required_text("vendor"),
                   .architecture = row.text("architecture"),
                   .aliases = row.texts("aliases")};
  if (const auto generation = row.fields().choice("generation", k_generations))
    chip.generation = k_generations[*generation];
  if (const auto device_class = row.fields().choice("class", k_classes))
    chip.device_class = k_classes[*device_class];
  chip.year = small(row.fields().whole("year", 1990, 2100)).value_or(0);
  chip.memory = row.positive("memory_gib").transform(core::gib);
  chip.memory_usable = row.positive("memory_usable_gib").transform(core::gib);
  chip.memory_usable_source = row.text("memory_usable_source");
  chip.memory_type = row.text("memory_type");
  chip.memory_bandwidth = row.positive("memory_bandwidth_gb_s").transform(core::gb_per_s);
  // "yes" and "no" are quoted in the file, since YAML would read them as something else.
  if (const auto ecc = row.fields().choice("ecc", std::span{k_ecc_words}.subspan(1)))
    chip.ecc = static_cast<EccSupport>(*ecc + 1);
  read_rates(row, chip);
  chip.form_factor = row.text("form_factor");
  read_link(row, chip);
  read_host_bus_and_software(row, chip);
  chip.power_w = row.positive("power_w");
  read_mig_profiles(row, chip);
  chip.sources = row.texts("sources");
  chip.note = row.text("note");
  chip.source_file = row.file();
  chip.source_line = row.line();
  return chip;
}

} // namespace

void load_accelerators(const source::Document& document,
                       const source::Node& list,
                       Drafts& drafts,
                       core::DiagnosticSink& sink) {
  read_rows(document, list, "an accelerator", drafts, sink, [&](Row& row) {
    const auto chip = read_accelerator(row);
    if (chip.memory.known() && chip.memory_usable.known() && *chip.memory < *chip.memory_usable)
      row.fault("memory_usable_gib",
                "CAT012",
                "met more usable than nominal memory for " + std::string{chip.name},
                "memory_gib is the vendor's number, memory_usable_gib what a process can allocate");
    drafts.accelerators.push_back({.record = chip, .origin = row.origin()});
  });
}

} // namespace gpuplan::catalog
