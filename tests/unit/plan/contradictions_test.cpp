#include "plan/request/contradictions.hpp"
#include "support/planned.hpp"

using namespace gpuplan;

namespace {

const catalog::Catalog& market() {
  static const auto catalog = test::catalog_of(
      {.chips = {{}, {.id = "kite-40gb", .memory_gib = 40}},
       .regions = {{}, {.name = "west-1"}, {.provider = "bora", .name = "north-1"}},
       .machines = {{},
                    {.type = "kite.4", .chip = "kite-40gb", .devices = "4"},
                    {.type = "half.4", .devices = "4"},
                    {.provider = "bora", .type = "b.8"}},
       .prices = {{},
                  {.option = "spot", .hourly = "8"},
                  {.type = "kite.4", .region = "west-1"},
                  {.type = "half.4", .region = "west-1"},
                  {.provider = "bora", .type = "b.8", .region = "north-1"}}});
  return catalog;
}

std::vector<core::Diagnostic> met(const workload::Workload& job) {
  core::DiagnosticSink sink;
  plan::check_contradictions(job, market(), sink);
  return sink.diagnostics();
}

workload::Workload on(const std::string& plan) {
  workload::Workload job;
  job.on = plan;
  return job;
}

} // namespace

TEST_CASE("a plan on spot beside --terms on-demand is a contradiction", "[plan]") {
  auto job = on("alba/kite.8#spot");
  job.purchase.terms = {catalog::PurchaseOption::on_demand};
  const auto faults = met(job);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].code == "USE036");
  CHECK(faults[0].headline ==
        "met the plan alba/kite.8#spot beside --terms on-demand, which excludes it");
  CHECK(faults[0].notes.at(0) == "the plan is sold on these terms: spot");

  job.on = "alba/kite.8"; // sold on demand too
  CHECK(met(job).empty());
}

TEST_CASE("a plan beside another provider, place, chip or number of nodes is a contradiction",
          "[plan]") {
  auto provider = on("alba/kite.8");
  provider.constraints.providers = {"bora"};
  REQUIRE(met(provider).size() == 1);
  CHECK_THAT(met(provider)[0].headline, ContainsSubstring("--provider bora"));

  auto place = on("alba/kite.8");
  place.constraints.places = {"alba/west-1"};
  REQUIRE(met(place).size() == 1);
  CHECK_THAT(met(place)[0].headline, ContainsSubstring("--region alba/west-1"));

  auto chip = on("alba/kite.8");
  chip.constraints.accelerators = {"kite-40gb"};
  REQUIRE(met(chip).size() == 1);
  CHECK_THAT(met(chip)[0].headline, ContainsSubstring("--gpu kite-40gb"));

  auto count = on("alba/kite.8");
  count.constraints.accelerators = {"kite-80gb:4"};
  CHECK(met(count).size() == 1);

  auto nodes = on("alba/kite.8 x2");
  nodes.nodes = 3;
  REQUIRE(met(nodes).size() == 1);
  CHECK(met(nodes)[0].notes.at(0) == "the plan says x2");
}

TEST_CASE("bare hardware beside another chip is a contradiction", "[plan]") {
  auto job = on("kite-80gb:8");
  job.constraints.accelerators = {"kite-40gb"};
  CHECK(met(job).size() == 1);
  job.constraints.accelerators = {"kite-80gb"};
  CHECK(met(job).empty());
}

TEST_CASE("a plan beside wishes it meets is none", "[plan]") {
  auto job = on("alba/kite.8@east-1");
  job.constraints.providers = {"alba", "bora"};
  job.constraints.places = {"us"};
  job.constraints.accelerators = {"kite-80gb:8"};
  job.nodes = 2;
  CHECK(met(job).empty());
}

TEST_CASE("a region needs no provider where only one can be meant", "[plan]") {
  const test::Plans plans(test::World{
      .chips = {{}},
      .regions = {{.name = "east-1"}, {.name = "west-1"}, {.provider = "bora", .name = "east-1"}},
      .machines = {{}, {.provider = "bora", .type = "b.8"}},
      .prices = {{}, {.region = "west-1"}, {.provider = "bora", .type = "b.8"}}});
  const auto regions_of = [&](const std::string& constraints) {
    std::vector<std::string> regions;
    for (const auto& plan : test::ranking(plans.answer(
             "model: llama-3.1-8b\nkind: serve\nconstraints: {" + constraints + "}\n")))
      regions.push_back(plan.substr(0, plan.find('/')) + plan.substr(plan.find('@')));
    std::ranges::sort(regions);
    return regions;
  };
  using Names = std::vector<std::string>;
  CHECK(regions_of("places: [WEST-1]") == Names{"alba@west-1"});
  CHECK(regions_of("places: [east-1], providers: [alba]") == Names{"alba@east-1"});
  CHECK(regions_of("places: [east-1], providers: [alba, bora]") ==
        Names{"alba@east-1", "bora@east-1"});

  core::DiagnosticSink sink;
  auto request = plans.request("model: llama-3.1-8b\nkind: serve\n");
  request.workload.constraints.places = {"east-1"};
  CHECK_FALSE(plans.planner().recommend(request, plans.planner().rules(), sink).has_value());
  CHECK_THAT(test::rendered(sink), ContainsSubstring("A region is named with its provider"));

  // A plan there is no contradiction to it.
  request.workload.constraints.places = {"west-1"};
  request.workload.on = "alba/kite.8@west-1";
  CHECK_FALSE(plans.answer(request).recommendations.empty());
}
