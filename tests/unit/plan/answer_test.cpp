#include "output/json/recommend_json.hpp"
#include "plan/explain/explained.hpp"
#include "support/planned.hpp"

#include <nlohmann/json.hpp>

using namespace gpuplan;
using test::World;

namespace {

constexpr auto k_job = "model: llama-3.1-8b\nkind: finetune\nmethod: lora\ndata: {tokens: 5M}\n";

/// Two chips, each on spot in one region and on demand in another.
World four_ways() {
  return {.chips = {{.id = "lark-80gb"}, {.id = "rook-80gb"}},
          .regions = {{.name = "west-2"}, {.name = "east-1"}},
          .machines = {{.type = "l.1", .chip = "lark-80gb", .devices = "1"},
                       {.type = "r.1", .chip = "rook-80gb", .devices = "1"}},
          .prices = {{.type = "l.1", .region = "west-2", .option = "spot", .hourly = "0.17"},
                     {.type = "r.1", .region = "west-2", .option = "spot", .hourly = "0.38"},
                     {.type = "l.1", .region = "east-1", .hourly = "0.80"},
                     {.type = "r.1", .region = "east-1", .hourly = "1.01"}}};
}

} // namespace

TEST_CASE("what an answer says of its picks is said of the very offers it ranks",
          "[plan][output][A15]") {
  const test::Plans plans(four_ways());
  const auto set = plans.answer(k_job);
  REQUIRE(test::ranking(set).size() == 4);
  CHECK(test::ranking(set).front() == "alba/l.1@west-2#spot");
  CHECK(core::to_decimal(*test::ranked(set).front()->offer.hourly) == "0.17");

  const auto json =
      nlohmann::json::parse(output::recommend_json(set, "recommend", output::Rows::every));
  REQUIRE_FALSE(json["picks"].empty());
  for (const auto& named : json["picks"].items()) {
    CAPTURE(named.key());
    const auto& pick = named.value();
    const auto found =
        std::find_if(json["results"].begin(), json["results"].end(), [&](const auto& result) {
          return result["plan"] == pick["plan"];
        });
    REQUIRE(found != json["results"].end());
    CHECK((*found)["rank"] == pick["rank"]);
    CHECK((*found)["quote"]["total"] == pick["total"]);
  }
  CHECK(json["picks"]["cheap"]["plan"] == "alba/l.1@west-2#spot");
  CHECK_FALSE(json["picks"].contains("rely")); // neither chip was measured
  // Every way that was asked for is kept, not only the last one.
  CHECK(json["results"].size() == 4);
}

TEST_CASE("a number format the chip does not have leaves it out by name", "[plan][A16]") {
  const test::Plans plans(World{
      .chips = {{.id = "new-80gb"},
                {.id = "old-80gb", .generation = "ampere-datacenter", .fp8 = "unsupported"}},
      .regions = {{}},
      .machines = {{.type = "new.8", .chip = "new-80gb"}, {.type = "old.8", .chip = "old-80gb"}},
      .prices = {{.type = "new.8", .hourly = "40"}, {.type = "old.8", .hourly = "10"}}});
  const std::string job =
      "model: llama-3.1-8b\nkind: finetune\nmethod: full\ndata: {tokens: 50M}\nprecision: ";
  const auto fp8 = plans.answer(job + "fp8\n");
  for (const auto& plan : test::ranking(fp8))
    CHECK(plan.starts_with("alba/new.8"));
  CHECK_FALSE(test::ranking(fp8).empty());
  CHECK(test::left_out(fp8, "compute.precision-supported") == 1);
  const auto bf16 = plans.answer(job + "bf16\n");
  CHECK(test::left_out(bf16, "compute.precision-supported") == 0);
}

TEST_CASE("a plan that an expression has no value for is ranked behind the others", "[plan]") {
  const test::Plans plans(four_ways());
  const auto set = plans.answer(std::string(k_job) +
                                "objective: cost_total_usd / if(terms_is(\"spot\"), 0, 1)\n");
  CHECK(test::ranking(set) ==
        std::vector<std::string>{
            "alba/l.1@east-1", "alba/r.1@east-1", "alba/l.1@west-2#spot", "alba/r.1@west-2#spot"});
}

