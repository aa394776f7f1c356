#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

// No pass beats the share of the dense peak that published runs, or the maker's own kernels, reach.

using namespace gpuplan;
using perf::inference::Engine;
using workload::WeightFormat;

namespace {

catalog::Accelerator instinct_mi300x() {
  return test::chip({.name = "mi300x",
                     .generation = "cdna3",
                     .memory_gib = 192,
                     .memory_type = "HBM3",
                     .bandwidth_gb_s = 5300,
                     .fp32 = 163.4,
                     .sixteen_bit = 1307.4,
                     .fp8 = 2614.9,
                     .watts = 750,
                     .pcie = 5,
                     .vendor = "AMD"});
}

/// FLOP/s of the products and the attention of one prompt.
double prefill_rate(const perf::inference::Replica& replica) {
  const auto& split = replica.rates.prompt;
  const auto pass = prompt_work(replica, 1);
  const double flops = 2 * (split.per_token() * pass.tokens + split.head * pass.heads) +
                       4 * replica.rates.attention_width * pass.attention;
  const auto times = pass_times(replica.prompt_costs, pass);
  return flops / (times.matrices_s + times.attention_s);
}

} // namespace

TEST_CASE("a long prompt on an MI300X runs at what AMD measures in bf16, 708 TFLOP/s, at most",
          "[perf][serving]") {
  const auto demand =
      test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 100'000, 256, 2, workload::Stack::vllm);
  const auto replica = test::replica(
      demand, test::tensor_parallel(1), instinct_mi300x(), test::shape(1), Engine::vllm);
  REQUIRE(replica.known());
  CHECK(prefill_rate(*replica) <= 708e12);
  CHECK(prefill_rate(*replica) == Approx(0.54 * 1307.4e12));
  // 2 · 6.98e9 · 1e5 products and 4 · 131,072 · 5e9 of attention are 4.02e15 FLOP.
  CHECK(prompt_pass(*replica, 1) == Approx(5.69).epsilon(0.01));
}

TEST_CASE("no prompt runs above the share of the peak that published ones reach",
          "[perf][serving]") {
  constexpr double k_most = 0.71;
  for (const auto& card :
       {test::h100_sxm(), test::a100_sxm(), test::a100_pcie(), instinct_mi300x()})
    for (const auto engine : {Engine::tensorrt_llm, Engine::vllm, Engine::sglang, Engine::eager})
      for (const double input : {100.0, 2000.0, 30'000.0, 120'000.0}) {
        CAPTURE(card.name, static_cast<int>(engine), input);
        const auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::bf16, input, 100, 2);
        const auto replica =
            test::replica(demand, test::tensor_parallel(1), card, test::shape(1), engine);
        REQUIRE(replica.known());
        const double peak = card.rate(catalog::NumberFormat::bf16).dense->count();
        CHECK(prefill_rate(*replica) <= k_most * peak * (1 + 1e-9));
      }
}
