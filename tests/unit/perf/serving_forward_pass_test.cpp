#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

#include <cmath>

using namespace gpuplan;
using perf::inference::Pass;
using perf::inference::pass_times;
using perf::inference::PassCosts;

namespace {

auto about(double value) {
  return Catch::Matchers::WithinRel(value, 1e-9);
}

} // namespace

TEST_CASE("reading and multiplying blend as a fourth-power sum", "[perf][serving]") {
  const PassCosts costs{.dense_read_s = 3, .token_s = 2};
  // (3⁴ + (2·2)⁴)^¼ = (81 + 256)^¼
  CHECK_THAT(pass_times(costs, {.tokens = 2}).total_s(), about(std::pow(337.0, 0.25)));
}

TEST_CASE("one part alone is what it says", "[perf][serving]") {
  const Pass pass{.tokens = 10, .heads = 4, .kv_bytes = 100, .attention = 7};

  struct Case {
    const char* name;
    PassCosts costs;
    double seconds;
  };

  const Case cases[] = {
      {"weights", {.dense_read_s = 0.5}, 0.5},
      {"tokens", {.token_s = 0.1}, 1.0},
      {"output matrix", {.head_s = 0.1}, 0.4},
      {"cached context", {.kv_byte_s = 0.01}, 1.0},
      {"attention of the prompt", {.attention_s = 0.5}, 3.5},
      {"collectives", {.message_s = 0.2, .message_token_s = 0.03}, 0.5},
      {"host", {.host_s = 0.1, .sequence_s = 0.1}, 0.5},
      {"release", {.host_s = 2, .time_factor = 1.5}, 3.0},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK_THAT(pass_times(c.costs, pass).total_s(), about(c.seconds));
  }
}

TEST_CASE("tokens touch experts by chance, all of them in the end", "[perf][serving]") {
  // 8 experts, 2 a token: one token reads a quarter, two 1 − (3/4)² = 7/16.
  const PassCosts costs{.expert_read_s = 16, .untouched_log = std::log1p(-2.0 / 8.0)};
  CHECK_THAT(pass_times(costs, {.tokens = 1}).read_s, about(4));
  CHECK_THAT(pass_times(costs, {.tokens = 2}).read_s, about(7));
  CHECK_THAT(pass_times(costs, {.tokens = 1000}).read_s, about(16));
}

TEST_CASE("a decode step of Llama-3.1-8B in 16 bit on one A100, part by part", "[perf][serving]") {
  // W_s = 8,030,261,248 − 2 · 128,256 · 4,096 = 6,979,588,096; head 525,336,576; both at 2 bytes.
  // Read: 15.01 GB over 2,039 GB/s · 0.73 · 0.92 (vLLM) = 10.96 ms; v = 0.96.
  // KV: 600 tokens · 131,072 B over 2,039 GB/s · 0.73 · 0.82 = 64.4 µs.
  // Host: 32 layers · 36 µs + 86 µs = 1.238 ms.
  const auto demand = test::chat(test::llama_3_1_8b(), workload::WeightFormat::bf16, 500, 200, 2);
  const auto replica = test::replica(demand,
                                     test::tensor_parallel(1),
                                     test::a100_sxm(),
                                     test::shape(1),
                                     perf::inference::Engine::vllm);
  REQUIRE(replica.known());
  const auto times = decode_times(*replica, 1);
  const auto close = [](double value) { return Catch::Matchers::WithinRel(value, 0.002); };
  CHECK_THAT(times.read_s * 1e3, close(0.96 * 10.960));
  CHECK_THAT(times.kv_s * 1e6, close(0.96 * 64.4));
  CHECK_THAT(times.host_s * 1e3, close(0.96 * 1.238));
  CHECK(times.links_s < 1e-12);
}

TEST_CASE("collectives appear with the second rank and cost more over PCIe", "[perf][serving]") {
  const auto demand = test::chat(test::llama_3_1_70b(), workload::WeightFormat::bf16, 1000, 100, 2);
  const auto links = [&](const catalog::Shape& machine) {
    const auto replica = test::replica(
        demand, test::tensor_parallel(4), test::a100_sxm(), machine, perf::inference::Engine::vllm);
    REQUIRE(replica.known());
    return mixed_times(*replica, 32).links_s;
  };
  // 2 · 80 layers · 20 µs are 3.2 ms before the first byte, over NVLink.
  CHECK(links(test::shape(8, 600)) > 0.96 * 3.2e-3);
  CHECK(links(test::shape(8)) > 5 * links(test::shape(8, 600)));
}
