#include "random_world.hpp"

/// A batch may be any number: its plan is about as good as those of the batches beside it.

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// One device of 80 GB, on which every batch of these jobs needs many micro-batches or few.
World one_device() {
  return {.chips = {WorldChip{.id = "h100-sxm5-80gb"}},
          .regions = {{}},
          .machines = {{.chip = "h100-sxm5-80gb", .devices = "1", .links = "none", .vcpus = "12"}},
          .prices = {{}}};
}

struct Run {
  double hours = 0;
  workload::Layout layout;
  sizing::Fit fit = sizing::Fit::fits;
};

Run run_of(const Plans& plans, const std::string& job, std::int64_t batch) {
  const auto set = plans.answer(job + fmt::format("nodes: 1\nrun: {{setup: 0h, retries: 0}}\n"
                                                  "batch: {{global: {}}}\n",
                                                  batch));
  REQUIRE_FALSE(set.recommendations.empty());
  const auto& entry = set.recommendations.front();
  return {core::to_hours(entry.quote.wall), entry.setup.layout, entry.setup.fit};
}

} // namespace

TEST_CASE("batches that lie side by side take about as long", "[plan][property]") {
  const Plans plans(one_device());
  for (const auto* job :
       {"model: resnet50\nkind: train\ndata: {samples: 20M}\n",
        "model: vit_base_patch16_224\nkind: train\ndata: {samples: 20M}\n",
        "model: llama-3.1-8b\nkind: finetune\nmethod: lora\ndata: {tokens: 100M}\n"}) {
    for (const std::int64_t batch : {31, 125, 211, 243, 250, 251, 255, 509, 1000, 1009}) {
      CAPTURE(job, batch);
      const auto here = run_of(plans, job, batch);
      const auto beside = run_of(plans, job, batch + 1);
      CHECK(here.hours == Approx(beside.hours).epsilon(0.1));
      CHECK(here.fit == sizing::Fit::fits);
      CHECK(here.layout.share() == batch);
    }
  }
}

TEST_CASE("no micro-batch that divides a share is faster than the one chosen", "[plan][property]") {
  const Plans plans(one_device());
  constexpr auto k_job = "model: resnet50\nkind: train\ndata: {samples: 20M}\n";
  for (const std::int64_t batch : {125, 210, 251, 360}) {
    const auto chosen = run_of(plans, k_job, batch);
    for (std::int64_t micro = 1; micro <= batch; ++micro) {
      if (batch % micro != 0)
        continue;
      CAPTURE(batch, micro);
      const auto set = plans.answer(k_job + fmt::format("nodes: 1\nrun: {{setup: 0h, retries: 0}}\n"
                                                        "batch: {{global: {}, micro: {}}}\n",
                                                        batch,
                                                        micro));
      for (const auto& entry : set.recommendations) {
        if (entry.setup.fit == sizing::Fit::fits)
          CHECK(chosen.hours <= core::to_hours(entry.quote.wall));
      }
    }
  }
}
