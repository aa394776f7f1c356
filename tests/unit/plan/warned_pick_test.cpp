// What rules warn of is said of a plan, and is not relied on where another plan is.

#include "output/json/recommend_json.hpp"
#include "output/reports/recommend_report.hpp"
#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// One device whose host has few cores, and beside it, where named, one that has more and is
/// dearer.
World few_cores(bool and_more) {
  const std::string measured = "h100-sxm5-80gb";
  World world{.chips = {WorldChip{.id = measured}}, .regions = {{}}, .machines = {}, .prices = {}};
  const auto add =
      [&](const std::string& type, const std::string& vcpus, const std::string& hourly) {
        world.machines.push_back(
            {.type = type, .chip = measured, .devices = "1", .links = "none", .vcpus = vcpus});
        world.prices.push_back({.type = type, .hourly = hourly});
      };
  add("few.1", "2", "1");
  if (and_more)
    add("more.1", "12", "2");
  return world;
}

constexpr auto k_short_job =
    "model: llama-3.1-8b\nkind: finetune\nmethod: lora\ndata: {tokens: 5M}\nnodes: 1\n";

} // namespace

TEST_CASE("a plan that a rule warns of is relied on only where there is no other", "[plan]") {
  const Plans both(few_cores(true));
  const auto set = both.answer(k_short_job);
  REQUIRE(pick_of(set, plan::PickKind::rely) != nullptr);
  CHECK(pick_of(set, plan::PickKind::rely)->plan == "alba/more.1@east-1");
  CHECK_FALSE(pick_of(set, plan::PickKind::rely)->has(plan::Mark::rule_warns));
  REQUIRE(set.first_not_picked.has_value());
  CHECK(set.first_not_picked->bars.front().reason == "rule-warns");

  const Plans one(few_cores(false));
  const auto alone = one.answer(k_short_job);
  REQUIRE(pick_of(alone, plan::PickKind::rely) != nullptr);
  CHECK(pick_of(alone, plan::PickKind::rely)->has(plan::Mark::rule_warns));
}

TEST_CASE("a pick says what rules warn of", "[plan][output]") {
  const Plans plans(few_cores(false));
  const auto set = plans.answer(k_short_job);
  const auto text = output::recommend_text(set, output::Rows::lines, output::Detail::usual, {});
  CHECK_THAT(text, ContainsSubstring("rely: a rule warns: has 2 vCPUs for 1 devices"));
  CHECK_THAT(text, ContainsSubstring("g goes against a rule that warns: compute.cpu-ratio"));
  const auto json = output::recommend_json(set, "recommend", output::Rows::lines);
  CHECK_THAT(json, ContainsSubstring("\"rule-warns\""));
  CHECK_THAT(json, ContainsSubstring("\"code\": \"compute.cpu-ratio\""));
}
