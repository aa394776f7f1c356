#include "perf/training_query.hpp"
#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"
#include "unit/perf/training_reference.hpp"

#include <numeric>
#include <random>

using namespace gpuplan;
using perf::TimePart;
using workload::Layout;
using workload::Recompute;
using workload::Sharding;

namespace {

const catalog::Accelerator& chip() {
  static const catalog::Accelerator round = test::round_chip();
  return round;
}

const catalog::Shape& shape() {
  static const catalog::Shape round = test::round_shape();
  return round;
}

perf::Topology on_nodes(std::int32_t nodes) {
  return {.accelerator = &chip(), .shape = &shape(), .nodes = nodes};
}

double part(const perf::TrainingEstimate& estimate, TimePart which) {
  return estimate.parts[static_cast<std::size_t>(which)].count();
}

double sum_of_parts(const perf::TrainingEstimate& estimate) {
  return std::accumulate(estimate.parts.begin(),
                         estimate.parts.end(),
                         0.0,
                         [](double sum, core::Seconds part) { return sum + part.count(); });
}

/// Layouts from a fixed seed, all of them legal for the small decoder.
std::vector<Layout> random_layouts(std::size_t count) {
  std::mt19937 random(20261130);
  const auto pick = [&random](std::initializer_list<std::int32_t> values) {
    return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
  };
  std::vector<Layout> layouts;
  while (layouts.size() < count) {
    Layout layout;
    layout.data = pick({1, 2, 4, 8, 16, 64});
    layout.tensor = pick({1, 2, 4, 8, 16});
    layout.pipeline = pick({1, 1, 2, 4});
    layout.virtual_stages = layout.pipeline > 1 ? pick({1, 2, 3}) : 1;
    layout.context = pick({1, 1, 2, 4});
    layout.micro_batch = pick({1, 2, 8});
    layout.accumulation = pick({1, 4, 32});
    layout.recompute = pick({0, 1}) == 1 ? Recompute::full : Recompute::none;
    layout.sharding = static_cast<Sharding>(pick({0, 1, 2, 3}));
    layouts.push_back(layout);
  }
  return layouts;
}

std::string describe(const Layout& l) {
  std::string text;
  for (const std::int32_t value :
       {l.data, l.tensor, l.pipeline, l.virtual_stages, l.context, l.micro_batch, l.accumulation})
    text += std::to_string(value) + ' ';
  return text + (l.recompute == Recompute::full ? "full " : "none ") +
         std::to_string(static_cast<int>(l.sharding));
}

} // namespace

TEST_CASE("the factored step, the full estimate and the straight formula agree",
          "[perf][training][property]") {
  const auto demand = test::small_decoder();
  const auto coefficients = test::shipped_coefficients();
  const auto query = test::shipped_training_model().prepare(demand, chip(), shape());
  REQUIRE(query);
  test::ReferenceJob job;
  const auto& params = demand.model.params;
  job.parameters = job.trainable = static_cast<double>(params.total);
  job.weights = static_cast<double>(params.total - params.embedding);
  test::ReferenceChip hardware;
  hardware.chip_factor = coefficients.at("training.generation.hopper.transformer");
  for (const Layout& l : random_layouts(400)) {
    CAPTURE(describe(l));
    const auto times = query->micro_batch(perf::micro_batch_layout(l));
    REQUIRE(times);
    const auto step = query->step(*times, perf::step_layout(l));
    REQUIRE(step);
    const auto full = test::shipped_training_model().estimate(demand, l, on_nodes(8));
    REQUIRE(full);
    CHECK(full->step.count() == step->count()); // bit for bit
    job.tensor = l.tensor;
    job.pipeline = l.pipeline;
    job.chunks = l.virtual_stages;
    job.context = l.context;
    job.data = l.data;
    job.samples = l.micro_batch;
    job.micro_batches = l.accumulation;
    job.recompute = l.recompute == Recompute::full;
    job.gathers = l.sharding == Sharding::full;
    job.shards = l.sharding != Sharding::none;
    CHECK(step->count() ==
          Approx(test::reference_step(coefficients, "fsdp", job, hardware)).epsilon(1e-12));
  }
}

TEST_CASE("a step is never below its bound", "[perf][training][property]") {
  const auto query = test::shipped_training_model().prepare(test::small_decoder(), chip(), shape());
  REQUIRE(query);
  double nearest = 0;
  for (const Layout& l : random_layouts(400)) {
    CAPTURE(describe(l));
    const auto times = query->micro_batch(perf::micro_batch_layout(l));
    REQUIRE(times);
    const auto layout = perf::step_layout(l);
    const double bound = query->step_at_least(*times, layout);
    const double step = query->step(*times, layout)->count();
    REQUIRE(bound <= step);
    nearest = std::max(nearest, bound / step);
  }
  CHECK(nearest > 0.9); // else it would prune nothing
}

