#include "sizing/less_memory.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

#include <algorithm>

using namespace gpuplan;
using namespace gpuplan::test;
using sizing::MemorySaving;
using workload::Layout;
using workload::Stack;

namespace {

const MemorySaving* find(const std::vector<MemorySaving>& savings, std::string_view name) {
  const auto found = std::find_if(
      savings.begin(), savings.end(), [&](const auto& saving) { return saving.name == name; });
  return found == savings.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("ways to need less memory come with what they would need", "[sizing]") {
  const auto& model = shipped_memory_model();
  const auto demand = training_of(llama_8b(), Stack::finetune_recipe, 4096);
  const Layout layout{.micro_batch = 2, .accumulation = 4};
  const auto savings = sizing::less_memory(model, demand, layout);
  for (const auto* name : {"lora", "qlora", "adamw-8bit", "recompute", "micro-batch 1"}) {
    INFO(name);
    CHECK(find(savings, name) != nullptr);
  }
  // 6 bytes a parameter less.
  CHECK(core::to_gb(find(savings, "adamw-8bit")->saved) ==
        Approx(6 * 8.030 * 1.024).epsilon(0.001));
  CHECK(find(savings, "shard everything") == nullptr); // one device
  CHECK(find(savings, "fused attention") == nullptr);  // it is
}

TEST_CASE("savings are sorted, real and leave the job as it was", "[sizing]") {
  const auto& model = shipped_memory_model();
  const auto demand = training_of(llama_8b(), Stack::finetune_recipe, 4096);
  const Layout layout{.data = 4, .accumulation = 2};
  const auto now = estimate(demand, layout).device;
  const auto savings = sizing::less_memory(model, demand, layout);
  REQUIRE(savings.size() >= 4);
  for (std::size_t i = 0; i < savings.size(); ++i) {
    CHECK(savings[i].saved.count() == Approx((now - savings[i].device).count()));
    CHECK(savings[i].saved / now >= 0.01);
    if (i > 0)
      CHECK(savings[i - 1].saved >= savings[i].saved);
  }
  CHECK(find(savings, "shard everything") != nullptr);
}

TEST_CASE("serving is smaller with narrower weights or cache", "[sizing]") {
  const auto& model = shipped_memory_model();
  auto demand = serving_of(llama_8b(), Stack::vllm, workload::WeightFormat::bf16);
  demand.serving.input_tokens = 1000;
  demand.serving.output_tokens = 1000;
  const auto savings = sizing::less_memory(model, demand, {}, 100'000);
  CHECK(core::to_gb(find(savings, "fp8 weights")->saved) == Approx(8.030 - 1.051).epsilon(0.001));
  CHECK(find(savings, "8-bit cache")->saved.count() == Approx(100'000.0 * 65'536));
  demand.serving.weights = workload::WeightFormat::awq_int4;
  CHECK(find(sizing::less_memory(model, demand, {}, 100'000), "fp8 weights") == nullptr);
}

TEST_CASE("an unknown job has no savings", "[sizing]") {
  CHECK(sizing::less_memory(shipped_memory_model(), training_of(llama_8b(), Stack::fsdp, 0), {})
            .empty());
}
