#include "plan/answer/plan_marks.hpp"
#include "plan/facts/fill_recommendation.hpp"
#include "support/planned.hpp"

using namespace gpuplan;

namespace {

/// What a plan on a chip of this size says of `memory_fits`: `yes`, `no` or `unknown`.
std::string said_of_memory(sizing::Fit fit) {
  const test::Plans plans(test::World{.chips = {{}},
                                      .regions = {{}},
                                      .machines = {{.type = "kite.1", .devices = "1"}},
                                      .prices = {{.type = "kite.1"}}});
  const auto set = plans.answer("model: llama-3.1-8b\nkind: finetune\nmethod: lora\n"
                                "data: {tokens: 5M}\n");
  REQUIRE_FALSE(set.recommendations.empty());
  auto entry = set.recommendations.front();
  entry.setup.fit = fit;
  facts::FactValues values;
  plan::fill_recommendation(values, plans.catalog(), set.workload, test::k_today, {}, entry);
  const auto fits = values.number(facts::FactId::memory_fits);
  return !fits ? "unknown" : *fits > 0 ? "yes" : "no";
}

} // namespace

TEST_CASE("a need above the usable memory is not called fitting", "[plan]") {
  CHECK(said_of_memory(sizing::Fit::fits) == "yes");
  CHECK(said_of_memory(sizing::Fit::tight) == "yes");
  CHECK(said_of_memory(sizing::Fit::may_fit) == "unknown");
  CHECK(said_of_memory(sizing::Fit::does_not_fit) == "no");
}

TEST_CASE("a plan over its memory by the estimate carries the mark of it", "[plan]") {
  const plan::Setup over{.fit = sizing::Fit::may_fit};
  const auto marks = plan::marks_of_setup(over, {});
  CHECK((marks & bit(plan::Mark::memory_over)) != 0);
  CHECK((marks & bit(plan::Mark::memory_tight)) != 0);
  const plan::Setup tight{.fit = sizing::Fit::tight};
  CHECK((plan::marks_of_setup(tight, {}) & bit(plan::Mark::memory_over)) == 0);
}