TEST_CASE("the naive choice does not hang on the ranking", "[plan][answer]") {
  const test::Plans plans(
      World{.chips = {{}},
            .regions = {{.provider = "aws", .name = "us-east-1"}},
            .machines = {{.provider = "aws", .type = "usual"}},
            .prices = {{.provider = "aws", .type = "usual", .region = "us-east-1"}}});
  const auto by_cost = plans.answer(std::string(k_job) + "objective: cost\n");
  REQUIRE(by_cost.naive.has_value());
  for (const auto* objective : {"time", "value", "0 - mfu", "0 - time_hours"}) {
    CAPTURE(objective);
    const auto set = plans.answer(std::string(k_job) + "objective: " + objective + "\n");
    REQUIRE(set.naive.has_value());
    CHECK(set.naive->plan == by_cost.naive->plan);
    CHECK(set.naive->total == by_cost.naive->total);
  }
}

TEST_CASE("a first by time says how much dearer than the picks it is", "[plan][answer]") {
  const std::string measured = "h100-sxm5-80gb";
  World world{.chips = {{.id = measured}},
              .regions = {{}},
              .machines = {{.chip = measured},
                           {.type = "kite.1", .chip = measured, .devices = "1", .links = "none"}},
              .prices = {{.hourly = "200"}, {.type = "kite.1", .hourly = "2"}}};
  const auto set = test::Plans(world).answer(std::string(k_job) + "objective: time\nnodes: 1\n");
  REQUIRE(set.first_not_picked.has_value());
  const auto& bar = set.first_not_picked->bars.front();
  CHECK(bar.reason == "rank-by");
  CHECK_THAT(bar.why, ContainsSubstring("times as much as rely, and fast at most 2 times"));
}

TEST_CASE("a plan named without terms is explained on demand", "[plan][explain]") {
  const auto terms_of = [](std::vector<std::string> options) {
    World world{.chips = {{}}, .regions = {{}}, .machines = {{}}, .prices = {}};
    int hourly = 30;
    for (const auto& option : options) {
      world.prices.push_back({.option = option, .hourly = fmt::format("{}", hourly)});
      hourly /= 2; // what is named later is cheaper
    }
    const test::Plans plans(world);
    auto request = plans.request(k_job);
    request.workload.on = "alba/kite.8@east-1";
    core::DiagnosticSink sink;
    const auto explained =
        plan::explain_pinned(plans.planner(), request, plans.planner().rules(), sink);
    REQUIRE(explained.has_value());
    REQUIRE(explained->best.has_value());
    return explained->pinned.recommendations[*explained->best].offer.option;
  };
  using catalog::PurchaseOption;
  CHECK(terms_of({"on-demand", "spot", "capacity-block"}) == PurchaseOption::on_demand);
  CHECK(terms_of({"spot", "capacity-block"}) == PurchaseOption::spot);
  CHECK(terms_of({"capacity-block"}) == PurchaseOption::capacity_block);
}

TEST_CASE("the naive choice has a host that usual software runs on", "[plan][answer]") {
  const test::Plans plans(
      World{.chips = {{}},
            .regions = {{.provider = "aws", .name = "us-east-1"}},
            .machines = {{.provider = "aws", .type = "usual"},
                         {.provider = "aws", .type = "arm", .cpu_arch = "arm64"}},
            .prices = {{.provider = "aws", .type = "usual", .region = "us-east-1", .hourly = "20"},
                       {.provider = "aws", .type = "arm", .region = "us-east-1", .hourly = "10"}}});
  const auto set = plans.answer(k_job);
  REQUIRE(set.naive.has_value());
  CHECK_THAT(set.naive->plan, Catch::Matchers::StartsWith("aws/usual@us-east-1"));
}

TEST_CASE("a plan explained alone has the rank it has among all", "[plan][explain]") {
  const test::Plans plans(four_ways());
  const auto free = plans.answer(k_job);
  for (const auto* entry : test::ranked(free)) {
    CAPTURE(entry->plan);
    core::DiagnosticSink sink;
    const auto explained =
        plan::explain_pinned(plans.planner(),
                             plans.request(std::string(k_job) + "on: " + entry->plan + "\n"),
                             plans.planner().rules(),
                             sink);
    REQUIRE(explained.has_value());
    REQUIRE(explained->best.has_value());
    CHECK(explained->standing.rank == entry->rank);
    CHECK(explained->pinned.recommendations[*explained->best].rank == entry->rank);
  }
}
