#include "exhaustive_search.hpp"
#include "property/plan/random_world.hpp"

/// The search against the exhaustive one, on markets and jobs drawn from fixed seeds.

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

constexpr std::uint64_t k_jobs = 24;

int preference_of(sizing::Fit fit) {
  return std::min(static_cast<int>(fit), static_cast<int>(sizing::Fit::does_not_fit));
}

/// Jobs that reach the corners of the space: experts, long sequences, fixed choices.
std::vector<std::string> special_jobs() {
  return {
      "model: mixtral-8x7b\nkind: train\nmethod: lora\ndata: {tokens: 50M}\n",
      "model: mixtral-8x7b\nkind: train\nmethod: full\ndata: {tokens: 50M}\nbatch: {global: 32}\n",
      "model: llama-3.1-8b\nkind: train\nmethod: full\n"
      "data: {tokens: 100M, sequence_length: 65536}\nbatch: {global: 8}\n",
      "model: llama-3.1-8b\nkind: train\nmethod: full\ndata: {tokens: 100M}\nrecompute: full\n",
      "model: llama-3.1-8b\nkind: train\nmethod: full\ndata: {tokens: 100M}\nattention: eager\n",
      "model: llama-3.1-8b\nkind: train\nmethod: lora\ndata: {tokens: 100M}\nbatch: {micro: 2}\n",
      "model: llama-3.1-8b\nkind: train\nmethod: lora\ndata: {tokens: 100M}\nprecision: fp16\n",
      "model: llama-3.1-8b\nkind: train\nmethod: full\ndata: {tokens: 100M}\nstack: megatron\n",
      "model: llama-3.1-8b\nkind: train\nmethod: full\ndata: {tokens: 100M}\nstack: fsdp\n",
      "model: resnet50\nkind: train\ndata: {samples: 5M}\nbatch: {global: 24}\n",
      "model: resnet50\nkind: train\ndata: {samples: 5M}\nbatch: {global: 1000}\n",
      "model: resnet50\nkind: train\ndata: {samples: 5M}\nbatch: {global: 251}\n",
      "model: resnet50\nkind: train\ndata: {samples: 5M}\nbatch: {global: 251, micro: 100}\n",
      "model: llama-3.1-8b\nkind: train\nmethod: lora\ndata: {tokens: 100M}\n"
      "batch: {global: 31}\n",
      "model: llama-3.1-8b\nkind: train\nmethod: full\ndata: {tokens: 100M}\n"
      "batch: {global: 56}\n"};
}

} // namespace

TEST_CASE("the legal layouts are those that trial finds", "[plan][property]") {
  Draw draw(3);
  const Plans plans(random_world(draw));
  const auto limits = plan::search_limits(plans.catalog());
  for (const auto& job : special_jobs()) {
    CAPTURE(job);
    const auto request = plans.request(job);
    const ExhaustiveSearch oracle(
        plans.catalog(), plans.planner().models(), plans.planner().rules(), request);
    for (std::uint32_t i = 0; i < plans.catalog().shape_count(); ++i) {
      const auto shape = plans.catalog().shape({i});
      for (const std::int32_t nodes : {1, 2, 8, 16}) {
        const auto told = [](std::vector<workload::Layout> layouts) {
          std::vector<std::string> words;
          for (const auto& layout : layouts)
            words.push_back(describe(layout, workload::JobKind::train));
          std::sort(words.begin(), words.end());
          return words;
        };
        REQUIRE(told(plan::training_layouts(request.workload.demand,
                                            plan::grid_of(shape, nodes),
                                            limits)) == told(oracle.layouts(shape, nodes)));
      }
    }
  }
}

TEST_CASE("the explorer chooses as the exhaustive search does", "[plan][property]") {
  std::size_t fits = 0;
  const auto check = [&](const Plans& plans, const std::string& job) {
    CAPTURE(job);
    const auto request = plans.request(job);
    const auto& models = plans.planner().models();
    const ExhaustiveSearch oracle(plans.catalog(), models, plans.planner().rules(), request);
    plan::Explorer explorer(plans.catalog(), models, request.workload);
    for (std::uint32_t i = 0; i < plans.catalog().shape_count(); ++i) {
      const auto shape = plans.catalog().shape({i});
      for (const auto nodes :
           plan::node_counts(request.workload.demand, shape, explorer.limits(), std::nullopt)) {
        CAPTURE(i, nodes);
        const auto told = explorer.explore(shape, nodes);
        const auto sought = oracle.choose(shape, nodes);
        REQUIRE(told.setup.has_value() == sought.has_value());
        if (!sought)
          continue;
        REQUIRE(preference_of(told.setup->fit) == preference_of(sought->setup.fit));
        if (preference_of(sought->setup.fit) == preference_of(sizing::Fit::does_not_fit)) {
          REQUIRE(told.setup->memory.device.count() ==
                  Approx(sought->setup.memory.device.count()).epsilon(1e-12));
          continue;
        }
        REQUIRE(told.time_unknown.empty() == sought->time_known);
        if (!sought->time_known)
          continue;
        ++fits;
        REQUIRE(told.setup->training.step.count() ==
                Approx(sought->setup.training.step.count()).epsilon(1e-9));
        REQUIRE(told.setup->run == sought->setup.run);
      }
    }
  };
  for (std::uint64_t seed = 1; seed <= k_jobs; ++seed) {
    Draw draw(1000 + seed);
    CAPTURE(seed);
    check(Plans(random_world(draw)), random_job(draw));
  }
  Draw draw(5);
  const Plans plans(random_world(draw));
  for (const auto& job : special_jobs())
    check(plans, job);
  CHECK(fits > 100);
}

TEST_CASE("every offer is planned at its best number of machines", "[plan][property]") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= k_jobs; ++seed) {
    Draw draw(2000 + seed);
    const Plans plans(random_world(draw));
    const auto job = random_job(draw);
    CAPTURE(seed, job);
    const auto request = plans.request(job);
    const ExhaustiveSearch oracle(
        plans.catalog(), plans.planner().models(), plans.planner().rules(), request);
    std::map<std::uint32_t, ExhaustiveSearch::Priced> sought;
    for (const auto& priced : oracle.run())
      sought.emplace(priced.offer.index, priced);
    const auto set = plans.answer(request);
    for (const auto* entry : ranked(set)) {
      CAPTURE(entry->plan);
      const auto found = sought.find(entry->offer.id.index);
      REQUIRE(found != sought.end());
      CAPTURE(found->second.nodes, core::to_decimal(found->second.total));
      REQUIRE(entry->has(plan::Mark::unconfirmed) == found->second.unconfirmed);
      REQUIRE(entry->quote.total == found->second.total);
      REQUIRE(entry->quote.wall == found->second.wall);
      ++compared;
      sought.erase(found);
    }
    std::vector<std::string> not_found;
    for (const auto& [offer, priced] : sought)
      not_found.push_back(
          plan::plan_reference(plans.catalog(), plans.catalog().offer(priced.offer), priced.nodes));
    REQUIRE(not_found == std::vector<std::string>{});
  }
  CHECK(compared > 200);
}
