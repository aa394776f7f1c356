#include "sizing/sample_memory.hpp"

#include <algorithm>

namespace gpuplan::sizing {

double activation_elements(const workload::Architecture& model, const MemoryCoefficients& c) {
  if (model.sample.activation_elements > 0)
    return model.sample.activation_elements;
  constexpr double k_giga = 1e9;
  return model.sample.flops_forward / k_giga * c.elements_per_gflop;
}

LiveBytes SampleMemory::live_bytes(const workload::Layout& layout) const {
  const auto devices = static_cast<double>(layout.devices());
  const double samples = layout.micro_batch;
  const auto& bytes = state[static_cast<std::size_t>(layout.sharding)];
  const auto held = sharded(bytes, trained, layout.sharding, devices);
  const auto& line = recomputes(layout) ? *recomputed_step : step;

  LiveBytes live;
  live[MemoryPart::weights] = held.weights + weights + tables / devices;
  live[MemoryPart::gradients] = held.gradients;
  live[MemoryPart::optimizer] = layout.offload_optimizer ? 0 : held.optimizer;
  live[MemoryPart::adapters] = adapters;
  live[MemoryPart::activations] = line.per_sample * samples;
  live[MemoryPart::workspace] = std::max(line.base, before.at(samples) - line.per_sample * samples);
  return live;
}

bool SampleMemory::recomputes(const workload::Layout& layout) const {
  return layout.recompute == workload::Recompute::full && recomputed_step;
}

MemoryEstimate SampleMemory::estimate(const workload::Layout& layout) const {
  return sum_up(live_bytes(layout),
                reserve,
                layout.devices() > 1 ? Devices::several : Devices::one,
                recomputes(layout) ? recomputed_band : band);
}

} // namespace gpuplan::sizing
