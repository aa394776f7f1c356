#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

// Offline maxima of TensorRT-LLM 0.17 (NVIDIA/TensorRT-LLM:docs/source/performance/perf-overview.md
// @258c7540) and single streams of llama.cpp (XiongjieDai/GPU-Benchmarks-on-LLM-Inference:README.md
// @aa72e0e), worked through by hand from the rounded coefficients.

using namespace gpuplan;
using perf::inference::Engine;
using workload::WeightFormat;

namespace {

/// Within 3 % of a figure worked by hand.
auto near_published(double value) {
  return Catch::Matchers::WithinRel(value, 0.03);
}

struct OfflineCase {
  const char* name;
  workload::Architecture model;
  std::int32_t ranks;
  double input, output;
  double batch, step_ms, tokens_s, measured;
};

} // namespace

TEST_CASE("offline maxima equal the figures worked by hand", "[perf][serving]") {
  constexpr double k_release_0_17 = 0.90;
  const OfflineCase cases[] = {
      {"8B 128/128", test::llama_3_1_8b(), 1, 128, 128, 2048, 73.4, 27900, 28312},
      {"8B 1000/1000", test::llama_3_1_8b(), 1, 1000, 1000, 533, 39.1, 13640, 15245},
      {"70B 1000/1000", test::llama_3_1_70b(), 4, 1000, 1000, 742, 103, 7200, 7431},
      {"Mixtral 2048/2048", test::mixtral_8x7b(), 2, 2048, 2048, 413, 38.8, 10640, 10686},
  };
  const catalog::Accelerator h100 = test::h100_sxm();
  const catalog::Shape hgx = test::shape(8, 900);
  for (const OfflineCase& c : cases) {
    CAPTURE(c.name);
    const auto demand = test::chat(c.model, WeightFormat::fp8, c.input, c.output, 1);
    const auto replica = test::replica(
        demand, test::tensor_parallel(c.ranks), h100, hgx, Engine::tensorrt_llm, k_release_0_17);
    REQUIRE(replica.known());
    const auto most = capacity(*replica);
    CHECK_THAT(most.batch, near_published(c.batch));
    CHECK_THAT(mixed_step(*replica, most.batch) * 1e3, near_published(c.step_ms));
    CHECK_THAT(most.output_tokens_s, near_published(c.tokens_s));
    CHECK(most.output_tokens_s / c.measured > 1 / 1.45);
    CHECK(most.output_tokens_s / c.measured < 1.45);
  }
}

TEST_CASE("KV room of an 8B model in fp8 beside 0.963 of one H100", "[perf][serving]") {
  // 0.98 · 0.963 · 80 GiB − 2 GiB − 9.08 GB of weights, over 64 KiB a token and 256 tokens.
  const auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::fp8, 128, 128, 1);
  const auto replica = test::replica(demand,
                                     test::tensor_parallel(1),
                                     test::h100_sxm(),
                                     test::shape(8, 900),
                                     Engine::tensorrt_llm);
  REQUIRE(replica.known());
  CHECK_THAT(replica->free_bytes / replica->kv.bytes(256), near_published(4163));
  CHECK(replica->batch_limit == perf::inference::BatchLimit::engine);
}

TEST_CASE("single streams of llama.cpp equal the figures worked by hand", "[perf][serving]") {
  // Context 512 is the mean of 1,024 tokens written after no prompt.
  const auto q4 = test::chat(test::llama_3_1_8b(), WeightFormat::q4_k_m, 0, 1024, 2);
  const auto on_4090 = test::replica(
      q4, test::tensor_parallel(1), test::rtx4090(), test::shape(1), Engine::llama_cpp);
  REQUIRE(on_4090.known());
  CHECK_THAT(1 / decode_step(*on_4090, 1), near_published(120)); // measured 127.7

  const auto f16 = test::chat(test::llama_3_1_8b(), WeightFormat::fp16, 0, 1024, 2);
  const auto on_a100 = test::replica(
      f16, test::tensor_parallel(1), test::a100_pcie(), test::shape(1), Engine::llama_cpp);
  REQUIRE(on_a100.known());
  CHECK_THAT(1 / decode_step(*on_a100, 1), near_published(52.6)); // measured 54.6
}
