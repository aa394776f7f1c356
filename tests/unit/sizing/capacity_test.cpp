#include "sizing/capacity.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

using namespace gpuplan;
using namespace gpuplan::test;
using workload::Layout;
using workload::Recompute;
using workload::Sharding;
using workload::Stack;
using workload::WeightFormat;

TEST_CASE("room is what fits, or a serving engine's share", "[sizing]") {
  const auto& model = shipped_memory_model();
  const auto usable = core::gib(100);
  CHECK(core::to_gib(model.room(training_of(llama_8b(), Stack::vllm, 1), usable)) == Approx(88));
  auto serving = serving_of(llama_8b(), Stack::vllm, WeightFormat::bf16);
  CHECK(core::to_gib(model.room(serving, usable)) == Approx(90));
  serving.serving.memory_share = 0.8;
  CHECK(core::to_gib(model.room(serving, usable)) == Approx(80));
  serving.stack = Stack::llama_cpp;
  CHECK(core::to_gib(model.room(serving, usable)) == Approx(88));
}

TEST_CASE("the largest micro-batch fits and one more does not", "[sizing]") {
  const auto& model = shipped_memory_model();
  const auto demand = training_of(llama_8b(), Stack::fsdp, 4096);
  const auto recompute = GENERATE(Recompute::none, Recompute::full);
  Layout layout{.data = 8, .sharding = Sharding::full, .recompute = recompute};
  const auto query = model.prepare(demand);
  const auto room = core::gib(70);
  const auto most = sizing::largest_micro_batch(query, layout, room, 1000).value();
  REQUIRE(most > 0);
  layout.micro_batch = static_cast<std::int32_t>(most);
  CHECK(query.estimate(layout)->device <= room);
  layout.micro_batch += 1;
  CHECK(query.estimate(layout)->device > room);
}

TEST_CASE("the largest micro-batch is capped, and 0 where none fits", "[sizing]") {
  const auto query = shipped_memory_model().prepare(training_of(llama_8b(), Stack::fsdp, 4096));
  const Layout layout{.data = 8, .sharding = Sharding::full};
  CHECK(sizing::largest_micro_batch(query, layout, core::gib(10'000), 4).value() == 4);
  CHECK(sizing::largest_micro_batch(query, layout, core::gib(5), 4).value() == 0);
  const auto unknown = shipped_memory_model().prepare(training_of(llama_8b(), Stack::fsdp, 0));
  CHECK_FALSE(sizing::largest_micro_batch(unknown, layout, core::gib(70), 4).known());
}

TEST_CASE("what weights and engine leave holds the cache", "[sizing]") {
  // Llama-3.1-8B in bf16 on 79.15 GiB at 0.9: 71.235 - 14.958 - 2.3 GiB of cache at 128 KiB.
  const auto& model = shipped_memory_model();
  auto demand = serving_of(llama_8b(), Stack::vllm, WeightFormat::bf16);
  demand.serving.input_tokens = 7000;
  demand.serving.output_tokens = 1000;
  const auto room = model.room(demand, core::gib(79.15));
  const auto tokens = sizing::largest_context(model.prepare(demand), {}, room).value();
  CHECK(tokens == Approx((71.235 - 14.9575 - 2.3) * 1024 * 8).epsilon(0.0001));
  CHECK(sizing::largest_concurrency(model, demand, {}, room).value() ==
        static_cast<std::int64_t>(tokens / 8000));
  CHECK(sizing::largest_context(model.prepare(demand), {}, core::gib(10)).value() == 0.0);
}

TEST_CASE("a model of nearly the card's size leaves almost no cache", "[sizing]") {
  // NVIDIA/TensorRT-LLM: Llama-3.1-70B in FP8 runs on one H100 of 80 GB with a few GiB of cache.
  auto model = llama_8b();
  model.dims.layers = model.dims.attention_layers = 80;
  model.dims.hidden = 8192;
  model.params.total = 70'553'706'496;
  model.params.embedding = model.params.head = 128256LL * 8192;
  auto demand = serving_of(model, Stack::tensorrt_llm, WeightFormat::fp8);
  demand.serving.memory_share = 0.95;
  const auto room = shipped_memory_model().room(demand, core::gib(79.1));
  const auto tokens =
      sizing::largest_context(shipped_memory_model().prepare(demand), {}, room).value();
  const double cache_gib = tokens * 327'680 / (1024.0 * 1024 * 1024);
  CHECK(cache_gib > 0.5);
  CHECK(cache_gib < 8);
}

TEST_CASE("concurrency of an encoder or a sample model is a batch", "[sizing]") {
  const auto& model = shipped_memory_model();
  workload::Demand demand;
  demand.kind = workload::JobKind::serve;
  demand.stack = Stack::framework_amp;
  demand.model.network = workload::NetworkClass::cnn;
  demand.model.params.total = 25'560'000;
  demand.model.sample.activation_elements = 11.11e6;
  demand.serving.weights = WeightFormat::fp16;
  const auto batch = sizing::largest_concurrency(model, demand, {}, core::gib(14)).value();
  Layout layout{.micro_batch = static_cast<std::int32_t>(batch)};
  CHECK(model.estimate(demand, layout)->device <= core::gib(14));
  layout.micro_batch += 1;
  CHECK(model.estimate(demand, layout)->device > core::gib(14));
}

TEST_CASE("the largest sequence fits and one more token does not", "[sizing]") {
  const auto& model = shipped_memory_model();
  auto demand = training_of(llama_8b(), Stack::fsdp, 1);
  const Layout layout{.data = 8, .sharding = Sharding::full, .recompute = Recompute::full};
  const auto room = core::gib(70);
  const auto tokens = sizing::largest_sequence(model, demand, layout, room).value();
  demand.training.sequence = tokens;
  CHECK(model.estimate(demand, layout)->device <= room);
  demand.training.sequence = tokens + 1;
  CHECK(model.estimate(demand, layout)->device > room);

  auto serving = serving_of(llama_8b(), Stack::llama_cpp, WeightFormat::fp16);
  const auto context = sizing::largest_sequence(model, serving, {}, core::gib(16)).value();
  CHECK(model.estimate(serving, {}, static_cast<double>(context))->device <= core::gib(16));
  CHECK(model.estimate(serving, {}, static_cast<double>(context + 1))->device > core::gib(16));
}
