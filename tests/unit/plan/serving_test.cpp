#include "output/reports/commitment_line.hpp"
#include "plan/facts/fill_recommendation.hpp"
#include "support/planned.hpp"

/// Services and batch inference over several machines, and what a service pays on terms.

using namespace gpuplan;
using test::Plans;
using test::World;

namespace {

/// One small chip a machine: 8B weights in 16 bits fit on two, not on one.
World small_machines(const std::string& network_gbps) {
  return {.chips = {{.id = "wren-14gb", .memory_gib = 14}},
          .regions = {{}},
          .machines = {{.type = "wren.1",
                        .chip = "wren-14gb",
                        .devices = "1",
                        .network_gbps = network_gbps,
                        .links = "none"}},
          .prices = {{.type = "wren.1", .hourly = "1"}}};
}

World one_of(const std::string& network_gbps, std::vector<test::WorldPrice> prices) {
  return {.chips = {{.id = "h100-sxm5-80gb"}},
          .regions = {{}},
          .machines = {{.type = "kite.1",
                        .chip = "h100-sxm5-80gb",
                        .devices = "1",
                        .network_gbps = network_gbps,
                        .links = "none"}},
          .prices = std::move(prices)};
}

constexpr auto k_service = "model: llama-3.1-8b\nkind: serve\nserve: {rps: 1}\n";

} // namespace

TEST_CASE("a replica over machines whose network is not known is never ranked", "[plan]") {
  for (const std::string& job : {std::string{k_service},
                                 std::string{"model: llama-3.1-8b\nkind: batch-inference\n"
                                             "data: {samples: 1000}\n"}}) {
    CAPTURE(job);
    const Plans unknown(small_machines(""));
    const auto set = unknown.answer(job);
    CHECK(test::ranking(set).empty());
    CHECK(test::left_out(set, "network.unknown") == 1);

    const Plans known(small_machines("100"));
    REQUIRE_FALSE(test::ranking(known.answer(job)).empty());
    CHECK(test::ranked(known.answer(job)).front()->setup.layout.pipeline > 1);
  }
}

TEST_CASE("a slower network between the machines of a replica serves later", "[plan]") {
  double last = 0;
  for (const auto* gbps : {"400", "10", "1"}) {
    CAPTURE(gbps);
    const Plans plans(small_machines(gbps));
    const auto set = plans.answer(k_service);
    REQUIRE_FALSE(test::ranked(set).empty());
    const auto& replica = test::ranked(set).front()->setup.replica;
    CHECK(replica.ttft_ms > last);
    last = replica.ttft_ms;
  }
}

TEST_CASE("nothing crosses the network between independent replicas", "[plan]") {
  for (const auto* gbps : {"2", ""}) {
    CAPTURE(gbps);
    const Plans plans(one_of(gbps, {{.type = "kite.1"}}));
    const auto set = plans.answer("model: llama-3.1-8b\nkind: serve\nserve: {rps: 500}\n");
    REQUIRE_FALSE(test::ranked(set).empty());
    const auto& best = *test::ranked(set).front();
    CHECK(best.setup.nodes > 8);
    CHECK(best.setup.layout.replicas == best.setup.nodes);
    CHECK(plan::nodes_together(best.setup) == 1);
    CHECK_FALSE(best.has(plan::Mark::unconfirmed));
    for (const auto& verdict : best.verdicts)
      if (verdict.rule.starts_with("bandwidth.multi-node-network"))
        CHECK(verdict.outcome == plan::Outcome::not_applicable);
  }
}

TEST_CASE("layers that do not divide are cut into stages of unlike depth", "[plan]") {
  World world{.chips = {{.memory_gib = 100}}, .regions = {{}}, .machines = {{}}, .prices = {{}}};
  const Plans plans(world);
  const auto set = plans.answer("model: deepseek-v3\nkind: serve\nnodes: 4\n"
                                "precision: {weights: bf16}\n");
  REQUIRE_FALSE(test::ranked(set).empty());
  const auto& best = *test::ranked(set).front();
  CHECK(best.setup.layout.tensor == 8);
  CHECK(best.setup.layout.pipeline > 1);
  // 1,342 GB: no stage of four holds less than 16 of 61 layers.
  CHECK(core::to_gib(best.setup.memory.part(sizing::MemoryPart::weights)) < 90);
}

