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

TEST_CASE("what would change a latency that is too low is near the least that any plan reaches",
          "[plan]") {
  // The slow chip has the emptier memory.
  const Plans plans(World{
      .chips = {{.id = "slow-192gb", .memory_gib = 192, .bandwidth_gb_s = 1000, .tflops = 300},
                {.id = "fast-80gb"}},
      .regions = {{}},
      .machines = {{.type = "fast.1", .chip = "fast-80gb", .devices = "1"},
                   {.type = "slow.8", .chip = "slow-192gb"},
                   {.type = "fast.8", .chip = "fast-80gb"}},
      .prices = {{.type = "fast.1", .hourly = "3"},
                 {.type = "slow.8", .hourly = "10"},
                 {.type = "fast.8", .hourly = "24"}}});
  const auto job = [](const std::string& key, double ms) {
    return fmt::format("model: llama-3.1-8b\nkind: serve\n"
                       "serve: {{rps: 1, input_tokens: 30000, output_tokens: 300, {}: {}ms}}\n",
                       key,
                       ms);
  };
  for (const auto& [key, reason] : {std::pair{"ttft", "serve.ttft"},
                                    std::pair{"tpot", "serve.tpot"},
                                    std::pair{"latency", "serve.latency"}}) {
    CAPTURE(key);
    double told = 0;
    for (const auto& exclusion : plans.answer(job(key, 0.5)).excluded) {
      if (exclusion.reason != reason)
        continue;
      CHECK_THAT(exclusion.nearest, ContainsSubstring("/fast.8@"));
      const std::string flag = fmt::format("--{} ", key);
      REQUIRE_THAT(exclusion.remedy, Catch::Matchers::StartsWith(flag));
      told = std::stod(exclusion.remedy.substr(flag.size()));
    }
    REQUIRE(told > 0);
    CHECK_FALSE(ranked(plans.answer(job(key, told))).empty());
    CHECK(ranked(plans.answer(job(key, told / 1.1))).empty());
  }
}
