#pragma once

#include "support/calibration.hpp"
#include "workload/demand/demand.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::test {

/// A job of a dense decoder in plain numbers.
struct ReferenceJob {
  double layers = 24, hidden = 2048, ffn = 8192, heads = 16, kv_heads = 16, head_dim = 128;
  double vocab = 50000, weights = 0, parameters = 0, sequence = 4096;
  double tensor = 1, pipeline = 1, chunks = 1, context = 1, data = 1;
  double samples = 1, micro_batches = 1;
  bool recompute = false, gathers = false, shards = false, frozen = false;
  double trainable = 0; ///< parameters
};

/// A chip and its links in plain numbers.
struct ReferenceChip {
  double peak = 1e15, bandwidth = 3e12, chip_factor = 1;
  double domain = 8, link = 450e9, network = 50e9; ///< one way, nominal, a device
};

/// The step of a decoder in bf16 with fused attention, written down once more and straight, without
/// preparing anything: the second route that the factored form must agree with.
inline double reference_step(const Coefficients& all,
                             const std::string& stack,
                             const ReferenceJob& j,
                             const ReferenceChip& m) {
  const auto c = [&](const std::string& key) { return all.at("training." + key); };
  const auto s = [&](const std::string& key) { return c("stack." + stack + "." + key); };
  const double passes = j.frozen ? 2 : 3, again = j.recompute ? 1 : 0;
  const double tp = j.tensor * j.pipeline, stage = j.layers / j.pipeline;
  const double tokens = j.samples * j.sequence / j.context;
  const double products = 2 * tokens * j.weights * (passes + again) / tp;
  const double head = 6 * tokens * j.vocab * j.hidden / tp;
  const double attention =
      4 * tokens * j.sequence * j.heads * j.head_dim * stage / j.tensor / 2 * (3.5 + again);
  const double activations = tokens * stage * 2 *
                                 (10 * j.hidden / j.tensor + 4 * j.ffn / j.tensor) *
                                 (passes + again) / 3 +
                             tokens * j.vocab * 8 / tp;
  const double traffic = c("traffic.activations") * activations +
                         c("traffic.weights") * j.weights / tp * 2 * (passes + again);
  const double bandwidth = c("efficiency.memory_bandwidth") * m.bandwidth;
  const double kernels = ((products + head) / (c("efficiency.bf16") * m.peak) +
                          attention / (c("efficiency.attention.fused") * s("attention") * m.peak) +
                          traffic / bandwidth) /
                         (m.chip_factor * s("speed"));
  const double least = (2 * tokens * j.weights * passes / tp + head) / m.peak;
  const double launch = s("launch_ms") / 1000 * (stage * (passes + again) / 3 + 2);
  const auto cubic = [](double a, double b) { return std::pow(a * a * a + b * b * b, 1.0 / 3); };
  double micro = cubic(std::max(kernels, least), launch);

  const double link = m.link * c("link.fast"), network = m.network * c("link.network");
  const double latency = c("link.latency_us") * 1e-6;
  const double rounds = 4 + 2 * again;
  if (j.tensor > 1) {
    const double count = stage * rounds + 4 / j.pipeline;
    const double bytes = 2 * (j.tensor - 1) / j.tensor * tokens * j.hidden * 2;
    micro += c("exposed.tensor") *
             (count * bytes / (j.tensor > m.domain ? network : link) + count * latency);
  }
  if (j.context > 1)
    micro += c("exposed.context") * stage * 6 * tokens * j.kv_heads * j.head_dim * 2 *
             (j.context - 1) / std::min(j.tensor, j.kv_heads) /
             (j.tensor * j.context > m.domain ? network : link);
  const double ranks = j.data * j.context;
  const double devices = ranks * tp;
  if (j.pipeline > 1)
    micro += c("exposed.pipeline") * 2 * tokens * j.hidden * 2 * j.chunks / j.tensor /
             (devices > m.domain ? network : link);

  const double within = std::clamp(std::floor(m.domain / j.tensor), 1.0, ranks);
  const double domains = std::ceil(ranks / within);
  const double hop = latency + c("link.network_latency_us") * 1e-6 * std::log2(domains);
  const auto ring = [&](double bytes) {
    return bytes * ((domains - 1) / domains / (network * within) + (within - 1) / within / link) +
           3 * stage * hop;
  };
  double reduction = 0;
  if (ranks > 1 && j.gathers) {
    const double gather = ring(2 * j.parameters / tp * passes);
    micro = cubic(micro, gather) + c("exposed.sharding") * gather;
  } else if (ranks > 1) {
    const double reduce = ring(2 * 2 * j.trainable / tp);
    const double behind = c("exposed.backward_share") * micro;
    reduction = cubic(behind, reduce) - behind + 0.5 * c("exposed.gradient") * reduce;
  }
  const double optimizer = c("optimizer.traffic") * c("optimizer.bytes") * j.trainable / tp /
                           (j.gathers || j.shards ? ranks : 1) / bandwidth;
  const double bubble = (j.pipeline - 1) / (j.chunks * j.micro_batches);
  return (1 + c("straggler.all") * std::log2(devices)) *
         (j.micro_batches * (1 + bubble) * micro + reduction + optimizer + s("fixed_ms") / 1000);
}

} // namespace gpuplan::test
