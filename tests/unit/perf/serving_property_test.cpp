#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

#include <random>

using namespace gpuplan;
using workload::Stack;
using workload::WeightFormat;

namespace {

/// A random but plausible service on a random chip; the same for the same seed.
struct Service {
  workload::Demand demand;
  catalog::Accelerator chip;
  workload::Layout layout;
  double load_share = 0;
};

Service random_service(unsigned seed) {
  std::mt19937 random{seed};
  const auto real = [&](double low, double high) {
    return std::uniform_real_distribution<double>{low, high}(random);
  };
  const auto pick = [&](std::initializer_list<Stack> from) {
    return *(from.begin() + static_cast<std::ptrdiff_t>(random() % from.size()));
  };
  Service made;
  const auto layers = static_cast<std::int64_t>(real(16, 64));
  const std::int64_t hidden = 128 * static_cast<std::int64_t>(real(12, 48));
  const std::int64_t heads = hidden / 128;
  const std::int64_t tables = 64000 * hidden;
  const std::int64_t total = 2 * tables + layers * (14 * hidden * hidden);
  made.demand =
      test::chat(test::decoder({layers, hidden, 4 * hidden, heads, 8, 128, 64000, total}),
                 WeightFormat::bf16,
                 real(50, 3000),
                 real(20, 1500),
                 2,
                 pick({Stack::vllm, Stack::sglang, Stack::tensorrt_llm, Stack::transformers}));
  made.chip = seed % 2 == 0 ? test::h100_sxm() : test::a100_sxm();
  made.layout = test::tensor_parallel(1 << (random() % 4));
  made.load_share = real(0.05, 0.85);
  return made;
}

core::Known<perf::ReplicaEstimate> estimate(const Service& service, core::Known<double> load) {
  const catalog::Shape machine = test::shape(8, 600);
  return test::serving_model().estimate(
      service.demand, service.layout, {&service.chip, &machine, 1}, load);
}

constexpr double k_slack = 1 + 1e-6;

} // namespace

TEST_CASE("more bandwidth, more compute, more memory never serve less", "[perf][serving]") {
  int answered = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const Service service = random_service(seed);
    const auto before = estimate(service, {});
    if (!before)
      continue;
    ++answered;
    CAPTURE(seed);
    auto faster = service;
    faster.chip.memory_bandwidth = *service.chip.memory_bandwidth * 1.5;
    CHECK(estimate(faster, {})->saturation_requests_s * k_slack >= before->saturation_requests_s);
    CHECK(estimate(faster, {})->decode_tokens_s_single * k_slack >= before->decode_tokens_s_single);
    auto larger = service;
    larger.chip.memory = *service.chip.memory * 1.5;
    CHECK(estimate(larger, {})->max_concurrency * k_slack >= before->max_concurrency);
    auto stronger = service;
    stronger.chip.power_w = {}; // keep ω at 1 on both sides
    const auto plain = estimate(stronger, {});
    for (catalog::FormatRate& rate : stronger.chip.rates)
      if (rate.dense)
        rate.dense = *rate.dense * 1.5;
    CHECK(estimate(stronger, {})->prefill_tokens_s * k_slack >= plain->prefill_tokens_s);
  }
  CHECK(answered > 100);
}

TEST_CASE("a larger model is never faster, and a longer answer never quicker", "[perf][serving]") {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const Service service = random_service(seed);
    const auto before = estimate(service, {});
    if (!before)
      continue;
    CAPTURE(seed);
    auto larger = service;
    larger.demand.model.params.total += larger.demand.model.params.total / 3;
    if (const auto after = estimate(larger, {})) {
      CHECK(after->decode_tokens_s_single <= before->decode_tokens_s_single * k_slack);
      CHECK(after->saturation_requests_s <= before->saturation_requests_s * k_slack);
      CHECK(after->prefill_tokens_s <= before->prefill_tokens_s * k_slack);
    }
    auto longer = service;
    longer.demand.serving.output_tokens *= 1.5;
    if (const auto after = estimate(longer, {}))
      CHECK(after->latency_alone_ms * k_slack >= before->latency_alone_ms);
  }
}

TEST_CASE("TTFT, TPOT and latency rise with the load, up to saturation", "[perf][serving]") {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Service service = random_service(seed);
    const auto most = estimate(service, {});
    if (!most)
      continue;
    perf::ReplicaEstimate before;
    for (int percent = 2; percent < 130; percent += 8) {
      CAPTURE(seed, percent);
      const auto state = estimate(service, percent / 100.0 * most->saturation_requests_s);
      REQUIRE(state.known());
      CHECK(state->ttft_ms * k_slack >= before.ttft_ms);
      CHECK(state->tpot_ms * k_slack >= before.tpot_ms);
      CHECK(state->latency_ms * k_slack >= before.latency_ms);
      CHECK((state->saturated || !before.saturated));
      before = *state;
    }
    CHECK(before.saturated);
  }
}

TEST_CASE("the best load within a target is met when it is offered", "[perf][serving]") {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    Service service = random_service(seed);
    const auto free = estimate(service, {});
    if (!free)
      continue;
    CAPTURE(seed);
    service.demand.serving.tpot_limit_ms = (1e3 / free->decode_tokens_s_single + free->tpot_ms) / 2;
    const auto best = estimate(service, {});
    REQUIRE(best->requests_s > 0);
    CHECK(estimate(service, best->requests_s * 0.999)->meets_targets);
    if (best->target_binds)
      CHECK(!estimate(service, best->requests_s * 1.01)->meets_targets);
  }
}

TEST_CASE("narrower weights decode a single stream no slower in vLLM", "[perf][serving]") {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    Service service = random_service(seed);
    service.demand.stack = Stack::vllm;
    const auto wide = estimate(service, {});
    if (!wide)
      continue;
    CAPTURE(seed);
    for (const WeightFormat format : {WeightFormat::fp8, WeightFormat::awq_int4}) {
      service.demand.serving.weights = format;
      CHECK(estimate(service, {})->decode_tokens_s_single * k_slack >=
            wide->decode_tokens_s_single);
    }
  }
}
