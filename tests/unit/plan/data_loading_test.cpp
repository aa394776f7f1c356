// A plan whose storage cannot keep up is as slow and as dear as its data; one whose storage is not
// known is nothing to rely on.

#include "core/hours.hpp"
#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// 10 TB once: 20,000 images a second of 1 MB would be 20 GB/s.
constexpr auto* k_reading_job = "model: resnet50\nkind: train\n"
                                "data: {samples: 10M, size: 10TB}\nbatch: {global: 1024}\n"
                                "nodes: 1\nrun: {setup: 0h, retries: 0}\n";

World world_with_storage(const std::string& read_gb_s) {
  const std::string measured = "h100-sxm5-80gb";
  World world{.chips = {WorldChip{.id = measured}},
              .regions = {{}},
              .machines = {{.chip = measured}},
              .prices = {{}}};
  if (!read_gb_s.empty())
    world.more["providers/alba/storage_performance.csv"] =
        "kind,tier,scope,read_gb_s,write_gb_s,iops,first_byte_latency_ms,as_of,source,note\n"
        "object,store:kite.8,instance," +
        read_gb_s + ",1,,,2026-01-01,invented,\n";
  return world;
}

} // namespace

TEST_CASE("a plan is slowed down to what its storage reads", "[plan][loading]") {
  const Plans slow(world_with_storage("1"));
  const Plans fast(world_with_storage("100"));
  const auto slowed = slow.answer(k_reading_job);
  const auto free = fast.answer(k_reading_job);
  const auto* waits = ranked(slowed).front();
  const auto* runs = ranked(free).front();
  CHECK(waits->setup.training.bottleneck == perf::TimePart::data_loading);
  CHECK(runs->setup.training.bottleneck != perf::TimePart::data_loading);
  // 10 TB at 1 GB/s.
  const double hours = 10'000.0 / 3600 / waits->setup.training.goodput;
  CHECK(core::to_hours(waits->setup.run) == Approx(hours));
  CHECK(waits->quote.wall > runs->quote.wall * 4);
  CHECK(waits->quote.total > runs->quote.total);
  CHECK(waits->has(plan::Mark::waits_for_data));
  CHECK_FALSE(waits->has(plan::Mark::storage_unknown));
  CHECK_FALSE(runs->has(plan::Mark::waits_for_data));
  CHECK(pick_of(slowed, plan::PickKind::rely) != nullptr); // slow, but known to be
}

TEST_CASE("a deadline is missed by a plan that waits for data", "[plan][loading]") {
  const std::string job = std::string(k_reading_job) + "constraints: {deadline: 2h}\n";
  CHECK(ranked(Plans(world_with_storage("100")).answer(job)).size() == 1);
  const auto slowed = Plans(world_with_storage("1")).answer(job);
  CHECK(ranked(slowed).empty());
  CHECK(std::any_of(slowed.excluded.begin(), slowed.excluded.end(), [](const auto& exclusion) {
    return exclusion.reason == "policy.deadline" && exclusion.count == 1;
  }));
}

TEST_CASE("a filter on the rate sees the rate of the data", "[plan][loading]") {
  const std::string job = std::string(k_reading_job) + "where: throughput_samples_s > 2000\n";
  CHECK(ranked(Plans(world_with_storage("100")).answer(job)).size() == 1);
  CHECK(ranked(Plans(world_with_storage("1")).answer(job)).empty());
}

TEST_CASE("a plan that reads more than any storage gives is unconfirmed and no pick, where its own "
          "is not "
          "known",
          "[plan][loading]") {
  const auto set = Plans(world_with_storage("")).answer(k_reading_job);
  const auto* entry = ranked(set).front();
  CHECK(entry->has(plan::Mark::storage_unknown));
  CHECK_FALSE(entry->has(plan::Mark::waits_for_data));
  CHECK(entry->has(plan::Mark::unconfirmed));
  CHECK(set.picks.empty());
  REQUIRE(set.first_not_picked.has_value());
  CHECK(set.first_not_picked->bars.front().why.starts_with("it may wait for data"));
  // What reads less than any storage gives does not wait.
  const auto small = Plans(world_with_storage(""))
                         .answer("model: resnet50\nkind: train\ndata: {samples: 10M, size: "
                                 "10GB}\nbatch: {global: 1024}\n");
  CHECK(pick_of(small, plan::PickKind::rely) != nullptr);
}

TEST_CASE(
    "a plan whose storage is not known ranks behind one whose storage is, and is no cheap pick",
    "[plan][loading]") {
  auto world = world_with_storage("10");
  world.machines.push_back({.type = "kite.8b", .chip = "h100-sxm5-80gb"});
  world.prices.push_back({.type = "kite.8b", .option = "spot", .hourly = "2"});
  const auto set = Plans(world).answer(k_reading_job);
  const auto entries = ranked(set);
  REQUIRE(entries.size() == 2);
  CHECK_FALSE(entries[0]->has(plan::Mark::storage_unknown));
  CHECK(entries[1]->has(plan::Mark::storage_unknown));
  CHECK(entries[1]->quote.total < entries[0]->quote.total);
  CHECK(pick_of(set, plan::PickKind::rely) != nullptr);
  CHECK(pick_of(set, plan::PickKind::cheap) == nullptr);
  CHECK(pick_of(set, plan::PickKind::fast) == nullptr);
}

TEST_CASE("a network too narrow for the data slows a plan that states no storage",
          "[plan][loading]") {
  auto world = world_with_storage("");
  world.machines.front().network_gbps = "8";
  const auto set = Plans(world).answer(k_reading_job);
  const auto* entry = ranked(set).front();
  CHECK(entry->setup.training.bottleneck == perf::TimePart::data_loading);
  CHECK(entry->has(plan::Mark::waits_for_data));
  CHECK(entry->has(plan::Mark::storage_unknown)); // at best as fast as its network
}

TEST_CASE("explain shows the wait for data and its arithmetic", "[plan][loading]") {
  const Plans plans(world_with_storage("1"));
  const auto set = plans.answer(k_reading_job);
  const auto explanation = plans.planner().explain(set, *ranked(set).front());
  const auto line =
      std::find_if(explanation.time.begin(), explanation.time.end(), [](const std::string& text) {
        return text.starts_with("data loading");
      });
  REQUIRE(line != explanation.time.end());
  CHECK(line->find("1024 x 1000 kB at 1 GB/s") != std::string::npos);
  CHECK(line->find("<- limits the step") != std::string::npos);
}
