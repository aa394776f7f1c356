#include "random_world.hpp"

/// Where terms are asked for, picks are on those. Seeds are fixed.

using namespace gpuplan;
using namespace gpuplan::test;
using catalog::PurchaseOption;
using plan::PickKind;

namespace {

/// A market where one chip has a name that was measured.
World measured_world(Draw& draw) {
  const std::string measured = "h100-sxm5-80gb";
  World world = random_world(draw);
  for (auto& chip : world.chips) {
    if (chip.id == "kite-80gb")
      chip.id = measured;
  }
  for (auto& machine : world.machines) {
    if (machine.chip == "kite-80gb")
      machine.chip = measured;
  }
  return world;
}

void check_picks(const plan::RecommendationSet& set) {
  const auto& terms = set.workload.purchase.terms;
  for (const auto& pick : set.picks) {
    const auto option = set.recommendations[pick.index].offer.option;
    CAPTURE(pick.why);
    REQUIRE(std::ranges::find(terms, option) != terms.end());
    REQUIRE((pick.kind == PickKind::cheap) >=
            (option == PurchaseOption::spot && pick.kind != PickKind::fast));
    if (pick.kind == PickKind::rely && option == PurchaseOption::reserved)
      REQUIRE(pick.why.find("cheapest on the terms asked for (reserved)") == 0);
  }
  const auto* fast = pick_of(set, PickKind::fast);
  if (fast == nullptr)
    return;
  const auto* rely = pick_of(set, PickKind::rely);
  const auto* beside = rely != nullptr ? rely : pick_of(set, PickKind::cheap);
  REQUIRE((beside != nullptr || set.workload.constraints.budget));
  if (beside != nullptr)
    REQUIRE(is_worth_it(set, *fast, *beside));
}

} // namespace

TEST_CASE("picks are on the terms asked for, and the fast one keeps to its money",
          "[plan][property]") {
  std::size_t reserved = 0;
  for (std::uint64_t seed = 701; seed < 711; ++seed) {
    Draw draw(seed);
    const Plans plans(measured_world(draw));
    const auto plain = random_job(draw);
    for (const auto* terms : {"reserved", "spot", "reserved, spot", "on-demand, reserved"}) {
      const auto job = plain + fmt::format("purchase: {{terms: [{}], project_duration: 12mo, "
                                           "hours_per_month: 600}}\n",
                                           terms);
      CAPTURE(seed, job);
      const auto set = plans.answer(job);
      check_picks(set);
      const auto* rely = pick_of(set, PickKind::rely);
      reserved += rely != nullptr && rely->offer.option == PurchaseOption::reserved ? 1U : 0U;
      if (set.first_not_picked) {
        for (const auto& bar : set.first_not_picked->bars)
          REQUIRE(bar.reason != "terms");
      }
    }
  }
  CHECK(reserved > 3);
}
