#pragma once

#include "support/planned.hpp"

#include <array>
#include <random>

namespace gpuplan::test {

/// Draws markets and jobs from a fixed seed, the same on every machine.
class Draw {
public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  /// From 0 to `count` - 1. The standard distributions differ from library to library.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  std::int64_t whole(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }

  bool one_in(std::size_t count) { return below(count) == 0; }

  template <class T, std::size_t N>
  const T& of(const std::array<T, N>& choices) {
    return choices[below(N)];
  }

  template <class Rows>
  void shuffle(Rows& rows) {
    for (std::size_t i = rows.size(); i > 1; --i)
      std::swap(rows[i - 1], rows[below(i)]);
  }

  /// A price an hour for a machine: about what its devices are worth, two digits after the point.
  std::string price(std::int64_t devices) {
    const auto cents = whole(40, 400) * std::max<std::int64_t>(1, devices);
    return fmt::format("{}.{:02}", cents / 100, cents % 100);
  }

private:
  std::mt19937_64 random_;
};

using namespace std::string_literals;

inline const std::array k_world_chips{
    WorldChip{.id = "kite-80gb"},
    WorldChip{.id = "finch-24gb",
              .generation = "ampere-graphics",
              .memory_gib = 24,
              .bandwidth_gb_s = 600,
              .tflops = 70,
              .fp8 = "unsupported"},
    WorldChip{.id = "heron-141gb", .memory_gib = 141, .bandwidth_gb_s = 4800, .tflops = 950},
    WorldChip{.id = "robin-40gb",
              .generation = "ampere-datacenter",
              .memory_gib = 40,
              .bandwidth_gb_s = 1500,
              .tflops = 300,
              .fp8 = "unsupported"},
    WorldChip{.id = "raven-16gb",
              .generation = "volta",
              .memory_gib = 16,
              .bandwidth_gb_s = 900,
              .tflops = 120,
              .fp8 = "unsupported",
              .bf16 = "unsupported"},
};

/// A market of a few providers, each with some sizes, regions, terms and dates.
inline World random_world(Draw& draw) {
  const std::array providers{"alba"s, "boreas"s, "cirrus"s, "delta"s};
  const std::array regions{"east-1"s, "west-2"s, "north-1"s};
  const std::array counts{"1"s, "2"s, "4"s, "8"s, "1/2"s};
  const std::array networks{"400"s, "100"s, "25"s, ""s, "3200"s};
  const std::array days{
      "2026-11-01"s, "2026-11-20"s, "2026-09-15"s, "2026-03-01"s, "2025-06-01"s, ""s};
  World world;
  world.chips.assign(k_world_chips.begin(), k_world_chips.end());
  for (const auto& provider : providers) {
    for (const auto& region : regions)
      world.regions.push_back({.provider = provider, .name = region});
    const auto sizes = draw.whole(2, 5);
    for (std::int64_t i = 0; i < sizes; ++i) {
      const auto& chip = draw.of(k_world_chips);
      const auto& devices = draw.of(counts);
      const bool single = devices == "1" || devices == "1/2";
      const WorldMachine machine{.provider = provider,
                                 .type = fmt::format("{}.{}", chip.id, i),
                                 .chip = chip.id,
                                 .devices = devices,
                                 .network_gbps = draw.of(networks),
                                 .links = single ? "none" : (draw.one_in(3) ? "pcie" : "nvswitch"),
                                 .vcpus = draw.one_in(4) ? "" : "64",
                                 .host_tier = draw.one_in(6) ? "community" : "cloud"};
      world.machines.push_back(machine);
      const std::int64_t paid = devices == "1/2" ? 1 : std::stoll(devices);
      for (const auto& region : regions) {
        for (const auto* option : {"on-demand", "spot", "reserved"}) {
          if (draw.one_in(3))
            continue;
          const auto& day = draw.of(days);
          const bool reserved = option == "reserved"s;
          world.prices.push_back({.provider = provider,
                                  .type = machine.type,
                                  .region = region,
                                  .option = option,
                                  .hourly = draw.one_in(15) ? "" : draw.price(paid),
                                  .as_of = day,
                                  .as_of_kind = day.empty()      ? "unknown"
                                                : draw.one_in(5) ? "bound"
                                                                 : "exact",
                                  .term = reserved ? "1y" : "",
                                  .payment = reserved ? "none" : ""});
        }
      }
    }
  }
  return world;
}

/// A job in the words of a workload file.
inline std::string random_job(Draw& draw) {
  const std::array models{
      "llama-3.2-1b"s, "llama-3.1-8b"s, "resnet50"s, "gpt2"s, "bert-base-uncased"s};
  const std::array methods{"full"s, "lora"s, "qlora"s};
  const auto& model = draw.of(models);
  const bool samples = model == "resnet50";
  std::string job = "model: " + model + "\nkind: train\n";
  if (!samples && (model.starts_with("llama")))
    job += "method: " + draw.of(methods) + "\n";
  job += samples ? fmt::format("data: {{samples: {}M}}\n", draw.whole(1, 60))
                 : fmt::format("data: {{tokens: {}M}}\n", draw.whole(20, 3000));
  const std::array batches{8, 32, 64, 256};
  job += fmt::format("batch: {{global: {}}}\n", draw.of(batches));
  std::string constraints;
  if (draw.one_in(3))
    constraints += fmt::format("deadline: {}h", draw.whole(2, 200));
  if (draw.one_in(4))
    constraints +=
        fmt::format("{}budget: {} USD", constraints.empty() ? "" : ", ", draw.whole(20, 2000));
  if (!constraints.empty())
    job += "constraints: {" + constraints + "}\n";
  const std::array objectives{"cost"s, "cost"s, "time"s, "value"s};
  job += "objective: " + draw.of(objectives) + "\n";
  return job;
}

} // namespace gpuplan::test