TEST_CASE("a service pays a month on every term, and is told what commits", "[plan]") {
  const std::vector<test::WorldPrice> prices = {
      {.type = "kite.1", .hourly = "3"},
      {.type = "kite.1", .option = "reserved", .hourly = "2", .term = "1y", .payment = "none"}};
  const Plans plans(one_of("100", prices));
  const std::string job = k_service;

  const auto year = plans.answer(job + "purchase: {project_duration: 12mo}\n");
  REQUIRE(test::ranked(year).size() == 2);
  CHECK(test::ranked(year)[0]->offer.option == catalog::PurchaseOption::reserved);
  const auto bill = [](const plan::Recommendation& entry) {
    return entry.quote.lines.front().amount.to_double();
  };
  CHECK(bill(*test::ranked(year)[0]) == Approx(730 * 2));
  CHECK(bill(*test::ranked(year)[1]) == Approx(730 * 3));
  REQUIRE(year.commitment.has_value());
  CHECK(year.recommendations[*year.commitment].offer.option == catalog::PurchaseOption::reserved);
  CHECK(test::pick_of(year, plan::PickKind::rely)->offer.option ==
        catalog::PurchaseOption::on_demand);

  const auto line = output::commitment_line(year);
  CHECK(line.starts_with("alba/kite.1@east-1#reserved-1y-none: "));
  CHECK(line.find(" a month, 33 % less than rely; against the same machine on demand it pays from "
                  "5,840 of the 8,760 h of its term, this project uses 8,760") !=
        std::string::npos);

  // The rest of a longer project is on demand: 12 of 18 months at 2, 6 at 3.
  const auto longer = plans.answer(job + "purchase: {project_duration: 18mo}\n");
  const auto* committed = test::ranked(longer)[0];
  CHECK(committed->offer.option == catalog::PurchaseOption::reserved);
  CHECK(bill(*committed) == Approx(730 * 2 * 12 / 18.0));
  CHECK(committed->quote.total.to_double() == Approx(730 * (2 * 12 + 3 * 6) / 18.0).epsilon(0.01));
  CHECK(output::commitment_line(longer).find("this project uses 8,760, its last 6 months are on "
                                             "demand") != std::string::npos);

  const auto open = plans.answer(job);
  CHECK_FALSE(open.commitment.has_value());
  CHECK(output::commitment_line(open).empty());
  REQUIRE(test::left_out(open, "purchase.reserved-horizon") == 1);
  for (const auto& exclusion : open.excluded)
    if (exclusion.reason == "purchase.reserved-horizon")
      CHECK(exclusion.remedy == "--project-duration 12mo");
  const auto flags = std::ranges::find(
      open.assumptions, std::string{"--hours-per-month"}, &workload::Assumption::flag);
  REQUIRE(flags != open.assumptions.end());
  CHECK(flags->value == "730");

  // Asked for, the terms are those of the picks, and no line beside them.
  const auto asked =
      plans.answer(job + "purchase: {project_duration: 12mo, terms: [on-demand, reserved]}\n");
  CHECK_FALSE(asked.commitment.has_value());
  CHECK(test::pick_of(asked, plan::PickKind::rely)->offer.option ==
        catalog::PurchaseOption::reserved);
}

TEST_CASE("an engine that fills its cache is neither tight nor too large for its card", "[plan]") {
  for (const auto* stack : {"vllm", "sglang", "tensorrt-llm"}) {
    CAPTURE(stack);
    const Plans plans(one_of("100", {{.type = "kite.1"}}));
    const auto set =
        plans.answer(std::string("model: llama-3.1-8b\nkind: batch-inference\nstack: ") + stack +
                     "\ndata: {samples: 100000}\n");
    REQUIRE_FALSE(test::ranked(set).empty());
    for (const auto* entry : test::ranked(set)) {
      CHECK(entry->setup.fit == sizing::Fit::fits);
      CHECK_FALSE(entry->has(plan::Mark::memory_tight));
      CHECK(entry->setup.layout.tensor == 1);
      CHECK(entry->setup.layout.pipeline == 1);
    }
  }
}

