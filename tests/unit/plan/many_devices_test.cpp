// More devices than are had by the hour unasked are picked only where no smaller plan does.

#include "output/json/recommend_json.hpp"
#include "output/reports/recommend_report.hpp"
#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// Slow devices for next to nothing, and beside them, where named, fast ones that are dear.
World slow_devices(bool and_fast) {
  World world{
      .chips = {WorldChip{.id = "a100-sxm4-80gb", .bandwidth_gb_s = 150, .tflops = 60},
                WorldChip{.id = "h100-sxm5-80gb"}},
      .regions = {{}},
      .machines = {{.type = "slow.1", .chip = "a100-sxm4-80gb", .devices = "1", .links = "none"},
                   {.type = "fast.8", .chip = "h100-sxm5-80gb"}},
      .prices = {{.type = "slow.1", .hourly = "0.02"}}};
  if (and_fast)
    world.prices.push_back({.type = "fast.8", .hourly = "200"});
  return world;
}

constexpr auto k_batch_job = "model: llama-3.1-8b\nkind: batch-inference\ndata: {samples: 3M}\n"
                             "constraints: {deadline: 3h}\n";

} // namespace

TEST_CASE("a pick takes many devices only where no smaller plan would be it", "[plan][answer]") {
  const Plans with_fast(slow_devices(true));
  const auto both = with_fast.answer(k_batch_job);
  REQUIRE_FALSE(ranked(both).empty());
  const auto* first = ranked(both).front();
  REQUIRE(first->plan.starts_with("alba/slow.1@east-1 x"));
  REQUIRE(first->setup.nodes > 64);
  const auto* rely = pick_of(both, plan::PickKind::rely);
  REQUIRE(rely != nullptr);
  CHECK(rely->plan.starts_with("alba/fast.8@east-1"));
  CHECK(rely->setup.nodes * 8 <= 64);
  REQUIRE(both.first_not_picked.has_value());
  CHECK(both.first_not_picked->bars.front().reason == "devices");
  for (const auto& pick : both.picks)
    CHECK(pick.many.empty());

  const Plans slow_alone(slow_devices(false));
  const auto alone = slow_alone.answer(k_batch_job);
  CAPTURE(output::recommend_text(alone, output::Rows::lines, output::Detail::usual, {}));
  REQUIRE(pick_of(alone, plan::PickKind::rely) != nullptr);
  CHECK(pick_of(alone, plan::PickKind::rely)->setup.nodes > 64);
  const auto text = output::recommend_text(alone, output::Rows::lines, output::Detail::usual, {});
  CHECK_THAT(text, ContainsSubstring("seldom to be had by the hour"));
  CHECK_THAT(output::recommend_json(alone, "recommend", output::Rows::lines),
             ContainsSubstring("seldom to be had by the hour"));
}

TEST_CASE("a commitment that costs many times as much is told in times", "[plan][output]") {
  World world{.chips = {WorldChip{.id = "h100-sxm5-80gb"}},
              .regions = {{}},
              .machines = {{.chip = "h100-sxm5-80gb"}},
              .prices = {{}, {.option = "reserved", .hourly = "15", .term = "1y"}}};
  const Plans plans(world);
  const auto set =
      plans.answer("model: llama-3.1-8b\nkind: finetune\nmethod: lora\n"
                   "data: {tokens: 5M}\nnodes: 1\npurchase: {project_duration: 36mo}\n");
  const auto text = output::recommend_text(set, output::Rows::lines, output::Detail::usual, {});
  CHECK_THAT(text, ContainsSubstring("times as much as rely"));
  CHECK_THAT(text, !ContainsSubstring("% more than rely"));
}
