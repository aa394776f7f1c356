#include "support/planned.hpp"

#include <cmath>

using namespace gpuplan;
using test::World;
using test::WorldPrice;

namespace {

constexpr auto k_small_job =
    "model: llama-3.1-8b\nkind: finetune\nmethod: lora\ndata: {tokens: 5M}\n";

/// One machine on spot, which needs no measured chip to be a pick.
World on_spot(WorldPrice price, std::string host_tier = "cloud") {
  price.type = "kite.1";
  price.option = "spot";
  return {.chips = {{}},
          .regions = {{}},
          .machines = {{.type = "kite.1", .devices = "1", .host_tier = std::move(host_tier)}},
          .prices = {std::move(price)}};
}

/// The words of what keeps the first of the ranking from the picks.
std::vector<std::string> reasons(const plan::RecommendationSet& set) {
  std::vector<std::string> words;
  if (set.first_not_picked) {
    for (const auto& bar : set.first_not_picked->bars)
      words.push_back(bar.reason);
  }
  return words;
}

const plan::Bar& first_bar(const plan::RecommendationSet& set) {
  REQUIRE(set.first_not_picked.has_value());
  return set.first_not_picked->bars.front();
}

std::string remedy_of(const plan::RecommendationSet& set, std::string_view reason) {
  for (const auto& exclusion : set.excluded) {
    if (exclusion.reason == reason && exclusion.count > 0)
      return exclusion.remedy;
  }
  return {};
}

} // namespace

TEST_CASE("an answer says why the first of its ranking is no pick", "[plan]") {
  using Words = std::vector<std::string>;
  const auto why = [](const World& world, const std::string& more = {}) {
    return reasons(test::Plans(world).answer(k_small_job + more));
  };
  CHECK(why(on_spot({})).empty());
  CHECK(why(on_spot({.as_of = "2025-01-01"})) == Words{"price-old"});
  CHECK(why(on_spot({.as_of = "", .as_of_kind = "unknown"})) == Words{"price-old"});
  CHECK(why(on_spot({.as_of = "2026-12-01"})).empty());
  CHECK(why(on_spot({.as_of = "2026-12-15"})) == Words{"price-later"});
  CHECK(why(on_spot({}, "community"), "constraints: {community: true}\n") ==
        Words{"community-host"});
  // On demand it may be cheap, but nothing was measured on its chip.
  auto world = on_spot({});
  world.prices.front().option = "on-demand";
  CHECK(why(world) == Words{"chip-not-measured"});
}

TEST_CASE("a price of a later day is counted and lifted by that day", "[plan]") {
  const test::Plans plans(on_spot({.as_of = "2026-12-15"}));
  const auto set = plans.answer(k_small_job);
  CHECK(set.picks.empty());
  CHECK(set.counts.later == 1);
  CHECK(set.counts.current == 0);
  CHECK(first_bar(set).lifted == "--as-of 2026-12-15");
  REQUIRE(set.footnotes.size() == 1);
  CHECK_THAT(set.footnotes.front(), Catch::Matchers::StartsWith("1 of 1 plan"));
}

TEST_CASE("an outlying price is first of the ranking and no pick, by its finding", "[plan]") {
  World world{.chips = {{}}};
  for (const auto* provider : {"alba", "brig", "cove", "dune"}) {
    world.regions.push_back({.provider = provider});
    world.machines.push_back({.provider = provider, .type = "kite.1", .devices = "1"});
    world.prices.push_back({.provider = provider,
                            .type = "kite.1",
                            .option = "spot",
                            .hourly = provider == std::string{"alba"} ? "0.22" : "2"});
  }
  const auto set = test::Plans(world).answer(k_small_job);
  REQUIRE(reasons(set) == std::vector<std::string>{"price-outlying"});
  CHECK_THAT(first_bar(set).why,
             Catch::Matchers::StartsWith("finding CAT027, 0.22 USD a device-hour is 0.11 times"));
  CHECK_THAT(first_bar(set).lifted, ContainsSubstring("outlier_factor: {value: 10, why"));
  const auto* cheap = test::pick_of(set, plan::PickKind::cheap);
  REQUIRE(cheap != nullptr);
  CHECK(cheap->plan == "brig/kite.1@east-1#spot");
}

TEST_CASE("a price that nobody confirms is ranked and no pick, by its row's note", "[plan]") {
  const auto set =
      test::Plans(on_spot({.note = "UNCONFIRMED: an undated copy"})).answer(k_small_job);
  CHECK(set.picks.empty());
  REQUIRE(reasons(set) == std::vector<std::string>{"price-unconfirmed"});
  CHECK(first_bar(set).why == "finding CAT032, UNCONFIRMED: an undated copy");
}

TEST_CASE("a remedy that leads to an old price asks for it", "[plan]") {
  const auto job = std::string(k_small_job) + "constraints: {budget: 0.10 USD}\n";
  const test::Plans plans(on_spot({.as_of = "2025-01-01"}));
  CHECK_THAT(remedy_of(plans.answer(job), "policy.budget"), Catch::Matchers::EndsWith(" --old"));
  auto request = plans.request(job);
  request.old_prices = plan::OldPrices::listed;
  CHECK_THAT(remedy_of(plans.answer(request), "policy.budget"), !ContainsSubstring("--old"));
  const test::Plans fresh(on_spot({}));
  CHECK_THAT(remedy_of(fresh.answer(job), "policy.budget"), !ContainsSubstring("--old"));
}