TEST_CASE("a service holds a whole request, however rarely one comes", "[plan]") {
  const Plans plans(one_of("100", {{.type = "kite.1"}}));
  const auto cache = [&](const std::string& load) {
    const auto set = plans.answer(
        "model: llama-3.1-8b\nkind: serve\nserve: {input_tokens: 100000, " + load + "}\n");
    REQUIRE_FALSE(test::ranked(set).empty());
    return core::to_gib(test::ranked(set).front()->setup.memory.part(sizing::MemoryPart::kv_cache));
  };
  // 100,256 tokens of 128 KiB.
  CHECK(cache("rps: 0.001") == Approx(100256.0 / 8192));
  CHECK(cache("users: 1") == Approx(100256.0 / 8192));
}

TEST_CASE("requests in work follow the load, their most the machine", "[plan]") {
  const Plans plans(one_of("100", {{.type = "kite.1"}}));
  const auto set = plans.answer("model: llama-3.1-8b\nkind: serve\nserve: {rps: 5}\n");
  REQUIRE_FALSE(test::ranked(set).empty());
  const auto& best = *test::ranked(set).front();
  facts::FactValues values;
  plan::fill_recommendation(values, plans.catalog(), set.workload, test::k_today, {}, best);
  const auto number = [&](facts::FactId id) { return values.number(id).value(); };
  // Little's law: as many are in work as come in while one takes its time.
  CHECK(number(facts::FactId::concurrency) * number(facts::FactId::replicas) ==
        Approx(5 * number(facts::FactId::latency_ms) / 1e3).epsilon(0.02));
  CHECK(number(facts::FactId::max_concurrency) == Approx(best.setup.replica.max_concurrency));
  CHECK(number(facts::FactId::max_concurrency) > number(facts::FactId::concurrency));
}

TEST_CASE("a latency bounded by where is searched for as the target is", "[plan]") {
  const Plans plans(World{.chips = {{.id = "h100-sxm5-80gb"}},
                          .regions = {{}},
                          .machines = {{.type = "kite.8",
                                        .chip = "h100-sxm5-80gb",
                                        .devices = "8",
                                        .network_gbps = "400",
                                        .links = "nvlink"}},
                          .prices = {{.type = "kite.8", .hourly = "20"}}});

  struct Case {
    std::string target;
    std::string where;
  };

  const auto plan_and_total = [&](const std::string& targets, const std::string& where) {
    const auto set = plans.answer("model: llama-3.1-70b\nkind: serve\nserve: {rps: 20" + targets +
                                  "}\n" + where);
    std::vector<std::string> told;
    for (const auto* entry : test::ranked(set))
      told.push_back(entry->plan + " " + core::to_decimal(entry->quote.total));
    return told;
  };
  const auto free = plan_and_total("", "");
  const std::vector<Case> cases{
      {", tpot: 20ms", "tpot_ms <= 20"},
      {", tpot: 20ms", "20 >= tpot_ms && gpu_count >= 1"},
      {", ttft: 200ms", "ttft_ms < 200"},
      {", latency: 8s", "latency_ms <= 8 * 1000"},
      {", ttft: 300ms, tpot: 20ms", "ttft_ms <= 300 && tpot_ms <= 20"},
  };
  bool told_apart = false;
  for (const auto& [target, where] : cases) {
    CAPTURE(where);
    const auto by_target = plan_and_total(target, "");
    REQUIRE_FALSE(by_target.empty());
    told_apart = told_apart || by_target != free;
    CHECK(plan_and_total("", "where: '" + where + "'\n") == by_target);
    // The tighter of the two holds.
    CHECK(plan_and_total(target, "where: 'tpot_ms <= 1000'\n") == by_target);
    CHECK(plan_and_total(", tpot: 900ms", "where: '" + where + "'\n") == by_target);
  }
  CHECK(told_apart);
}
