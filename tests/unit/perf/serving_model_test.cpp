#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

using namespace gpuplan;
using workload::JobKind;
using workload::NetworkClass;
using workload::Stack;
using workload::WeightFormat;

namespace {

core::Known<perf::ReplicaEstimate> estimate(const workload::Demand& demand,
                                            const catalog::Accelerator& chip,
                                            core::Known<double> load = {},
                                            const workload::Layout& layout = {}) {
  const catalog::Shape machine = test::shape(8, 900);
  return test::serving_model().estimate(demand, layout, {&chip, &machine, 1}, load);
}

workload::Demand chat_8b() {
  return test::chat(test::llama_3_1_8b(), WeightFormat::bf16, 500, 200, 2, Stack::vllm);
}

workload::Demand classifier() {
  workload::Demand demand;
  demand.kind = JobKind::serve;
  demand.stack = Stack::transformers;
  demand.model.family = "resnet";
  demand.model.network = NetworkClass::cnn;
  demand.model.sample.activation_elements = 11.1e6;
  demand.serving.flops_per_sample = 8.2e9;
  return demand;
}

} // namespace

TEST_CASE("without a load or targets a service is taken to 90 % of capacity", "[perf][serving]") {
  const auto found = estimate(chat_8b(), test::h100_sxm());
  REQUIRE(found.known());
  CHECK(found->requests_s == Approx(0.9 * found->saturation_requests_s).epsilon(0.01));
  CHECK(found->output_tokens_s == Approx(200 * found->requests_s));
  CHECK(found->meets_targets);
  CHECK(!found->saturated);
}

TEST_CASE("batch inference runs at the most a replica can do", "[perf][serving]") {
  auto demand = chat_8b();
  demand.kind = JobKind::batch_inference;
  const auto found = estimate(demand, test::h100_sxm());
  REQUIRE(found.known());
  CHECK(found->requests_s == found->saturation_requests_s);
  CHECK(found->batch == found->max_concurrency);
}

TEST_CASE("a stated load is served at its own batch, and judged by the targets",
          "[perf][serving]") {
  auto demand = chat_8b();
  const auto free = estimate(demand, test::h100_sxm(), 5.0);
  REQUIRE(free.known());
  CHECK(free->requests_s == 5.0);
  CHECK(free->meets_targets);
  demand.serving.tpot_limit_ms = free->tpot_ms * 0.99;
  CHECK(!estimate(demand, test::h100_sxm(), 5.0)->meets_targets);
  demand.serving.tpot_limit_ms = free->tpot_ms * 1.01;
  CHECK(estimate(demand, test::h100_sxm(), 5.0)->meets_targets);
}

TEST_CASE("above 90 % of capacity saturation is reported, with the limit's times",
          "[perf][serving]") {
  const auto at_limit = estimate(chat_8b(), test::h100_sxm());
  const double most = at_limit->saturation_requests_s;
  const auto near = estimate(chat_8b(), test::h100_sxm(), 0.95 * most);
  CHECK(near->saturated);
  CHECK(!near->meets_targets);
  CHECK(near->limited_by == estimate(chat_8b(), test::h100_sxm(), 3 * most)->limited_by);
  CHECK(near->ttft_ms == Approx(at_limit->ttft_ms).epsilon(1e-3));
  CHECK(near->requests_s == Approx(0.95 * most));
  CHECK(estimate(chat_8b(), test::h100_sxm(), 3 * most)->requests_s == Approx(most));
  CHECK(!estimate(chat_8b(), test::h100_sxm(), 0.85 * most)->saturated);
}

TEST_CASE("targets set the load where none is stated", "[perf][serving]") {
  auto demand = chat_8b();
  const double free = estimate(demand, test::h100_sxm())->requests_s;
  demand.serving.tpot_limit_ms = 12.0;
  const auto bound = estimate(demand, test::h100_sxm());
  CHECK(bound->requests_s < free);
  CHECK(bound->tpot_ms == Approx(12).epsilon(1e-3));
  CHECK(bound->target_binds);
  CHECK(bound->limited_by == "memory bandwidth");
  CHECK(bound->meets_targets);
  demand.serving.tpot_limit_ms = 0.1;
  const auto missed = estimate(demand, test::h100_sxm());
  CHECK(missed->requests_s == 0);
  CHECK(!missed->meets_targets);
}

