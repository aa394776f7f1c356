// What the fast pick may cost beside the reliable one.

#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// One device for 2 USD an hour, or eight of them, which are about seven times as fast.
World one_or_eight(const std::string& hourly_of_eight) {
  const std::string measured = "h100-sxm5-80gb";
  World world{.chips = {WorldChip{.id = measured}},
              .regions = {{}},
              .machines = {{.chip = measured}},
              .prices = {{.hourly = hourly_of_eight}}};
  world.machines.push_back(
      {.type = "kite.1", .chip = measured, .devices = "1", .links = "none", .vcpus = "12"});
  world.prices.push_back({.type = "kite.1", .hourly = "2"});
  return world;
}

constexpr auto k_long_job = "model: llama-3.1-8b\nkind: finetune\nmethod: lora\n"
                            "data: {tokens: 500M}\nnodes: 1\nrun: {setup: 0h, retries: 0}\n";

std::string fast_with(const std::string& hourly_of_eight, const std::string& limits) {
  const auto set = Plans(one_or_eight(hourly_of_eight)).answer(k_long_job + limits);
  const auto* rely = pick_of(set, plan::PickKind::rely);
  REQUIRE(rely != nullptr);
  REQUIRE(rely->plan == "alba/kite.1@east-1");
  const auto* fast = pick_of(set, plan::PickKind::fast);
  return fast == nullptr ? "none" : fast->plan;
}

constexpr auto k_budget = "constraints: {budget: 100000 USD}\n";

} // namespace

TEST_CASE("a fast plan of less than twice the cost is a pick, whatever the budget", "[plan]") {
  CHECK(fast_with("20", "") == "alba/kite.8@east-1");
  CHECK(fast_with("20", k_budget) == "alba/kite.8@east-1");
}

TEST_CASE("a budget is a limit, no wish", "[plan]") {
  CHECK(fast_with("50", "") == "none");
  CHECK(fast_with("50", k_budget) == "none");
  CHECK(fast_with("500", k_budget) == "none");
}
