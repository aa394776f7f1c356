#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

#include <array>

using namespace gpuplan;
using namespace gpuplan::test;
using workload::Layout;
using workload::Recompute;
using workload::Sharding;
using workload::Stack;

namespace {

constexpr std::array k_stacks{Stack::megatron,
                              Stack::fsdp,
                              Stack::finetune_recipe,
                              Stack::framework_amp,
                              Stack::xla};
constexpr std::array k_shardings{Sharding::none,
                                 Sharding::optimizer,
                                 Sharding::gradients,
                                 Sharding::full};
constexpr std::array k_recomputes{Recompute::none, Recompute::selective, Recompute::full};

/// Calls `check(demand, layout)` on every combination of a small grid.
template <class Check>
void on_grid(Check&& check) {
  for (const auto stack : k_stacks)
    for (const auto sharding : k_shardings)
      for (const auto recompute : k_recomputes)
        for (const std::int32_t tensor : {1, 2, 8})
          for (const std::int32_t pipeline : {1, 4}) {
            auto demand = training_of(llama_8b(), stack, 2048);
            demand.training.fused_attention = stack != Stack::framework_amp;
            check(demand,
                  Layout{.data = 8,
                         .tensor = tensor,
                         .pipeline = pipeline,
                         .sharding = sharding,
                         .recompute = recompute,
                         .micro_batch = 2,
                         .accumulation = 8});
          }
}

} // namespace

TEST_CASE("memory grows with micro-batch and with sequence", "[sizing][property]") {
  on_grid([](workload::Demand demand, Layout layout) {
    const auto base = estimate(demand, layout).device;
    auto wide = layout;
    wide.micro_batch *= 2;
    CHECK(estimate(demand, wide).device > base);
    demand.training.sequence *= 2;
    CHECK(estimate(demand, layout).device > base);
  });
}

TEST_CASE("more tensor ranks and more sharding ranks never need more", "[sizing][property]") {
  on_grid([](const workload::Demand& demand, Layout layout) {
    const auto base = estimate(demand, layout).device;
    auto tensor = layout;
    tensor.tensor *= 2;
    CHECK(estimate(demand, tensor).device <= base);
    auto data = layout;
    data.data *= 2;
    CHECK(estimate(demand, data).device <= base);
  });
}

TEST_CASE("recomputing more never needs more", "[sizing][property]") {
  on_grid([](const workload::Demand& demand, Layout layout) {
    layout.recompute = Recompute::none;
    const auto none = estimate(demand, layout).device;
    layout.recompute = Recompute::selective;
    const auto selective = estimate(demand, layout).device;
    layout.recompute = Recompute::full;
    CHECK(selective <= none);
    CHECK(estimate(demand, layout).device <= selective);
  });
}

TEST_CASE("no part is negative, and all add up", "[sizing][property]") {
  on_grid([](const workload::Demand& demand, const Layout& layout) {
    const auto at = estimate(demand, layout);
    double sum = 0;
    for (const auto part : at.parts) {
      CHECK(part.count() >= 0);
      sum += part.count();
    }
    CHECK(sum == at.device.count());
    CHECK(at.factor_low < 1);
    CHECK(at.factor_high > 1);
    CHECK_FALSE(at.band.empty());
  });
}

TEST_CASE("more memory never turns a fit into a misfit", "[sizing][property]") {
  const auto& model = shipped_memory_model();
  auto last = sizing::Fit::does_not_fit;
  for (double usable = 1; usable < 200; usable += 0.5) {
    const auto fit = model.judge(core::gib(70), core::gib(usable));
    CHECK(static_cast<int>(fit) <= static_cast<int>(last));
    last = fit;
  }
  CHECK(last == sizing::Fit::fits);
}

TEST_CASE("a query answers as often as it is asked, and as the model does", "[sizing][property]") {
  on_grid([](const workload::Demand& demand, const Layout& layout) {
    const auto query = shipped_memory_model().prepare(demand);
    const auto first = query.estimate(layout).value();
    const auto second = query.estimate(layout).value();
    CHECK(first.device == second.device);
    CHECK(first.device == estimate(demand, layout).device);
  });
}
