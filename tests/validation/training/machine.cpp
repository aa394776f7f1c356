#include "validation/training/machine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <regex>

namespace gpuplan::validation {

namespace {

using catalog::LinkKind;
using catalog::NumberFormat;
using test::CsvRow;

/// Cards without a row in the table of chips: GB/s, TFLOP/s fp32, tf32, 16-bit, GiB, PCIe, class.
struct DataSheet {
  const char* id;
  double bandwidth, fp32, tf32, half, memory;
  const char *pcie, *device_class;
};

constexpr std::array<DataSheet, 12> k_data_sheets{{
    {"rtx3070-8gb", 448, 20.3, 20.3, 40.6, 8, "4", "consumer"},
    {"rtx3080-10gb", 760, 29.8, 29.8, 59.5, 10, "4", "consumer"},
    {"quadro-rtx5000", 448, 11.2, 0, 89.2, 16, "3", "workstation"},
    {"rtxa4500", 640, 23.7, 47.3, 94.6, 20, "4", "workstation"},
    {"rtxa5500", 768, 34.1, 68.2, 136.4, 24, "4", "workstation"},
    {"gtx1080ti-11gb", 484, 11.3, 0, 11.3, 11, "3", "consumer"},
    {"titan-rtx-24gb", 672, 16.3, 0, 130.5, 24, "3", "consumer"},
    {"rx-7900-xtx", 960, 61.4, 0, 122.8, 24, "4", "consumer"},
    {"ipu-gc200", 47500, 62.5, 0, 250, 0.9, "4", "ai-accelerator"},
    {"ipu-bow", 65000, 87.5, 0, 350, 0.9, "4", "ai-accelerator"},
    {"ascend-910", 1200, 0, 0, 256, 32, "4", "ai-accelerator"},
    {"gh200-96gb", 4000, 66.9, 494.7, 989.4, 96, "5", "datacenter"},
}};

std::string plain(double value) {
  return value > 0 ? std::to_string(value) : std::string();
}

CsvRow row_of(const DataSheet& sheet) {
  return {{"id", sheet.id},
          {"memory_bandwidth_gbs", plain(sheet.bandwidth)},
          {"fp32_tflops", plain(sheet.fp32)},
          {"tf32_tflops", plain(sheet.tf32)},
          {"fp16_tflops", plain(sheet.half)},
          {"bf16_tflops", plain(sheet.half)},
          {"memory_gib", plain(sheet.memory)},
          {"pcie_gen", sheet.pcie},
          {"class", sheet.device_class},
          {"interconnect", "none"}};
}

LinkKind link_kind(const std::string& interconnect) {
  if (interconnect == "none" || interconnect.empty())
    return LinkKind::none;
  if (contains(interconnect, "bridge"))
    return LinkKind::nvlink_bridge;
  if (contains(interconnect, "NVLink"))
    return LinkKind::nvlink;
  if (contains(interconnect, "ICI"))
    return LinkKind::ici;
  return LinkKind::other;
}

/// Ids under which the calibration knows a chip.
std::string calibration_name(const std::string& id) {
  static const std::map<std::string, std::string> names{
      {"quadro-rtx5000", "quadro-rtx5000-16gb"},
      {"rtx3070-8gb", "rtx3070"},
      {"rtxpro6000-workstation", "rtxpro6000-server"}};
  const auto at = names.find(id);
  return at == names.end() ? id : at->second;
}

void set_rates(catalog::Accelerator& chip, const CsvRow& row) {
  const auto set = [&](NumberFormat format, const char* column) {
    if (const double tera = number(row, column); tera > 0)
      chip.rates[static_cast<std::size_t>(format)].dense = core::tflops(tera);
  };
  set(NumberFormat::fp32, "fp32_tflops");
  set(NumberFormat::tf32, "tf32_tflops");
  set(NumberFormat::fp16, "fp16_tflops");
  set(NumberFormat::bf16, "bf16_tflops");
  set(NumberFormat::fp8, "fp8_tflops");
  set(NumberFormat::fp4, "fp4_tflops");
  set(NumberFormat::int8, "int8_tops");
}

/// Gbit/s of the compute cards of a host as the run states them; 0 where it does not.
double stated_network(const std::string& network) {
  std::smatch match;
  static const std::regex per_node(R"((\d+)Gbps-(roce-)?per-node)");
  static const std::regex bundle(R"(^(\d+)x(\d+)Gbps)");
  static const std::regex plain_rate(R"(^(\d+)Gbps)");
  static const std::regex cards(R"((\d+) ?x.*?(\d+) ?Gb)");
  if (network == "gcp-a3-high")
    return 800;
  if (std::regex_search(network, match, bundle))
    return std::stod(match[1]) * std::stod(match[2]);
  if (std::regex_search(network, match, per_node) || std::regex_search(network, match, plain_rate))
    return std::stod(match[1]);
  double best = 0;
  std::stringstream parts(network);
  for (std::string part; std::getline(parts, part, ';');) {
    const bool aside =
        (contains(part, "torage") || contains(part, "anagement")) && !contains(part, "ompute");
    if (!aside && std::regex_search(part, match, cards))
      best = std::max(best, std::stod(match[1]) * std::stod(match[2]));
  }
  return best;
}

/// What a host of that chip usually has, where the run does not say.
double usual_network(const std::string& id, LinkKind links) {
  static const std::map<std::string, double> usual{{"a100-sxm4-80gb", 1600},
                                                   {"a100-sxm4-40gb", 1600},
                                                   {"h100-sxm5-80gb", 3200},
                                                   {"h200-sxm5-141gb", 3200},
                                                   {"b200", 3200},
                                                   {"b300", 6400},
                                                   {"gb200", 1600},
                                                   {"gb300", 3200},
                                                   {"v100-sxm3-32gb", 800},
                                                   {"mi300x", 3200},
                                                   {"mi325x", 3200},
                                                   {"gaudi2", 800},
                                                   {"gaudi-hl205", 800}};
  const auto at = usual.find(id);
  if (at != usual.end())
    return at->second;
  return links == LinkKind::ici ? 100 : 100;
}

std::int32_t domain_of(const std::string& id, LinkKind links, std::int32_t per_host) {
  if (links == LinkKind::ici)
    return id == "tpu-v5e" || id == "tpu-v6e" ? 256 : 4096;
  if (id == "gb200" || id == "gb300")
    return 72;
  return id == "v100-sxm3-32gb" ? 16 : per_host;
}

} // namespace

double number(const CsvRow& row, const std::string& column) {
  const auto at = row.find(column);
  return at == row.end() || at->second.empty() ? 0 : std::strtod(at->second.c_str(), nullptr);
}

const std::string& text(const CsvRow& row, const std::string& column) {
  static const std::string none;
  const auto at = row.find(column);
  return at == row.end() ? none : at->second;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Chips read_chips(const std::string& facts) {
  Chips chips;
  for (const DataSheet& sheet : k_data_sheets)
    chips[sheet.id] = row_of(sheet);
  for (auto& row : test::read_csv(facts + "/accelerators.csv"))
    chips[row["id"]] = row;
  CsvRow variant = chips["h100-sxm5-80gb"];
  variant["memory_bandwidth_gbs"] = "2400";
  variant["memory_gib"] = "96";
  variant["id"] = "h100-sxm5-96gb";
  chips["h100-sxm5-96gb"] = variant;
  chips["gaudi-hl205"]["bf16_tflops"] = "116";
  for (auto& [id, row] : chips)
    row["name"] = calibration_name(id);
  return chips;
}

std::optional<Machine> machine_of(const CsvRow& run, const Chips& chips) {
  const std::string& id = text(run, "accelerator_id");
  const auto found = chips.find(id);
  if (found == chips.end())
    return std::nullopt;
  const CsvRow& row = found->second;
  Machine machine;
  const double stated = number(run, "accelerator_count");
  machine.devices = stated > 0 ? stated : text(run, "measured_metric") == "gpu_hours" ? 1024 : 1;
  machine.memory_gib = number(row, "memory_gib");

  auto& chip = machine.chip;
  chip.name = text(row, "name");
  chip.vendor = text(row, "vendor");
  chip.device_class = text(row, "class");
  chip.memory_bandwidth = core::gb_per_s(number(row, "memory_bandwidth_gbs"));
  set_rates(chip, row);
  const double pcie = number(row, "pcie_gen");
  chip.pcie_generation = static_cast<std::int32_t>(pcie > 0 ? pcie : 4);
  const LinkKind links = link_kind(text(row, "interconnect"));
  if (links != LinkKind::none)
    chip.link.bidirectional = core::gb_per_s(number(row, "interconnect_gbs_bidir_per_gpu"));

  auto& shape = machine.shape;
  const double per_node = number(run, "gpus_per_node");
  double host = per_node > 0 ? per_node : std::min(machine.devices, 8.0);
  double hosts = 1;
  double instance = host;
  if (links == LinkKind::ici) {
    host = std::min(4.0, machine.devices);
    instance = std::min<double>(machine.devices, domain_of(id, links, 4));
    if (contains(text(run, "network"), "ici-in-slice") && number(run, "nodes") > 0)
      instance = machine.devices / number(run, "nodes");
    hosts = std::max(1.0, instance / host);
  }
  shape.links = links;
  shape.devices.numerator = static_cast<std::int32_t>(instance);
  shape.hosts = static_cast<std::int32_t>(hosts);
  shape.link_domain_devices = domain_of(id, links, static_cast<std::int32_t>(host));
  const double network = stated_network(text(run, "network"));
  shape.network = core::gbit_per_s(network > 0 ? network : usual_network(id, links));
  machine.nodes = static_cast<std::int32_t>(std::ceil(machine.devices / instance));
  return machine;
}

} // namespace gpuplan::validation
