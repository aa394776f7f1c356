#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

using namespace gpuplan;
using perf::inference::Engine;
using perf::inference::Operation;
using perf::inference::Replica;
using workload::WeightFormat;

namespace {

constexpr double k_no_limit = 1e9;

/// Llama-3.1-8B in 16 bit on one H100, 500 tokens in, 200 out.
Replica chat_replica(Engine engine) {
  const auto made = test::replica(test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 500, 200, 2),
                                  test::tensor_parallel(1),
                                  test::h100_sxm(),
                                  test::shape(8, 900),
                                  engine);
  REQUIRE(made.known());
  return *made;
}

} // namespace

TEST_CASE("an offered load runs the batch that solves B = λ·O·τ", "[perf][serving]") {
  const Replica replica = chat_replica(Engine::vllm);
  const double most = capacity(replica).requests_s;
  for (const double share : {0.01, 0.1, 0.3, 0.6, 0.8}) {
    CAPTURE(share);
    const double load = share * most;
    const Operation state = at_load(replica, load);
    // τ = T_dec(B) / (1 − λ·p), found here by damped iteration.
    double batch = 1;
    double token_s = 0;
    for (int i = 0; i < 500; ++i) {
      token_s = decode_step(replica, batch) / (1 - load * replica.prompt_s);
      batch += 0.5 * (load * replica.output_tokens * token_s - batch);
    }
    CHECK(state.batch == Approx(batch).epsilon(1e-6));
    CHECK(state.token_s == Approx(token_s).epsilon(1e-6));
    CHECK(state.requests_s == load);
    CHECK(state.latency_s == Approx(state.first_token_s + 199 * state.token_s));
  }
}

TEST_CASE("times to token rise with load, on every engine", "[perf][serving]") {
  for (const Engine engine :
       {Engine::vllm, Engine::sglang, Engine::tensorrt_llm, Engine::eager, Engine::llama_cpp}) {
    auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::fp16, 500, 200, 2);
    demand.serving.compute = catalog::NumberFormat::fp16;
    const auto made = test::replica(
        demand, test::tensor_parallel(1), test::h100_sxm(), test::shape(8, 900), engine);
    REQUIRE(made.known());
    Operation before{};
    for (int percent = 1; percent <= 90; percent += 4) {
      CAPTURE(static_cast<int>(engine), percent);
      const Operation state = at_load(*made, percent / 100.0 * capacity(*made).requests_s);
      CHECK(state.first_token_s >= before.first_token_s);
      CHECK(state.token_s >= before.token_s);
      before = state;
    }
  }
}

TEST_CASE("one request alone waits for its prompt and the idle delay", "[perf][serving]") {
  const Replica replica = chat_replica(Engine::vllm);
  const Operation state = alone(replica);
  CHECK(state.first_token_s == Approx(prompt_pass(replica, 1) + 2.4e-3));
  CHECK(state.token_s == Approx(decode_step(replica, 1)));
}

TEST_CASE("under load a request waits half a step and the engine's delay", "[perf][serving]") {
  const Replica replica = chat_replica(Engine::vllm);
  const Operation open = at_batch(replica, 20);
  CHECK(open.token_s == Approx(decode_step(replica, 20) + 20 * replica.prompt_s / 200));
  const double busy = open.requests_s * replica.prompt_s;
  CHECK(open.queue_s == Approx(busy * replica.prompt_s / (2 * (1 - busy))));
  CHECK(open.first_token_s ==
        Approx(prompt_pass(replica, 1) + open.token_s / 2 + 8e-3 + open.queue_s));

  const Operation closed = closed_loop(replica, 20);
  const double mixed = mixed_step(replica, 20);
  CHECK(closed.first_token_s ==
        Approx(prompt_pass(replica, 1) + mixed / 2 + 8e-3 + 19 * replica.prompt_s / 4));
  CHECK(closed.requests_s == Approx(20 / (closed.first_token_s + 200 * mixed)));
}

TEST_CASE("random arrivals wait as in M/D/1", "[perf][serving]") {
  using perf::inference::mean_wait;
  // Half busy with 5 s each: 0.5 · 5 / (2 · 0.5).
  CHECK(mean_wait(0.1, 5) == Approx(2.5));
  // A prompt of 100,000 tokens, nine replicas for one a second: ρ = 0.7761, 12.11 s.
  CHECK(mean_wait(1.0 / 9, 6.985) == Approx(12.107).epsilon(1e-3));
  CHECK(mean_wait(0, 5) == 0);
  CHECK(mean_wait(0.2, 5) > k_no_limit);
}

