#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// One machine in two regions of one provider and in one of another, which charges what leaves it.
World three_places() {
  World world{.chips = {WorldChip{}}};
  for (const auto* region : {"east-1", "west-2"})
    world.regions.push_back({.provider = "alba", .name = region});
  world.regions.push_back({.provider = "boreas", .name = "north-1"});
  world.machines = {{.provider = "alba"}, {.provider = "boreas"}};
  world.prices = {{.provider = "alba", .region = "east-1"},
                  {.provider = "alba", .region = "west-2"},
                  {.provider = "boreas", .region = "north-1"}};
  world.more["providers/boreas/storage.csv"] =
      "kind,tier,destination,from_gb,to_gb,region,price,currency,unit,as_of,source,note\n"
      "egress-internet,,internet,0,1000,,0.10,USD,GB,2026-01-01,invented,\n"
      "egress-internet,,internet,1000,,,0.05,USD,GB,2026-01-01,invented,\n";
  return world;
}

constexpr const char* k_job_with_data = "model: llama-3.1-8b\nkind: train\nmethod: lora\n"
                                        "data: {tokens: 100M, size: 3000GB, at: AT}\n";

std::string job_at(const std::string& place) {
  std::string job = k_job_with_data;
  return job.replace(job.find("AT"), 2, place);
}

const plan::Recommendation& plan_in(const plan::RecommendationSet& set, const std::string& place) {
  const auto all = ranked(set);
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto* entry) {
    return entry->plan.find("@" + place) != std::string::npos;
  });
  REQUIRE(found != all.end());
  return **found;
}

double moved_for(const plan::Recommendation& entry) {
  double amount = 0;
  for (const auto& line : entry.quote.lines) {
    if (line.kind == cost::LineKind::transfer)
      amount += line.amount.to_double();
  }
  return amount;
}

} // namespace

TEST_CASE("a data set is moved once, at the price of the place it leaves", "[plan]") {
  const Plans plans(three_places());
  const auto set = plans.answer(job_at("boreas/north-1"));
  CHECK(moved_for(plan_in(set, "north-1")) == 0);
  const auto& moved = plan_in(set, "east-1");
  CHECK(moved_for(moved) == Approx(1000 * 0.10 + 2000 * 0.05));
  // Same machine, same price: the transfer alone makes the difference, and 3 TB at 0.5 GB/s.
  const auto& there = plan_in(set, "north-1");
  CHECK(moved.quote.total.to_double() - there.quote.total.to_double() == Approx(200));
  CHECK(core::to_hours(moved.quote.wall - there.quote.wall) == Approx(6000.0 / 3600).epsilon(1e-4));
  CHECK(there.rank == 1);
}

TEST_CASE("between regions of one provider its own rate counts", "[plan]") {
  const Plans plans(three_places());
  const auto set = plans.answer(job_at("alba/east-1"));
  CHECK(moved_for(plan_in(set, "east-1")) == 0);
  CHECK(moved_for(plan_in(set, "west-2")) ==
        Approx(3000 * 0.02)); // the default, for want of a rate
}

TEST_CASE("a place that is none is refused with the nearest name", "[plan]") {
  const Plans plans(three_places());
  const auto refused = [&](const std::string& place) {
    core::DiagnosticSink sink;
    const auto request = plans.request(job_at(place));
    CHECK_FALSE(plans.planner().recommend(request, plans.planner().rules(), sink).has_value());
    return rendered(sink);
  };
  CHECK_THAT(refused("boreas/north-2"), ContainsSubstring("north-1"));
  CHECK_THAT(refused("borea/north-1"), ContainsSubstring("boreas"));
  CHECK_THAT(refused("boreas"), ContainsSubstring("write provider/region"));
}
