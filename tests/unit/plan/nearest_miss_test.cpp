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
