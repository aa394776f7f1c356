#include "sizing/capacity.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

// What a replica needs room for: whole requests, of which an engine with a paged cache takes no
// more than leaves its device fitting.

using namespace gpuplan;
using namespace gpuplan::test;
using workload::Stack;
using workload::WeightFormat;

namespace {

workload::Demand chat_of(Stack stack, double input, double output) {
  auto demand = serving_of(llama_8b(), stack, WeightFormat::bf16);
  demand.serving.input_tokens = input;
  demand.serving.output_tokens = output;
  return demand;
}

double needed(const workload::Demand& demand, double running, core::Bytes room) {
  return sizing::needed_context(shipped_memory_model().prepare(demand), demand, {}, running, room);
}

} // namespace

TEST_CASE("a service needs room for whole requests, one at least", "[sizing]") {
  const auto demand = chat_of(Stack::vllm, 7000, 1000);
  const auto room = core::gib(70);
  CHECK(needed(demand, 0, room) == 8000);
  CHECK(needed(demand, 0.003, room) == 8000);
  CHECK(needed(demand, 1, room) == 8000);
  CHECK(needed(demand, 2.1, room) == 24000);
}

TEST_CASE("a paged cache takes what is left and never makes its engine unfit", "[sizing]") {
  for (const auto stack : {Stack::vllm, Stack::sglang, Stack::tensorrt_llm}) {
    CAPTURE(static_cast<int>(stack));
    const auto demand = chat_of(stack, 512, 256);
    const auto query = shipped_memory_model().prepare(demand);
    const auto room = core::gib(70);
    const double tokens = needed(demand, 2000, room);
    CHECK(tokens < 2000 * 768);
    CHECK(query.estimate({}, tokens)->device <= room);
    CHECK(query.estimate({}, tokens + 1)->device > room);
    // One request has to fit whole: a smaller card is told so.
    CHECK(needed(demand, 2000, core::gib(10)) == 768);
    CHECK(query.estimate({}, 768)->device > core::gib(10));
  }
}

TEST_CASE("a cache that is not paged is as large as what it holds", "[sizing]") {
  CHECK(needed(chat_of(Stack::llama_cpp, 512, 256), 2000, core::gib(70)) == 2000 * 768);
}