TEST_CASE("a plan that rests on an assumed network is marked, told and never relied on", "[plan]") {
  const std::string job = "model: llama-3.1-8b\nkind: finetune\nmethod: full\n"
                          "data: {tokens: 5M}\nnodes: 2\nassume: {network_gbps: 400}\n";
  World world{.chips = {{}},
              .regions = {{}},
              .machines = {{.network_gbps = ""}, {.type = "kite.8n"}},
              .prices = {{}, {.type = "kite.8n"}}};
  const auto set = test::Plans(world).answer(job);
  REQUIRE(test::ranking(set).size() == 2);
  for (const auto* entry : test::ranked(set))
    CHECK(entry->has(plan::Mark::assumed) == entry->plan.starts_with("alba/kite.8@"));
  const auto told = std::find_if(set.assumptions.begin(),
                                 set.assumptions.end(),
                                 [](const auto& one) { return one.name == "network_gbps"; });
  REQUIRE(told != set.assumptions.end());
  CHECK(told->value == "400");
  CHECK(told->flag == "--assume");
  CHECK(told->moves_answer);
}

TEST_CASE("a filter on an assumed fact makes every plan rest on it", "[plan]") {
  const auto world = [](std::string vcpus) {
    auto one = on_spot({});
    one.machines.front().vcpus = std::move(vcpus);
    return one;
  };
  const auto job = std::string(k_small_job) + "where: vcpus >= 8\nassume: {vcpus: 16}\n";
  const auto marked = [&](const World& of) {
    const auto set = test::Plans(of).answer(job);
    REQUIRE(test::ranking(set).size() == 1);
    return test::ranked(set).front()->has(plan::Mark::assumed);
  };
  CHECK(marked(world("")));
  CHECK_FALSE(marked(world("96")));
}

TEST_CASE("what is calculated, or told by the job, cannot be assumed", "[plan]") {
  const test::Plans plans(on_spot({}));
  const auto fault = [&](const std::string& assumed) {
    core::DiagnosticSink sink;
    const auto request = plans.request(k_small_job + ("assume: {" + assumed + ": 1}\n"));
    CHECK_FALSE(plans.planner().recommend(request, plans.planner().rules(), sink).has_value());
    REQUIRE(sink.diagnostics().size() == 1);
    return sink.diagnostics().front().headline + "; " + sink.diagnostics().front().help;
  };
  CHECK_THAT(fault("mfu"),
             Catch::Matchers::StartsWith("met --assume mfu, which is calculated; it follows from"));
  CHECK_THAT(fault("memory_needed_gib"), ContainsSubstring("the layout that is chosen"));
  CHECK_THAT(fault("cost_total_usd"), ContainsSubstring("the price, the time"));
  CHECK_THAT(fault("break_even_hours_per_year"), ContainsSubstring("on-demand price"));
  CHECK_THAT(fault("tokens_total"), ContainsSubstring("which the job tells"));
}

TEST_CASE("a tight line comes with what makes it fit, as tried", "[plan]") {
  auto world = on_spot({});
  world.chips.front().memory_gib = 24;
  const auto set = test::Plans(world).answer(k_small_job);
  REQUIRE(test::ranking(set).size() == 1);
  REQUIRE(test::ranked(set).front()->has(plan::Mark::memory_tight));
  REQUIRE(set.relief.has_value());
  CHECK(set.relief->flags == "--method qlora");
  CHECK(set.relief->device < test::ranked(set).front()->setup.memory.device);
}

TEST_CASE("a filter that leaves out what one machine would run is named itself", "[plan]") {
  auto world = on_spot({});
  world.machines.front().network_gbps = "";
  const auto set =
      test::Plans(world).answer(k_small_job + std::string("where: memory_utilization < 0.1\n"));
  CHECK(test::ranking(set).empty());
  CHECK(test::left_out(set, "network.unknown") == 0);
  const auto filtered =
      std::find_if(set.excluded.begin(), set.excluded.end(), [](const auto& exclusion) {
        return exclusion.reason == "asked.where" && exclusion.count == 1;
      });
  REQUIRE(filtered != set.excluded.end());
  CHECK(filtered->nearest_note == "does not meet --where 'memory_utilization < 0.1'");
}

TEST_CASE("no plan without an accelerator is a pick, on whatever terms", "[plan]") {
  auto world = on_spot({});
  world.machines.front().chip = "";
  world.machines.front().devices = "0";
  const auto set = test::Plans(world).answer(
      "model: resnet50\ndata: {samples: 10000}\nconstraints: {gpus: [cpu]}\n");
  CHECK(set.picks.empty());
  REQUIRE_FALSE(set.recommendations.empty());
  CHECK(reasons(set) == std::vector<std::string>{"chip-not-measured"});
  CHECK_FALSE(std::isfinite(set.recommendations.front().setup.training.mfu));
}