TEST_CASE("stated concurrency is shared by the replicas", "[perf][serving]") {
  auto demand = chat_8b();
  demand.serving.concurrency = 64.0;
  workload::Layout layout;
  layout.replicas = 4;
  CHECK(estimate(demand, test::h100_sxm(), {}, layout)->batch == Approx(16));
}

TEST_CASE("an idle service has the times of a request alone", "[perf][serving]") {
  const auto found = estimate(chat_8b(), test::h100_sxm(), 0.0);
  REQUIRE(found.known());
  CHECK(found->requests_s == 0);
  CHECK(found->ttft_ms == Approx(found->ttft_alone_ms));
  CHECK(found->latency_ms == Approx(found->latency_alone_ms));
}

TEST_CASE("the band says what was measured", "[perf][serving]") {
  struct Case {
    const char* name;
    Stack stack;
    const char* chip;
    const char* generation;
    double factor;
    const char* band;
  };

  const Case cases[] = {
      {"measured", Stack::vllm, "h100-sxm5-80gb", "hopper", 1.45, "known engine and chip"},
      {"new chip", Stack::vllm, "h800-sxm5-80gb", "hopper", 1.60, "new chip of a known generation"},
      {"new generation", Stack::vllm, "mi355x", "cdna4", 1.70, "new generation"},
      {"new engine", Stack::other, "h100-sxm5-80gb", "hopper", 1.70, "new engine"},
      {"eager", Stack::transformers, "h100-sxm5-80gb", "hopper", 2.3, "eager code"},
      // ln²1.7 + ln²1.6 − ln²1.45 = 0.3644, its root 0.6036.
      {"both new", Stack::other, "h800-sxm5-80gb", "hopper", 1.829, "new engine on a new chip"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    auto chip = test::h100_sxm();
    chip.name = c.chip;
    chip.generation = c.generation;
    auto demand = chat_8b();
    demand.stack = c.stack;
    const auto found = estimate(demand, chip);
    REQUIRE(found.known());
    CHECK(found->factor_high == Approx(c.factor).epsilon(0.001));
    CHECK(found->factor_low == Approx(1 / c.factor).epsilon(0.001));
    CHECK(found->band == c.band);
    CHECK(found->chip_measured == (std::string_view{c.chip} == "h100-sxm5-80gb"));
    CHECK(found->measured_kind);
  }
}

TEST_CASE("unknown inputs make the estimate unknown, with the reason", "[perf][serving]") {
  struct Case {
    const char* why;
    void (*spoil)(catalog::Accelerator&);
  };

  const Case cases[] = {
      {"the chip's memory bandwidth is not known",
       [](catalog::Accelerator& chip) { chip.memory_bandwidth = {}; }},
      {"the chip's memory is not known", [](catalog::Accelerator& chip) { chip.memory = {}; }},
      {"the chip's 16-bit rate is not known", [](catalog::Accelerator& chip) { chip.rates = {}; }},
  };
  for (const Case& c : cases) {
    auto chip = test::h100_sxm();
    c.spoil(chip);
    const auto found = estimate(chat_8b(), chip);
    REQUIRE(!found.known());
    CHECK(found.why_unknown() == c.why);
  }
}

TEST_CASE("power not known leaves the generation's share as it is", "[perf][serving]") {
  auto chip = test::h100_sxm();
  chip.power_w = {};
  CHECK(estimate(chat_8b(), chip).known());
}

TEST_CASE("sample models: alone, loaded, saturated, within a limit", "[perf][serving]") {
  auto demand = classifier();
  demand.serving.weights = WeightFormat::fp16;
  demand.serving.compute = catalog::NumberFormat::fp16;
  const auto free = estimate(demand, test::a100_sxm());
  REQUIRE(free.known());
  CHECK(free->latency_alone_ms == Approx(8).epsilon(0.01));
  CHECK(free->requests_s == Approx(0.9 * free->saturation_requests_s).epsilon(1e-6));
  CHECK(free->latency_p99_ms.value() == Approx(1.1 * free->latency_ms));
  CHECK(estimate(demand, test::a100_sxm(), 2 * free->saturation_requests_s)->saturated);

  demand.serving.latency_limit_ms = 15.0;
  const auto bound = estimate(demand, test::a100_sxm());
  CHECK(bound->latency_ms == Approx(15).epsilon(1e-3));
  CHECK(bound->target_binds);
  demand.serving.latency_limit_ms = 5.0;
  CHECK(!estimate(demand, test::a100_sxm())->meets_targets);
}

TEST_CASE("TensorRT serves a sample faster than eager code", "[perf][serving]") {
  auto demand = classifier();
  demand.serving.weights = WeightFormat::fp16;
  demand.serving.compute = catalog::NumberFormat::fp16;
  const auto eager = estimate(demand, test::a100_sxm());
  demand.stack = Stack::tensorrt_llm;
  const auto tuned = estimate(demand, test::a100_sxm());
  CHECK(tuned->saturation_requests_s > 2 * eager->saturation_requests_s);
  CHECK(tuned->latency_alone_ms < eager->latency_alone_ms);
}

TEST_CASE("recommenders and hosts are answered by rules of thumb that say so", "[perf][serving]") {
  auto demand = classifier();
  demand.serving.weights = WeightFormat::fp32;
  catalog::Shape host;
  host.vcpus = 16.0;
  const auto on_host = test::serving_model().estimate(demand, {}, {nullptr, &host, 1}, {});
  REQUIRE(on_host.known());
  CHECK(!on_host->measured_kind);
  CHECK(on_host->factor_high == Approx(3));
  CHECK(on_host->band == "rule of thumb");

  demand.model.network = NetworkClass::recommender;
  demand.serving.weights = WeightFormat::fp16;
  CHECK(!estimate(demand, test::a100_sxm())->measured_kind);
}

TEST_CASE("a class without measurements widens the band of a sample model", "[perf][serving]") {
  auto demand = classifier();
  demand.serving.weights = WeightFormat::fp16;
  demand.serving.compute = catalog::NumberFormat::fp16;
  const double known = estimate(demand, test::a100_sxm())->factor_high;
  demand.model.network = NetworkClass::speech;
  demand.model.family = "rnn-t";
  const auto speech = estimate(demand, test::a100_sxm());
  CHECK(speech->factor_high > known);
  CHECK(speech->band == "new class of network");
}

TEST_CASE("missing coefficients are reported, all of them", "[perf][serving]") {
  auto values = test::shipped_coefficients();
  values.erase("inference.engine.vllm.layer_us");
  values.erase("inference.generation.default.compute_share");
  core::DiagnosticSink sink;
  CHECK(!perf::ServingModel::bind(values, sink));
  REQUIRE(sink.diagnostics().size() == 2);
  CHECK_THAT(sink.diagnostics()[0].headline, ContainsSubstring("inference.engine.vllm.layer_us"));
}

TEST_CASE("a chip's own factor and row come from data alone", "[perf][serving]") {
  auto values = test::shipped_coefficients();
  values["inference.chip.brand-new.language"] = 2.0;
  core::DiagnosticSink sink;
  const auto bound = perf::inference::Coefficients::bind(values, sink);
  REQUIRE(bound);
  REQUIRE(bound->chip("brand-new") != nullptr);
  CHECK(bound->chip("brand-new")->language == 2.0);
  CHECK(bound->chip("brand-new")->samples == 0);
  CHECK(bound->chip("brand") == nullptr);
  CHECK(bound->generation("hopper") != nullptr);
  CHECK(bound->generation("default") == nullptr);
}