TEST_CASE("long prompts queue for one another", "[perf][serving]") {
  const auto made =
      test::replica(test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 50000, 500, 2),
                    test::tensor_parallel(1),
                    test::h100_sxm(),
                    test::shape(8, 900),
                    Engine::vllm);
  REQUIRE(made.known());
  // A prompt beyond a chunk shares its pass with no other.
  CHECK(made->prompt_s == Approx(prompt_pass(*made, 1)));
  const Operation state = at_load(*made, 0.4 / made->prompt_s);
  CHECK(state.first_token_s > (1 + 0.4 / 1.2) * made->prompt_s);
  // A limit just above the prompt alone is kept by load, not by luck.
  const double limit = 1.5 * made->prompt_s;
  const Operation best = best_within(*made, {limit, k_no_limit, k_no_limit}, 1e9);
  CHECK(best.requests_s > 0);
  CHECK(best.requests_s * made->prompt_s < 0.5);
  CHECK(best.first_token_s == Approx(limit).epsilon(1e-4));
}

TEST_CASE("requests in work are the rate times the time of one", "[perf][serving]") {
  for (const Engine engine : {Engine::vllm, Engine::tensorrt_llm_static}) {
    const Replica replica = chat_replica(engine);
    for (const double share : {0.001, 0.05, 0.5, 0.85}) {
      CAPTURE(static_cast<int>(engine), share);
      const double load = share * capacity(replica).requests_s;
      const Operation state = at_load(replica, load);
      CHECK(state.in_work == Approx(load * state.latency_s));
      CHECK(state.in_work >= state.batch * 0.99);
    }
  }
  const Replica replica = chat_replica(Engine::vllm);
  CHECK(closed_loop(replica, 20).in_work == 20);
}

TEST_CASE("clients that wait for answers never exceed capacity", "[perf][serving]") {
  const Replica replica = chat_replica(Engine::vllm);
  const double most = capacity(replica).requests_s;
  double before = 0;
  for (const double clients : {1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0}) {
    CAPTURE(clients);
    const Operation state = closed_loop(replica, clients);
    CHECK(state.requests_s <= most * (1 + 1e-9));
    CHECK(state.requests_s >= before);
    CHECK(state.batch == std::min(clients, replica.batch_max));
    before = state.requests_s;
  }
  // Queueing: 1,000 clients above the limit of 256 wait for the surplus to be served.
  const Operation queued = closed_loop(replica, 1256);
  CHECK(queued.first_token_s > 1000 / most);
}

TEST_CASE("the best load within targets meets them just so", "[perf][serving]") {
  const Replica replica = chat_replica(Engine::vllm);
  const double high = 0.9 * capacity(replica).requests_s;

  struct Case {
    const char* name;
    perf::inference::Limits limits;
  };

  const Case cases[] = {
      {"TPOT", {k_no_limit, 0.012, k_no_limit}},
      {"TTFT", {0.035, k_no_limit, k_no_limit}},
      {"latency", {k_no_limit, k_no_limit, 3}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Operation best = best_within(replica, c.limits, high);
    CHECK(best.requests_s > 0);
    CHECK(best.requests_s < high);
    CHECK(within(best, c.limits));
    CHECK(!within(at_batch(replica, best.batch * 1.01), c.limits));
  }
  const Operation free = best_within(replica, {k_no_limit, k_no_limit, k_no_limit}, high);
  CHECK(free.requests_s == Approx(high));
}

TEST_CASE("a target that a request alone misses is served nothing", "[perf][serving]") {
  const Replica replica = chat_replica(Engine::vllm);
  const Operation none = best_within(replica, {1e-4, k_no_limit, k_no_limit}, 1);
  CHECK(none.requests_s == 0);
  CHECK(none.first_token_s == Approx(alone(replica).first_token_s));
}

TEST_CASE("a fixed batch runs prompts and answers one after the other", "[perf][serving]") {
  const Replica replica = chat_replica(Engine::tensorrt_llm_static);
  const double batch = replica.batch_max;
  const double run = prompt_pass(replica, batch) + 200 * decode_step(replica, batch);
  CHECK(capacity(replica).output_tokens_s == Approx(batch * 200 / run));
  // A request that arrives while a full batch runs waits half of it.
  CHECK(at_batch(replica, 8).first_token_s ==
        Approx(prompt_pass(replica, 8) + 2.4e-3 +
               (prompt_pass(replica, 8) + 200 * decode_step(replica, 8)) / 2));
}

TEST_CASE("beams decode side by side and share the prompt's cache", "[perf][serving]") {
  auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 1000, 100, 2);
  const auto kv_s = [&](std::int64_t beams) {
    demand.serving.beams = beams;
    const auto made = test::replica(demand,
                                    test::tensor_parallel(1),
                                    test::h100_sxm(),
                                    test::shape(8, 900),
                                    Engine::tensorrt_llm);
    return decode_times(*made, 8).kv_s;
  };
  // Contexts: 1,000 + 4 · 50 against 1,000 + 50.
  CHECK(kv_s(4) / kv_s(1) == Approx(1200.0 / 1050.0));
}
