// Step times that were published with everything the form needs to know: arXiv:2205.05198, table 5
// (A100 80 GB, eight a node, 8 × 200 Gbit/s InfiniBand, Megatron-LM, unfused attention).

#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"

using namespace gpuplan;
using workload::Recompute;

namespace {

catalog::Accelerator a100() {
  catalog::Accelerator chip;
  chip.name = "a100-sxm4-80gb";
  chip.vendor = "NVIDIA";
  chip.device_class = "datacenter";
  chip.memory_bandwidth = core::gb_per_s(2039);
  chip.rates[static_cast<std::size_t>(catalog::NumberFormat::fp16)].dense = core::tflops(312);
  chip.pcie_generation = 4;
  return chip;
}

catalog::Shape dgx_a100() {
  catalog::Shape shape;
  shape.devices = {8, 1};
  shape.links = catalog::LinkKind::nvlink;
  shape.link_domain_devices = 8;
  shape.link_bidirectional = core::gb_per_s(600);
  shape.network = core::gbit_per_s(1600);
  return shape;
}

struct Run {
  const char* name;
  std::int64_t layers, hidden, heads;
  std::int32_t pipeline, chunks, micro_batch, accumulation;
  Recompute recompute;
  double seconds; ///< published
};

} // namespace

TEST_CASE("Megatron's published step times are met within 5 %", "[perf][training][published]") {
  const auto run = GENERATE(Run{"22B", 48, 6144, 64, 1, 1, 4, 1, Recompute::full, 1.42},
                            Run{"22B", 48, 6144, 64, 1, 1, 4, 1, Recompute::selective, 1.10},
                            Run{"175B", 96, 12288, 96, 8, 3, 1, 64, Recompute::full, 18.13},
                            Run{"530B", 105, 20480, 128, 35, 3, 1, 280, Recompute::full, 49.05},
                            Run{"1T", 128, 25600, 160, 64, 1, 1, 512, Recompute::selective, 71.49});
  workload::Demand demand;
  demand.model = test::dense_decoder(
      {run.layers, run.hidden, 4 * run.hidden, run.heads, run.heads, 51200, false});
  demand.stack = workload::Stack::megatron;
  demand.training.compute = catalog::NumberFormat::fp16;
  demand.training.sequence = 2048;
  demand.training.fused_attention = false;
  workload::Layout layout;
  layout.tensor = 8;
  layout.pipeline = run.pipeline;
  layout.virtual_stages = run.chunks;
  layout.micro_batch = run.micro_batch;
  layout.accumulation = run.accumulation;
  layout.recompute = run.recompute;
  // The runs with full recomputation are those without sequence parallelism.
  layout.sequence_parallel = run.recompute == Recompute::selective;
  const auto chip = a100();
  const auto shape = dgx_a100();
  const perf::Topology topology{.accelerator = &chip, .shape = &shape, .nodes = run.pipeline};
  const auto estimate = test::training_model().estimate(demand, layout, topology);
  REQUIRE(estimate);
  CAPTURE(run.name, estimate->step.count(), run.seconds);
  CHECK(estimate->step.count() == Approx(run.seconds).epsilon(0.05));
  CHECK(estimate->chip_measured);
}