TEST_CASE("times on a device serve every shape with the same chip", "[perf][training]") {
  const auto demand = test::small_decoder();
  auto slower = test::round_shape();
  slower.network = core::gbit_per_s(10);
  slower.link_bidirectional = core::gb_per_s(50);
  const auto here = test::shipped_training_model().prepare(demand, chip(), shape());
  const auto there = test::shipped_training_model().prepare(demand, chip(), slower);
  for (const Layout& l : random_layouts(50)) {
    CAPTURE(describe(l));
    const auto micro = perf::micro_batch_layout(l);
    const auto own = there->micro_batch(micro);
    const auto lent = there->micro_batch(micro, here->device_times(micro));
    REQUIRE(own);
    CHECK(there->step(*lent, perf::step_layout(l))->count() ==
          there->step(*own, perf::step_layout(l))->count()); // bit for bit
  }
}

TEST_CASE("the parts of a step add up to it", "[perf][training][property]") {
  const auto demand = test::small_decoder();
  for (const Layout& layout : random_layouts(200)) {
    CAPTURE(describe(layout));
    const auto estimate = test::shipped_training_model().estimate(demand, layout, on_nodes(8));
    REQUIRE(estimate);
    CHECK(sum_of_parts(*estimate) == Approx(estimate->step.count()).epsilon(1e-12));
    for (const core::Seconds each : estimate->parts)
      CHECK(each.count() >= 0);
  }
}

TEST_CASE("a faster chip, memory, link or network never slows a step",
          "[perf][training][property]") {
  const auto demand = test::small_decoder();
  auto faster_chip = test::round_chip();
  faster_chip.rates[static_cast<std::size_t>(catalog::NumberFormat::bf16)].dense =
      core::tflops(1300);
  auto faster_memory = test::round_chip();
  faster_memory.memory_bandwidth = core::gb_per_s(4000);
  auto faster_link = test::round_shape();
  faster_link.link_bidirectional = core::gb_per_s(1200);
  auto faster_network = test::round_shape();
  faster_network.network = core::gb_per_s(800);
  for (const Layout& layout : random_layouts(200)) {
    CAPTURE(describe(layout));
    const double plain =
        test::shipped_training_model().estimate(demand, layout, on_nodes(8))->step.count();
    const auto with = [&](const catalog::Accelerator& c, const catalog::Shape& s) {
      return test::shipped_training_model()
          .estimate(demand, layout, {.accelerator = &c, .shape = &s, .nodes = 8})
          ->step.count();
    };
    CHECK(with(faster_chip, shape()) < plain);
    CHECK(with(faster_memory, shape()) < plain);
    CHECK(with(chip(), faster_link) <= plain);
    CHECK(with(chip(), faster_network) <= plain);
  }
}

TEST_CASE("a device does no more work a second when there are more of them",
          "[perf][training][property]") {
  const auto demand = test::small_decoder();
  Layout layout;
  layout.micro_batch = 2;
  layout.accumulation = GENERATE(1, 8);
  layout.data = 8;
  double before =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  for (const std::int32_t nodes : {2, 4, 8, 32, 128}) {
    layout.data = 8 * nodes;
    const double step =
        test::shipped_training_model().estimate(demand, layout, on_nodes(nodes))->step.count();
    CAPTURE(nodes);
    CHECK(step > before);
    before = step;
  }
}

TEST_CASE("more devices on one job of fixed size shorten it on a fast network",
          "[perf][training][property]") {
  const auto demand = test::small_decoder();
  Layout layout;
  layout.sharding = GENERATE(Sharding::none, Sharding::full);
  layout.data = 8;
  layout.accumulation = 64;
  double before =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  for (const std::int32_t nodes : {2, 4, 8}) {
    layout.data = 8 * nodes;
    layout.accumulation = 64 / nodes;
    const double step =
        test::shipped_training_model().estimate(demand, layout, on_nodes(nodes))->step.count();
    CAPTURE(nodes);
    CHECK(step < before);
    before = step;
  }
}

TEST_CASE("adapters train faster than all weights, packed ones slower than plain",
          "[perf][training]") {
  auto demand = test::small_decoder();
  Layout layout;
  layout.data = 8;
  layout.sharding = GENERATE(Sharding::none, Sharding::full);
  layout.micro_batch = 4;
  const double full =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  workload::Adapter adapter;
  adapter.parameters = 10'000'000;
  demand.training.adapter = adapter;
  demand.training.method = workload::Method::lora;
  const double lora =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  CHECK(lora < full);
  layout.data = 1;
  layout.sharding = Sharding::none;
  const double alone =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  demand.training.method = workload::Method::qlora;
  CHECK(test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count() > alone);
}

TEST_CASE("recomputation costs at most a third of the kernels' time", "[perf][training]") {
  const auto demand = test::small_decoder();
  Layout layout;
  layout.micro_batch = 4;
  const double plain =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  layout.recompute = Recompute::full;
  const double again =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  CHECK(again > 1.2 * plain);
  CHECK(again < 4.0 / 3 * plain);
}

