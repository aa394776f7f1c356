#pragma once

#include "perf/estimate.hpp"
#include "perf/training.hpp"
#include "support/calibration.hpp"

namespace gpuplan::test {

/// A data-centre chip with round figures: 1 PFLOP/s in 16 bits, 3 TB/s, 900 GB/s of NVLink.
inline catalog::Accelerator round_chip() {
  using catalog::NumberFormat;
  catalog::Accelerator chip;
  chip.name = "round-chip";
  chip.vendor = "NVIDIA";
  chip.generation = "hopper";
  chip.device_class = "datacenter";
  chip.year = 2022;
  chip.memory_bandwidth = core::gb_per_s(3000);
  const auto set = [&chip](NumberFormat format, double tera) {
    chip.rates[static_cast<std::size_t>(format)].dense = core::tflops(tera);
  };
  set(NumberFormat::fp32, 60);
  set(NumberFormat::tf32, 500);
  set(NumberFormat::fp16, 1000);
  set(NumberFormat::bf16, 1000);
  chip.pcie_generation = 5;
  chip.pcie_lanes = 16;
  return chip;
}

/// Eight of them on a board, 400 GB/s of network a host.
inline catalog::Shape round_shape() {
  catalog::Shape shape;
  shape.devices = {8, 1};
  shape.links = catalog::LinkKind::nvlink;
  shape.link_domain_devices = 8;
  shape.link_bidirectional = core::gb_per_s(900);
  shape.network = core::gb_per_s(400);
  return shape;
}

struct Widths {
  std::int64_t layers, hidden, ffn, heads, kv_heads, vocab;
  bool gated;
};

/// A dense decoder whose parameters are its matrices and tables alone.
inline workload::Architecture dense_decoder(const Widths& w) {
  workload::Architecture model;
  model.name = "dense";
  auto& dims = model.dims;
  dims.layers = dims.attention_layers = w.layers;
  dims.hidden = w.hidden;
  dims.ffn = w.ffn;
  dims.heads = w.heads;
  dims.kv_heads = w.kv_heads;
  dims.head_dim = w.hidden / w.heads;
  dims.vocab = w.vocab;
  dims.gated_mlp = w.gated;
  const auto kv_width = dims.kv_heads * dims.head_dim;
  const auto layer =
      2 * w.hidden * w.hidden + 2 * w.hidden * kv_width + (w.gated ? 3 : 2) * w.hidden * w.ffn;
  model.params.embedding = w.vocab * w.hidden;
  model.params.total = model.params.active = w.layers * layer + model.params.embedding;
  return model;
}

/// 24 layers of 2,048, 4,096 tokens a sample, bf16, full training with FSDP.
inline workload::Demand small_decoder() {
  workload::Demand demand;
  demand.model = dense_decoder({24, 2048, 8192, 16, 16, 50000, false});
  demand.stack = workload::Stack::fsdp;
  demand.training.sequence = 4096;
  demand.training.global_batch = 64;
  demand.training.flops_per_unit = 6.0 * static_cast<double>(demand.model.params.total);
  demand.training.units_total = 1e9;
  return demand;
}

inline workload::Demand image_network() {
  workload::Demand demand;
  demand.model.name = "some-cnn";
  demand.model.network = workload::NetworkClass::cnn;
  demand.model.sample.flops_forward = 8e9;
  demand.model.sample.activation_elements = 11e6;
  demand.model.params.total = demand.model.params.active = 25'000'000;
  demand.stack = workload::Stack::framework_amp;
  demand.training.sequence = 1;
  demand.training.flops_per_unit = 24e9;
  return demand;
}

} // namespace gpuplan::test
