#include "perf/inference/stage_link.hpp"
#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

/// Pipeline stages of a replica: what they hand over, and what the fullest of them costs.

using namespace gpuplan;
using Catch::Matchers::WithinRel;
using perf::inference::Engine;
using perf::inference::Replica;
using workload::WeightFormat;

namespace {

constexpr double k_hidden = 4096;
constexpr double k_token_bytes = k_hidden * 2;
constexpr double k_message_s = 13e-6; ///< 9 us and 4 us more between machines

catalog::Shape machine(std::optional<double> network_gbps, std::int32_t devices = 1) {
  auto made = test::shape(devices, devices > 1 ? 900 : 0);
  if (network_gbps)
    made.network = core::gbit_per_s(*network_gbps);
  return made;
}

workload::Demand chat() {
  return test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 512, 256, 2, workload::Stack::vllm);
}

core::Known<Replica> two_machines(std::optional<double> network_gbps) {
  return test::replica(
      chat(), test::tensor_parallel(1, 2), test::a100_sxm(), machine(network_gbps), Engine::vllm);
}

} // namespace

TEST_CASE("activations between the machines of a replica take the network's time",
          "[perf][serving]") {
  const auto fast = two_machines(1e9);
  for (const double gbps : {1.0, 10.0, 100.0}) {
    CAPTURE(gbps);
    const auto slow = two_machines(gbps);
    const double token_s = k_token_bytes / (gbps * 1e9 / 8 * 0.98);
    CHECK_THAT(decode_step(*slow, 1) - decode_step(*fast, 1), WithinRel(token_s, 1e-6));
    // The two micro-batches of 40 sequences hold 20 each.
    CHECK_THAT(decode_step(*slow, 40) - decode_step(*fast, 40), WithinRel(20 * token_s, 1e-6));
    CHECK_THAT(prompt_pass(*slow, 1) - prompt_pass(*fast, 1), WithinRel(512 * token_s, 1e-6));
  }
}

TEST_CASE("a message between machines has its latency at any bandwidth", "[perf][serving]") {
  const auto demand = chat();
  const auto one =
      test::replica(demand, test::tensor_parallel(1), test::a100_sxm(), machine({}), Engine::vllm);
  const auto two = two_machines(1e9);
  CHECK_THAT(decode_step(*two, 1) - decode_step(*one, 1), WithinRel(k_message_s, 1e-3));
}

TEST_CASE("no more tokens are served than the network carries", "[perf][serving]") {
  const auto slow = two_machines(0.001);
  const double carried = 0.001e9 / 8 * 0.98 / k_token_bytes; // tokens a second over a boundary
  const auto most = capacity(*slow);
  CHECK(most.requests_s * (512 + 256) <= carried);
  CHECK(most.requests_s * (512 + 256) > 0.8 * carried);
}

TEST_CASE("several machines of an unknown network have no time", "[perf][serving]") {
  const auto unknown = two_machines({});
  REQUIRE_FALSE(unknown.known());
  CHECK(unknown.why_unknown() == "network_gbps: the speed between nodes is not known");
  // Stages within a board ask for no network.
  CHECK(test::replica(
            chat(), test::tensor_parallel(1, 2), test::h100_sxm(), machine({}, 8), Engine::vllm)
            .known());
  // Nor do independent replicas.
  auto replicas = test::tensor_parallel(1);
  replicas.replicas = 2;
  CHECK(test::replica(chat(), replicas, test::a100_sxm(), machine({}), Engine::vllm).known());
}

TEST_CASE("all stages take as long and hold as much as the fullest", "[perf][serving]") {
  workload::TransformerDims dims;
  dims.layers = 61;
  CHECK(perf::inference::stage_evenness(dims, 1) == 1);
  CHECK(perf::inference::stage_evenness(dims, 2) == Approx(61.0 / 62));
  CHECK(perf::inference::stage_evenness(dims, 4) == Approx(61.0 / 64));
  dims.layers = 64;
  CHECK(perf::inference::stage_evenness(dims, 4) == 1);

  auto demand = chat();
  const auto staged = [&](std::int32_t stages) {
    return test::replica(
        demand, test::tensor_parallel(1, stages), test::h100_sxm(), machine({}, 8), Engine::vllm);
  };
  const auto even = staged(2);   // 16 and 16 of 32 layers
  const auto uneven = staged(3); // 11, 11 and 10
  CHECK(uneven->decode_costs.time_factor == Approx(even->decode_costs.time_factor * 33 / 32));
  const double weights = 3.0 / 2 * even->memory_bytes - 3.0 / 2 * even->free_bytes;
  CHECK(uneven->free_bytes < 3.0 / 2 * even->memory_bytes * 32 / 33 - weights * 2 / 3);
}

TEST_CASE("a network that writes no tokens is not cut into stages", "[perf][serving]") {
  auto demand = chat();
  demand.model.network = workload::NetworkClass::encoder;
  demand.serving.output_tokens = 0;
  const auto chip = test::a100_sxm();
  const auto shape = machine(100.0);
  const auto estimate = test::serving_model().estimate(demand,
                                                       test::tensor_parallel(1, 2),
                                                       {.accelerator = &chip, .shape = &shape},
                                                       core::Unknown{});
  REQUIRE_FALSE(estimate.known());
  CHECK(estimate.why_unknown() ==
        "pipeline stages of a network that writes no tokens were never measured");
}
