#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

constexpr auto k_too_dear = "model: llama-3.1-8b\nkind: finetune\nmethod: lora\n"
                            "data: {tokens: 5M}\nconstraints: {budget: 0.0001 USD}\n";

plan::Exclusion over_the_budget(const Plans& plans) {
  for (const auto& exclusion : plans.answer(k_too_dear).excluded) {
    if (exclusion.reason == "policy.budget" && exclusion.count > 0)
      return exclusion;
  }
  FAIL("nothing was over the budget");
  return {};
}

World old_and_current(const std::string& as_of_of_cheap) {
  return {.chips = {{}},
          .regions = {{}},
          .machines = {{.type = "cheap.1"}, {.type = "dear.1"}},
          .prices = {{.type = "cheap.1", .hourly = "1", .as_of = as_of_of_cheap},
                     {.type = "dear.1", .hourly = "3"}}};
}

} // namespace

TEST_CASE("the nearest miss is one whose price counts today, where there is one", "[plan]") {
  CHECK_THAT(over_the_budget(Plans(old_and_current("2026-11-20"))).nearest,
             ContainsSubstring("/cheap.1@"));
  const auto with_old = over_the_budget(Plans(old_and_current("2024-01-15")));
  CHECK_THAT(with_old.nearest, ContainsSubstring("/dear.1@"));
  CHECK(with_old.count == 2);
  CHECK(with_old.remedy.find("--old") == std::string::npos);
}

TEST_CASE("where every price is old the nearest miss is an old one", "[plan]") {
  auto world = old_and_current("2024-01-15");
  world.prices.pop_back();
  const auto only_old = over_the_budget(Plans(world));
  CHECK_THAT(only_old.nearest, ContainsSubstring("/cheap.1@"));
  CHECK_THAT(only_old.remedy, ContainsSubstring("--old"));
}

TEST_CASE("a remedy that leads to another number of machines than the nearest miss names its plan",
          "[plan]") {
  const Plans plans(World{.chips = {{}},
                          .regions = {{}},
                          .machines = {{.type = "one.1", .devices = "1"}},
                          .prices = {{.type = "one.1", .hourly = "3"}}});
  int told = 0;
  for (const auto& exclusion :
       plans.answer("model: llama-3.1-8b\nkind: serve\nserve: {rps: 40, ttft: 1ms}\n").excluded) {
    const bool other = exclusion.remedy_told != exclusion.remedy;
    const auto names_plan = exclusion.remedy_told.find(" (then alba/one.1@east-1");
    CHECK(other == (names_plan != std::string::npos));
    // Never the plan that stands beside it.
    if (other)
      CHECK(exclusion.remedy_told.find("(then " + exclusion.nearest + ")") == std::string::npos);
    told += other ? 1 : 0;
  }
  CHECK(told > 0);
}
