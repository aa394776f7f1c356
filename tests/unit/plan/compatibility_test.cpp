#include "plan/explore/compatibility.hpp"
#include "support/catch.hpp"

using namespace gpuplan;
using plan::SoftwareAnswer;
using workload::Stack;
using workload::WeightFormat;

namespace {

const catalog::Catalog& shipped_catalog() {
  static const auto built_in = catalog::Catalog::built_in();
  return built_in;
}

SoftwareAnswer
answer_of(const workload::Demand& demand, const plan::Setup& setup, std::string_view chip) {
  const auto found = shipped_catalog().find_accelerators(chip);
  INFO(chip);
  REQUIRE_FALSE(found.empty());
  const auto accelerator = shipped_catalog().accelerator(found.front());
  return plan::software_on(shipped_catalog(), demand, setup, &accelerator);
}

/// `yes`, `no` or `unknown`, of a training job.
std::string trained(Stack stack,
                    workload::Method method,
                    workload::Optimizer optimizer,
                    std::string_view chip) {
  workload::Demand demand;
  demand.training.method = method;
  demand.training.optimizer = optimizer;
  const auto answer = answer_of(demand, {.stack = stack}, chip);
  return !answer.packing ? "unknown" : *answer.packing ? "yes" : "no";
}

std::string served(Stack stack, WeightFormat weights, std::string_view chip) {
  workload::Demand demand;
  demand.kind = workload::JobKind::serve;
  const auto compute =
      weights == WeightFormat::fp8 ? catalog::NumberFormat::fp8 : catalog::NumberFormat::bf16;
  const auto answer =
      answer_of(demand, {.stack = stack, .compute = compute, .weights = weights}, chip);
  return !answer.packing ? "unknown" : *answer.packing ? "yes" : "no";
}

} // namespace

TEST_CASE("QLoRA and 8-bit Adam run where bitsandbytes does", "[plan]") {
  using workload::Method;
  using workload::Optimizer;

  struct Row {
    Stack stack;
    std::string_view chip;
    std::string_view runs;
  };

  const auto rows = std::to_array<Row>({{Stack::finetune_recipe, "h100-sxm5-80gb", "yes"},
                                        {Stack::finetune_recipe, "t4", "yes"},
                                        {Stack::finetune_recipe, "k80", "no"},
                                        {Stack::finetune_recipe, "mi300x", "yes"},
                                        {Stack::finetune_recipe, "gaudi2", "yes"},
                                        {Stack::xla, "h100-sxm5-80gb", "no"},
                                        {Stack::xla, "tpu-v5e", "no"},
                                        {Stack::xla, "tpu-v5p", "no"},
                                        {Stack::neuron, "trainium1", "no"},
                                        {Stack::neuron, "trainium2", "no"}});
  for (const auto& row : rows) {
    INFO(to_string(row.stack) << " on " << row.chip);
    CHECK(trained(row.stack, Method::qlora, Optimizer::adamw, row.chip) == row.runs);
    CHECK(trained(row.stack, Method::full, Optimizer::adamw_8bit, row.chip) == row.runs);
    CHECK(trained(row.stack, Method::lora, Optimizer::adamw, row.chip) == "yes");
  }
}

TEST_CASE("packed weights are served where their library runs", "[plan]") {
  CHECK(served(Stack::vllm, WeightFormat::awq_int4, "l4") == "yes");
  CHECK(served(Stack::vllm, WeightFormat::awq_int4, "v100-sxm2-16gb") == "no");
  CHECK(served(Stack::vllm, WeightFormat::gptq_int4, "v100-sxm2-16gb") == "yes");
  CHECK(served(Stack::vllm, WeightFormat::awq_int4, "mi300x") == "no");
  CHECK(served(Stack::vllm, WeightFormat::nf4, "mi300x") == "no");
  CHECK(served(Stack::vllm, WeightFormat::q4_k_m, "mi300x") == "yes");
  CHECK(served(Stack::vllm, WeightFormat::fp8, "mi300x") == "yes");
  CHECK(served(Stack::vllm, WeightFormat::fp8, "a100-sxm4-80gb") == "no");
  CHECK(served(Stack::sglang, WeightFormat::awq_int4, "mi300x") == "yes");
  CHECK(served(Stack::sglang, WeightFormat::q4_k_m, "mi300x") == "no");
  CHECK(served(Stack::tensorrt_llm, WeightFormat::awq_int4, "h100-sxm5-80gb") == "yes");
  CHECK(served(Stack::llama_cpp, WeightFormat::q4_k_m, "l4") == "yes");
  CHECK(served(Stack::xla, WeightFormat::awq_int4, "tpu-v5e") == "unknown");
  CHECK(served(Stack::xla, WeightFormat::bf16, "tpu-v5e") == "yes");
}

TEST_CASE("a plan whose format no software has on its chip says so", "[plan]") {
  workload::Demand demand;
  demand.training.method = workload::Method::qlora;
  CHECK(answer_of(demand, {.stack = Stack::xla}, "tpu-v5e").packed == "NF4 weights");
}

TEST_CASE("a stack runs on the chips its framework is for", "[plan]") {
  struct Row {
    Stack stack;
    std::string_view chip;
    std::string_view runs;
  };

  const auto rows = std::to_array<Row>({{Stack::neuron, "trainium1", "yes"},
                                        {Stack::neuron, "trainium2", "yes"},
                                        {Stack::neuron, "h100-sxm5-80gb", "no"},
                                        {Stack::fsdp, "h100-sxm5-80gb", "yes"},
                                        {Stack::fsdp, "mi300x", "yes"},
                                        {Stack::fsdp, "gaudi2", "yes"},
                                        {Stack::fsdp, "trainium1", "no"},
                                        {Stack::megatron, "trainium2", "no"},
                                        {Stack::framework_amp, "trainium1", "no"},
                                        {Stack::finetune_recipe, "trainium1", "no"},
                                        {Stack::xla, "trainium1", "no"},
                                        {Stack::xla, "tpu-v5p", "yes"},
                                        {Stack::fsdp, "tpu-v5p", "no"},
                                        {Stack::megatron, "tpu-v5e", "no"},
                                        {Stack::tensorrt_llm, "tpu-v5e", "no"},
                                        {Stack::tensorrt_llm, "gaudi2", "no"}});
  for (const auto& row : rows) {
    INFO(to_string(row.stack) << " on " << row.chip);
    const auto answer = answer_of({}, {.stack = row.stack}, row.chip).stack;
    CHECK((!answer ? "unknown" : *answer ? "yes" : "no") == row.runs);
  }
}
