#pragma once

#include "support/tiny_catalog.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace gpuplan::test {

/// A chip of an invented world, wired like a data-centre chip of the generation it is said to be
/// of, so that the shipped calibration has a word on it.
struct WorldChip {
  std::string id = "kite-80gb";
  std::string generation = "hopper";
  double memory_gib = 80;
  double bandwidth_gb_s = 3000;
  double tflops = 900; ///< in 16 bits; 1/15 of it in fp32
  std::string fp8 = "1800";
  std::string bf16 = "yes"; ///< or `unsupported`
  std::string ecc = "yes";
};

/// A size that a provider sells. Empty texts are left out, and so are not known.
struct WorldMachine {
  std::string provider = "alba";
  std::string type = "kite.8";
  std::string chip = "kite-80gb";
  std::string devices = "8";
  std::string network_gbps = "400";
  std::string links = "nvswitch";
  std::string vcpus = "96";
  std::string host_memory_gib = "1024";
  std::string local_nvme_gib;
  std::string host_tier = "cloud";
  std::string same_as;
  std::string cpu_arch = "x86_64";
};

/// A row of prices.
struct WorldPrice {
  std::string provider = "alba";
  std::string type = "kite.8";
  std::string region = "east-1";
  std::string option = "on-demand";
  std::string hourly = "20";
  std::string currency = "USD";
  std::string as_of = "2026-11-01";
  std::string as_of_kind = "exact";
  std::string term;
  std::string payment;
  std::string upfront;
  std::string zone;
  std::string note;
};

struct WorldRegion {
  std::string provider = "alba";
  std::string name = "east-1";
  std::string country_code = "US"; ///< empty: not known
  std::string groups = "us";
  std::string kind = "region";
};

/// A small market in memory: chips, sizes, prices and places that are invented, over the defaults,
/// rules, calibration and models that are shipped. Providers follow from the rows.
struct World {
  std::vector<WorldChip> chips;
  std::vector<WorldRegion> regions;
  std::vector<WorldMachine> machines;
  std::vector<WorldPrice> prices;
  std::map<std::string, std::string> more; ///< further files: path below the folder, bytes
};

/// What every world shares, read once from the shipped sources: no provider, no chip.
inline const catalog::Catalog& shipped_knowledge() {
  static const auto knowledge = [] {
    core::DiagnosticSink sink;
    source::DiskReader files;
    std::vector<std::string> paths;
    for (const auto* name : {"calibration.yaml",
                             "defaults.yaml",
                             "rules",
                             "compatibility.yaml",
                             "currencies.yaml",
                             "places.yaml",
                             "models"}) {
      paths.push_back(std::string{GPUPLAN_CATALOGS_DIR "/"} + name);
    }
    auto loaded = catalog::load_sources(paths, files, sink);
    INFO(rendered(sink));
    REQUIRE(loaded.has_value());
    return std::move(*loaded);
  }();
  return knowledge;
}

inline std::string chip_yaml(const WorldChip& chip) {
  const auto half = chip.bf16 == "unsupported" ? chip.bf16 : fmt::format("{}", chip.tflops);
  return fmt::format("  - id: {}\n    vendor: NVIDIA\n    name: {}\n    generation: {}\n"
                     "    class: datacenter\n    year: 2022\n    memory_gib: {}\n"
                     "    memory_usable_gib: {:.4f}\n    memory_bandwidth_gb_s: {}\n"
                     "    ecc: \"{}\"\n"
                     "    tflops: {{fp32: {:.4f}, tf32: {:.4f}, fp16: {}, bf16: {}, fp8: {}}}\n"
                     "    link: {{kind: nvlink, gb_s_bidirectional: 900, domain_devices: 8}}\n"
                     "    pcie: {{generation: 5, lanes: 16}}\n    power_w: 700\n"
                     "    compute_capability: \"9.0\"\n    sources: [invented]\n",
                     chip.id,
                     chip.id,
                     chip.generation,
                     chip.memory_gib,
                     chip.memory_gib * 0.985,
                     chip.bandwidth_gb_s,
                     chip.ecc,
                     chip.tflops / 15,
                     chip.tflops / 2,
                     chip.tflops,
                     half,
                     chip.fp8);
}

inline std::string machine_yaml(const WorldMachine& machine) {
  std::string text = fmt::format("  - type: {}\n", machine.type);
  const auto line = [&](std::string_view key, const std::string& value) {
    if (!value.empty())
      text += fmt::format("    {}: {}\n", key, value);
  };
  line("same_as", machine.same_as);
  line("accelerator", machine.chip);
  line("devices", machine.devices);
  line("vcpus", machine.vcpus);
  line("host_memory_gib", machine.host_memory_gib);
  line("local_nvme_gib", machine.local_nvme_gib);
  line("network_gbps", machine.network_gbps);
  line("rdma", "none");
  line("links", machine.links);
  line("cpu_arch", machine.cpu_arch);
  line("host_tier", machine.host_tier);
  line("source", "invented");
  return text;
}

inline std::string price_row(const WorldPrice& price) {
  return fmt::format("{},{},{},,{},{},{},{},{},instance-hour,{},{},{},region,invented,{}\n",
                     price.type,
                     price.region,
                     price.zone,
                     price.option,
                     price.term,
                     price.payment,
                     price.hourly,
                     price.upfront,
                     price.currency,
                     price.as_of,
                     price.as_of_kind,
                     price.note);
}

/// The world as source files below `world/`.
inline std::map<std::string, std::string> files_of(const World& world) {
  std::map<std::string, std::string> files;
  auto& chips = files["world/accelerators/chips.yaml"];
  chips = "accelerators:\n";
  for (const auto& chip : world.chips)
    chips += chip_yaml(chip);
  auto& regions = files["world/regions.yaml"];
  regions = "regions:\n";
  for (const auto& region : world.regions) {
    regions += fmt::format("  - {{provider: {}, region: {}, kind: {}, {}groups: [{}], "
                           "source: invented}}\n",
                           region.provider,
                           region.name,
                           region.kind,
                           region.country_code.empty()
                               ? std::string{}
                               : "country: somewhere, country_code: " + region.country_code + ", ",
                           region.groups);
  }
  for (const auto& machine : world.machines) {
    const auto folder = "world/providers/" + machine.provider;
    files[folder + "/provider.yaml"] =
        fmt::format("provider: {0}\nname: {0}\nhost_tier: cloud\ncurrency: USD\n"
                    "billing_increment_s: 1\nminimum_s: 60\nsource: invented\n",
                    machine.provider);
    auto& list = files[folder + "/instances.yaml"];
    list += (list.empty() ? "instances:\n" : "") + machine_yaml(machine);
  }
  for (const auto& price : world.prices) {
    auto& table = files["world/providers/" + price.provider + "/prices.csv"];
    if (table.empty()) {
      table = "instance_type,region,zone,tier,option,term,payment,price_hourly,upfront,unit,"
              "currency,as_of,as_of_kind,basis,source,note\n";
    }
    table += price_row(price);
  }
  for (const auto& [path, bytes] : world.more)
    files["world/" + path] = bytes;
  return files;
}

inline catalog::Catalog catalog_of(const World& world) {
  Files files(files_of(world));
  const std::vector<std::string> overlays{"world"};
  auto built = catalog::load_over(shipped_knowledge(), overlays, files.reader, files.sink);
  INFO(rendered(files.sink));
  REQUIRE(built.has_value());
  return std::move(*built);
}

} // namespace gpuplan::test
