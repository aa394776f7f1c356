#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

#include <cmath>
#include <cstdlib>

// The lines behind the times of a replica: figures that a reader can multiply out.

using namespace gpuplan;
using workload::WeightFormat;

namespace {

struct Explained {
  perf::ReplicaEstimate estimate;
  std::vector<std::string> lines;

  /// The first line of a label; empty where there is none.
  [[nodiscard]] std::string line(const std::string& label) const {
    for (const auto& each : lines)
      if (each.starts_with(label + "  "))
        return each;
    return {};
  }

  /// Its figure.
  [[nodiscard]] double figure(const std::string& label) const {
    const auto text = line(label);
    REQUIRE_FALSE(text.empty());
    return std::strtod(text.c_str() + label.size(), nullptr);
  }
};

Explained explained(const workload::Demand& demand, core::Known<double> load) {
  const auto card = test::h100_sxm();
  const auto machine = test::shape(1);
  const perf::Topology topology{&card, &machine, 1};
  const auto layout = test::tensor_parallel(1);
  const auto estimate = test::serving_model().estimate(demand, layout, topology, load);
  const auto lines = test::serving_model().explain(demand, layout, topology, load);
  REQUIRE(estimate.known());
  REQUIRE(lines.known());
  return {*estimate, *lines};
}

/// Four digits are printed.
auto printed(double value) {
  return Catch::Matchers::WithinRel(value, 2e-3);
}

workload::Demand short_chat() {
  return test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 512, 256, 2, workload::Stack::vllm);
}

} // namespace

TEST_CASE("the printed passes multiply out to the times at a load", "[perf][serving]") {
  const auto at = explained(short_chat(), 10.0);
  const double step = at.figure("step");
  const double chunk = at.figure("prompt in a chunk");
  const double batch = at.estimate.batch;
  CHECK_THAT(at.figure("TPOT"), printed(step + batch * chunk / 256));
  const double busy = 10e-3 * chunk;
  CHECK_THAT(at.figure("wait"), printed(busy * chunk / (2 * (1 - busy))));
  CHECK_THAT(at.figure("TTFT"),
             printed(at.figure("prompt") + at.figure("TPOT") / 2 + 8 + at.figure("wait")));
  CHECK_THAT(at.figure("request"), printed(at.figure("TTFT") + 255 * at.figure("TPOT")));
  CHECK_THAT(at.figure("requests"), printed(batch / (256 * step + batch * chunk) * 1e3));
  CHECK_THAT(at.figure("TTFT"), printed(at.estimate.ttft_ms));
  CHECK_THAT(at.figure("TPOT"), printed(at.estimate.tpot_ms));
  CHECK_THAT(at.figure("requests"), printed(at.estimate.requests_s));
  // 989.4 TFLOP/s · 0.509 · 0.8; a prompt takes 2 · 6.98e9 · 512 FLOP of it.
  const double rate = at.figure("rate of products");
  CHECK_THAT(rate, printed(989.4 * 0.50 * 1.02 * 0.8));
  CHECK(at.figure("  products") ==
        Approx(2 * (6.98e9 * 512 + 5.253e8) / (rate * 1e12) * 1e3).epsilon(0.005));
}

TEST_CASE("a full batch is told by its step with prompts", "[perf][serving]") {
  auto demand = short_chat();
  demand.kind = workload::JobKind::batch_inference;
  const auto at = explained(demand, core::Unknown{"as much as it can"});
  CHECK_THAT(at.figure("requests"),
             printed(at.estimate.batch / at.figure("step with prompts") / 256 * 1e3));
}

TEST_CASE("clients that wait for their answers are told as such", "[perf][serving]") {
  auto demand = short_chat();
  demand.serving.concurrency = 20.0;
  const auto at = explained(demand, core::Unknown{"as much as it can"});
  const double mixed = at.figure("step with prompts");
  const double chunk = at.figure("prompt in a chunk");
  CHECK_THAT(at.figure("TTFT"), printed(at.figure("prompt") + mixed / 2 + 8 + 19 * chunk / 4));
  CHECK_THAT(at.figure("requests"), printed(20 / (at.figure("TTFT") + 256 * mixed) * 1e3));
}

TEST_CASE("a sample model has a batch, and no tokens", "[perf][serving]") {
  workload::Demand demand;
  demand.kind = workload::JobKind::serve;
  demand.stack = workload::Stack::framework_amp;
  demand.model.network = workload::NetworkClass::cnn;
  demand.model.params.total = 25'560'000;
  demand.model.sample.flops_forward = 8.2e9;
  demand.model.sample.activation_elements = 11.11e6;
  demand.serving.flops_per_sample = 8.2e9;
  demand.serving.weights = WeightFormat::fp16;
  const auto at = explained(demand, 100.0);
  CHECK(at.line("TTFT").empty());
  CHECK_THAT(at.figure("request"), printed(at.estimate.latency_ms));
  CHECK_THAT(at.figure("requests"), printed(at.estimate.batch / at.figure("batch") * 1e3));
}

TEST_CASE("the work of an image is told by calls of the network and the chip's peak",
          "[perf][serving]") {
  workload::Demand demand;
  demand.kind = workload::JobKind::batch_inference;
  demand.stack = workload::Stack::framework_amp;
  demand.model.network = workload::NetworkClass::diffusion;
  demand.model.sample.flops_forward = demand.serving.flops_per_sample = 803.3e9;
  demand.model.sample.activation_elements = 236.7e6;
  demand.serving.weights = WeightFormat::fp16;
  demand.serving.steps = 100;
  demand.serving.calls_per_step = 2;
  const auto at = explained(demand, core::Unknown{"as much as it can"});
  const auto products = at.line("  products");
  CHECK(products.find("50 steps x 2 calls x 8.033e+11 FLOP / (989.4 TFLOP/s x chip ") !=
        std::string::npos);
  CHECK(products.find(" / network 3.1)") != std::string::npos);
  const double both = std::hypot(at.figure("  products"), at.figure("  memory"));
  CHECK_THAT(at.figure("sample"), printed(0.9 * both));
}