TEST_CASE("accumulation pays the reduction once", "[perf][training]") {
  const auto demand = test::small_decoder();
  Layout layout;
  layout.data = 16;
  layout.accumulation = 8;
  const auto estimate = test::shipped_training_model().estimate(demand, layout, on_nodes(2));
  layout.accumulation = 1;
  const auto single = test::shipped_training_model().estimate(demand, layout, on_nodes(2));
  CHECK(part(*estimate, TimePart::gradient_reduction) ==
        Approx(part(*single, TimePart::gradient_reduction)));
  CHECK(part(*estimate, TimePart::compute) == Approx(8 * part(*single, TimePart::compute)));
}

TEST_CASE("the bubble of a pipeline shows as its own part", "[perf][training]") {
  const auto demand = test::small_decoder();
  Layout layout;
  layout.pipeline = 4;
  layout.accumulation = 12;
  const auto estimate = test::shipped_training_model().estimate(demand, layout, on_nodes(1));
  const double fixed = test::shipped_training_model().coefficients().stack(demand.stack).fixed_s;
  const double slower = 1 + 0.004 * 2;
  const double filled = estimate->step.count() - part(*estimate, TimePart::pipeline_bubble) -
                        part(*estimate, TimePart::optimizer) - slower * fixed;
  CHECK(part(*estimate, TimePart::pipeline_bubble) == Approx(filled * 3 / 12));
}

TEST_CASE("MFU is model FLOPs over the dense peak of all devices", "[perf][training]") {
  const auto demand = test::small_decoder();
  Layout layout;
  layout.data = 8;
  layout.micro_batch = 4;
  const auto estimate = test::shipped_training_model().estimate(demand, layout, on_nodes(1));
  const double tokens = 8 * 4 * 4096.0;
  CHECK(estimate->units_per_s == Approx(tokens / estimate->step.count()));
  CHECK(estimate->mfu == Approx(estimate->units_per_s * demand.training.flops_per_unit / 8e15));
  CHECK(estimate->mfu > 0.2);
  CHECK(estimate->mfu < 0.7);
}

TEST_CASE("no step beats the peak", "[perf][training]") {
  const auto ideal = test::training_model({{"training.efficiency.bf16", 50},
                                           {"training.efficiency.attention.fused", 1e9},
                                           {"training.traffic.activations", 0},
                                           {"training.traffic.weights", 0}});
  const auto demand = test::small_decoder();
  Layout layout;
  layout.micro_batch = 16;
  const auto estimate = ideal.estimate(demand, layout, on_nodes(1));
  const double tokens = 16 * 4096.0;
  CHECK(estimate->step.count() > 6 * 1.2e9 * tokens / 1e15);
}

TEST_CASE("a slice of a device has its share of rate and bandwidth", "[perf][training]") {
  auto demand = test::image_network();
  Layout layout;
  layout.micro_batch = 512;
  const double whole =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  auto slice = test::round_shape();
  slice.devices = {1, 7};
  const double seventh =
      test::shipped_training_model()
          .estimate(demand, layout, {.accelerator = &chip(), .shape = &slice, .nodes = 1})
          ->step.count();
  CHECK(seventh > 6.5 * whole);
  CHECK(seventh < 7.01 * whole);
}

TEST_CASE("narrow formats speed up the products alone", "[perf][training]") {
  auto demand = test::small_decoder();
  Layout layout;
  layout.micro_batch = 4;
  const auto wide = test::shipped_training_model().estimate(demand, layout, on_nodes(1));
  demand.training.compute = catalog::NumberFormat::fp8;
  const auto fp8 = test::shipped_training_model().estimate(demand, layout, on_nodes(1));
  CHECK(fp8->step < wide->step);
  CHECK(fp8->step.count() > wide->step.count() / 2);
  perf::TrainingConditions conditions;
  conditions.fp8 = perf::Fp8Scaling::block;
  CHECK(test::shipped_training_model().estimate(demand, layout, on_nodes(1), conditions)->step >
        fp8->step);
}

TEST_CASE("convolutions run narrow formats in 16 bits", "[perf][training]") {
  auto demand = test::image_network();
  Layout layout;
  layout.micro_batch = 64;
  const double half =
      test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count();
  demand.training.compute = catalog::NumberFormat::fp8;
  CHECK(test::shipped_training_model().estimate(demand, layout, on_nodes(1))->step.count() == half);
}

TEST_CASE("only vendor-tuned software ages", "[perf][training]") {
  auto demand = test::small_decoder();
  Layout layout;
  perf::TrainingConditions old;
  old.software_year = 2021.5;
  perf::TrainingConditions newest;
  newest.software_year = 2030;
  const auto seconds = [&](const perf::TrainingConditions& conditions) {
    return test::shipped_training_model()
        .estimate(demand, layout, on_nodes(1), conditions)
        ->step.count();
  };
  CHECK(seconds(old) == seconds(newest));
  demand.stack = workload::Stack::mlperf;
  CHECK(seconds(old) > 1.5 * seconds(newest));
  CHECK(seconds({}) == seconds(newest)); // a plan assumes the newest
}
