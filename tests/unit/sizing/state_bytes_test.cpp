#include "sizing/state_bytes.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

using namespace gpuplan;
using namespace gpuplan::test;
using catalog::NumberFormat;
using sizing::sharded;
using sizing::StateBytes;
using workload::Optimizer;
using workload::Sharding;
using workload::Stack;

namespace {

StateBytes
state(Stack stack, Optimizer optimizer, NumberFormat compute, Sharding sharding = Sharding::none) {
  auto demand = training_of(llama_8b(), stack, 4096);
  demand.training.optimizer = optimizer;
  demand.training.compute = compute;
  const auto& c = shipped_memory_model().coefficients();
  return sizing::state_bytes(demand, c)[static_cast<std::size_t>(sharding)];
}

} // namespace

TEST_CASE("bytes per parameter follow stack, optimizer and number format", "[sizing]") {
  struct Case {
    Stack stack;
    Optimizer optimizer;
    NumberFormat compute;
    double weights, gradients, optimizer_bytes;
  };

  // huggingface/transformers model_memory_anatomy, arXiv 1910.02054, EleutherAI/cookbook.
  const auto c = GENERATE(
      Case{Stack::framework_amp, Optimizer::adamw, NumberFormat::fp32, 4, 4, 8},
      Case{Stack::framework_amp, Optimizer::adamw, NumberFormat::fp16, 4, 4, 8},
      Case{Stack::fsdp, Optimizer::adamw, NumberFormat::bf16, 4, 4, 8},
      Case{Stack::fsdp, Optimizer::adamw_bf16, NumberFormat::bf16, 2, 2, 4},
      Case{Stack::fsdp, Optimizer::adamw_8bit, NumberFormat::bf16, 4, 4, 2},
      Case{Stack::megatron, Optimizer::adamw, NumberFormat::bf16, 2, 4, 12},
      Case{Stack::megatron, Optimizer::adamw, NumberFormat::tf32, 4, 4, 8},
      Case{Stack::megatron_deepspeed, Optimizer::adamw, NumberFormat::fp16, 2, 2, 12},
      Case{Stack::megatron_deepspeed, Optimizer::adamw, NumberFormat::bf16, 2, 6, 12},
      Case{Stack::framework_amp, Optimizer::sgd_momentum, NumberFormat::fp32, 4, 4, 4},
      Case{Stack::framework_amp, Optimizer::lion, NumberFormat::fp32, 4, 4, 4},
      Case{Stack::framework_amp, Optimizer::sgd, NumberFormat::fp32, 4, 4, 0},
      Case{Stack::framework_amp, Optimizer::adafactor, NumberFormat::fp32, 4, 4, 8.0 / 4096});
  const auto bytes = state(c.stack, c.optimizer, c.compute);
  CHECK(bytes.weights == Approx(c.weights));
  CHECK(bytes.gradients == Approx(c.gradients));
  CHECK(bytes.optimizer == Approx(c.optimizer_bytes));
}

TEST_CASE("ZeRO through Hugging Face keeps 16-bit weights and adds fp32 gradients", "[sizing]") {
  const auto bytes =
      state(Stack::finetune_recipe, Optimizer::adamw, NumberFormat::bf16, Sharding::gradients);
  CHECK(bytes.weights == 2.0);
  CHECK(bytes.gradients == Approx(2 + 4.3));
  CHECK(bytes.optimizer == 12.0);
}

TEST_CASE("sharding reproduces DeepSpeed's printed example", "[sizing]") {
  // deepspeedai/DeepSpeed docs/code-docs/source/memory.rst: 2.851e9 parameters, largest layer
  // 32.88e6, 8 GPUs. Stage 2 holds 4 bytes whole and 16 sharded, stage 3 18 sharded and 4 bytes of
  // the largest layer. It prints 15.93 and 6.10 (in GiB).
  const double parameters = 2.851e9;
  const auto stage2 = sharded({.weights = 4, .optimizer = 16}, parameters, Sharding::gradients, 8);
  CHECK(core::to_gib(core::Bytes{stage2.total()}) == Approx(15.93).epsilon(0.001));
  const auto stage3 =
      sharded({.weights = 2, .gradients = 4, .optimizer = 12}, parameters, Sharding::full, 8);
  CHECK(core::to_gib(core::Bytes{stage3.total() + 4 * 32.88e6}) == Approx(6.10).epsilon(0.002));
}

TEST_CASE("each stage of sharding divides one thing more", "[sizing]") {
  const StateBytes bytes{.weights = 2, .gradients = 4, .optimizer = 12};
  CHECK(sharded(bytes, 100, Sharding::none, 8).total() == 1800.0);
  CHECK(sharded(bytes, 100, Sharding::optimizer, 8).total() == 600.0 + 150.0);
  CHECK(sharded(bytes, 100, Sharding::gradients, 8).total() == 200.0 + 200.0);
  CHECK(sharded(bytes, 100, Sharding::full, 8).total() == 225.0);
}
