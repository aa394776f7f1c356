#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

using namespace gpuplan;
using perf::inference::BatchLimit;
using perf::inference::Engine;
using workload::WeightFormat;

namespace {

const catalog::Shape& hgx() {
  static const catalog::Shape shape = test::shape(8, 900);
  return shape;
}

} // namespace

TEST_CASE("what limits the batch: KV room, engine, prompts that enter", "[perf][serving]") {
  struct Case {
    const char* name;
    Engine engine;
    double input, output;
    double batch;
    BatchLimit limit;
  };

  // One H100, 8B in 16 bit: 0.98 · 0.87 · 80 GiB − 2 GiB − 16.06 GB = 55.03 GB for vLLM,
  // 131,072 B a token.
  const Case cases[] = {
      {"short chats fill the engine's limit", Engine::vllm, 200, 200, 256, BatchLimit::engine},
      {"long answers fill the cache", Engine::vllm, 1000, 4000, 123.48, BatchLimit::kv_room},
      {"long prompts, short answers", Engine::vllm, 4000, 10, 20.48, BatchLimit::admission},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const auto replica =
        test::replica(test::chat(test::llama_3_1_8b(), WeightFormat::bf16, c.input, c.output, 2),
                      test::tensor_parallel(1),
                      test::h100_sxm(),
                      hgx(),
                      c.engine);
    REQUIRE(replica.known());
    CHECK(replica->batch_max == Approx(c.batch).epsilon(0.002));
    CHECK(replica->batch_limit == c.limit);
  }
}

TEST_CASE("vLLM fills prompts in smaller chunks on A100 and on small cards", "[perf][serving]") {
  const auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 1000, 100, 2);
  const auto chunk = [&](const catalog::Accelerator& chip, Engine engine) {
    const auto made = test::replica(demand, test::tensor_parallel(1), chip, test::shape(1), engine);
    REQUIRE(made.known());
    return made->chunk_tokens;
  };
  CHECK(chunk(test::h100_sxm(), Engine::vllm) == 8192);
  CHECK(chunk(test::a100_sxm(), Engine::vllm) == 2048);
  CHECK(chunk(test::rtx4090(), Engine::vllm) == 2048);
  CHECK(chunk(test::a100_sxm(), Engine::tensorrt_llm) == 8192);
}

TEST_CASE("KV room below 3 % of memory is answered but flagged", "[perf][serving]") {
  // 70B in fp8 is 72.66 GB. Of 76 GiB, 0.98 · 0.963 · 81.6 GB − 2.1 GB leave 2.2 GB, 2.7 %; of
  // 80 GiB 6.3 GB, 7 %.
  const auto demand = test::chat(test::llama_3_1_70b(), WeightFormat::fp8, 128, 2048, 1);
  auto card = test::h100_sxm();
  const auto tight = [&] {
    const auto made =
        test::replica(demand, test::tensor_parallel(1), card, hgx(), Engine::tensorrt_llm);
    REQUIRE(made.known());
    return made->kv_tight;
  };
  CHECK(!tight());
  card.memory = core::gib(76);
  CHECK(tight());
}

TEST_CASE("what does not fit is unknown with its reason", "[perf][serving]") {
  const auto weights =
      test::replica(test::chat(test::llama_3_1_70b(), WeightFormat::bf16, 128, 128, 2),
                    test::tensor_parallel(1),
                    test::h100_sxm(),
                    hgx(),
                    Engine::vllm);
  REQUIRE(!weights.known());
  CHECK(weights.why_unknown() == "the weights do not fit in the replica's memory");

  const auto cache =
      test::replica(test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 500000, 1000, 2),
                    test::tensor_parallel(1),
                    test::h100_sxm(),
                    hgx(),
                    Engine::vllm);
  REQUIRE(!cache.known());
  CHECK(cache.why_unknown() == "the KV cache of one sequence does not fit beside the weights");
}

TEST_CASE("a smaller share of memory leaves less room, in proportion", "[perf][serving]") {
  auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 1000, 4000, 2);
  const auto room = [&] {
    return test::replica(demand, test::tensor_parallel(1), test::h100_sxm(), hgx(), Engine::vllm)
        ->free_bytes;
  };
  const double full = room();
  demand.serving.memory_share = 0.45;
  // Half of 0.98 · 0.87 · 80 GiB is gone.
  CHECK(full - room() == Approx(0.5 * 0.98 * 0.87 * 80 * core::k_bytes_per_gib));
}

TEST_CASE("a slice of a chip has its share of rate, bandwidth and memory", "[perf][serving]") {
  const auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::fp8, 500, 200, 2);
  catalog::Shape half = test::shape(1);
  half.devices = {1, 2};
  const auto whole = test::replica(
      demand, test::tensor_parallel(1), test::h100_sxm(), test::shape(1), Engine::vllm);
  const auto slice =
      test::replica(demand, test::tensor_parallel(1), test::h100_sxm(), half, Engine::vllm);
  REQUIRE(slice.known());
  CHECK(slice->memory_bytes == Approx(whole->memory_bytes / 2));
  CHECK(slice->decode_costs.dense_read_s == Approx(2 * whole->decode_costs.dense_read_s));
  CHECK(slice->decode_costs.token_s == Approx(2 * whole->decode_costs.token_s));
  CHECK(slice->decode_costs.kv_byte_s == Approx(2 * whole->decode_costs.kv_byte_s));
  CHECK(slice->decode_costs.host_s == Approx(whole->decode_costs.host_s));
}

TEST_CASE("cards that hold layers in turn add memory, not decode speed", "[perf][serving]") {
  auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::q4_k_m, 1000, 200, 2);
  const auto on = [&](std::int32_t cards) {
    return test::replica(demand,
                         test::tensor_parallel(1, cards),
                         test::rtx4090(),
                         test::shape(8),
                         Engine::llama_cpp);
  };
  const auto one = on(1);
  const auto four = on(4);
  CHECK(four->memory_bytes == Approx(4 * one->memory_bytes));
  CHECK(decode_step(*four, 1) == Approx(1.03 * decode_step(*one, 1)));
  // A chunked prompt overlaps: 4^0.42 = 1.79 times faster.
  CHECK(prompt_pass(*one, 1) / prompt_pass(*four, 1) == Approx(1.790).epsilon(0.001));
}

TEST_CASE("pipeline stages hold a micro-batch each and keep 0.87 of their throughput",
          "[perf][serving]") {
  const auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 200, 200, 2);
  const auto single = test::replica(
      demand, test::tensor_parallel(1), test::h100_sxm(), hgx(), Engine::tensorrt_llm);
  const auto staged = test::replica(
      demand, test::tensor_parallel(1, 2), test::h100_sxm(), hgx(), Engine::tensorrt_llm);
  CHECK(staged->stages == 2);
  CHECK(mixed_step(*staged, 200) == Approx(mixed_step(*single, 100)));
  CHECK(capacity(*staged).output_tokens_s ==
        Approx(0.87 * staged->batch_max / mixed_step(*staged, staged->batch_max)));
}

TEST_CASE("tensor parallelism beyond a host's links is not answered", "[perf][serving]") {
  const auto demand = test::chat(test::llama_3_1_70b(), WeightFormat::bf16, 200, 200, 2);
  const auto replica =
      test::replica(demand, test::tensor_parallel(16), test::h100_sxm(), hgx(), Engine::vllm);
  REQUIRE(!replica.known());
  CHECK(replica.why_unknown() == "tensor parallelism beyond a host's links was never measured");
}
