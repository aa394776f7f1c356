#include "sizing/explain.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

#include <algorithm>
#include <cstdlib>

using namespace gpuplan;
using namespace gpuplan::test;
using sizing::MemoryPart;
using workload::Layout;
using workload::Method;
using workload::Recompute;
using workload::Sharding;
using workload::Stack;

namespace {

/// The value of `a x b / c + d GiB`: products of numbers, summed.
double evaluate(const std::string& formula) {
  const char* at = formula.c_str();
  double sum = 0;
  double product = 0;
  char operation = '=';
  while (*at != '\0') {
    char* end = nullptr;
    double number = std::strtod(at, &end);
    REQUIRE(end != at);
    at = end;
    if (std::string_view(at).substr(0, 4) == " GiB") {
      number *= 1024.0 * 1024 * 1024;
      at += 4;
    }
    product = operation == 'x' ? product * number : operation == '/' ? product / number : number;
    while (*at == ' ')
      ++at;
    operation = *at;
    if (operation == '+' || operation == '\0')
      sum += product;
    if (operation != '\0')
      ++at;
  }
  return sum;
}

void check(const workload::Demand& demand, const Layout& layout, double kv_tokens = 0) {
  const auto& model = shipped_memory_model();
  const auto at = estimate(demand, layout, kv_tokens);
  const auto lines = sizing::explain_memory(model, demand, layout, kv_tokens).value();
  double sum = 0;
  for (const auto& line : lines) {
    INFO(to_string(line.part) << ": " << line.formula << " (" << line.note << ")");
    CHECK(line.bytes == at.part(line.part));
    CHECK(evaluate(line.formula) == Approx(line.bytes.count()).epsilon(0.002));
    CHECK_FALSE(line.note.empty());
    sum += line.bytes.count();
  }
  CHECK(sum == Approx(at.device.count()));
  CHECK(std::is_sorted(
      lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.part < b.part; }));
}

const sizing::MemoryLine& line_of(const std::vector<sizing::MemoryLine>& lines, MemoryPart part) {
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.part == part; });
  REQUIRE(found != lines.end());
  return *found;
}

} // namespace

TEST_CASE("the arithmetic of every line gives its bytes, and lines add up", "[sizing]") {
  auto demand = training_of(llama_8b(), Stack::fsdp, 4096);
  check(demand, {.data = 8, .sharding = Sharding::full, .recompute = Recompute::full});
  check(demand, {.micro_batch = 2, .accumulation = 4});
  check(demand, {.recompute = Recompute::full}); // gradients outweigh activations
  check(demand, {.accumulation = 2, .offload_optimizer = true});
  demand.stack = Stack::finetune_recipe;
  check(demand, {.data = 4, .sharding = Sharding::gradients, .recompute = Recompute::selective});

  demand.training.adapter = workload::Adapter{.train_tables = true, .parameters = 40'000'000};
  for (const auto method : {Method::lora, Method::qlora}) {
    demand.training.method = method;
    check(demand, {.data = 2, .sharding = Sharding::full, .accumulation = 2});
    check(demand, {.recompute = Recompute::full});
  }
}

TEST_CASE("the arithmetic holds under tensor, pipeline and expert parallelism", "[sizing]") {
  const auto gpt = training_of(megatron_gpt(96, 12288, 96), Stack::megatron, 2048);
  check(gpt,
        {.data = 2,
         .tensor = 8,
         .pipeline = 8,
         .sharding = Sharding::optimizer,
         .recompute = Recompute::full,
         .accumulation = 32});
  check(gpt, {.tensor = 8, .pipeline = 8, .virtual_stages = 3, .accumulation = 32});
  const auto moe = training_of(mixtral(), Stack::megatron, 4096);
  check(moe, {.data = 8, .tensor = 2, .expert = 4, .sharding = Sharding::full});
}

TEST_CASE("the arithmetic holds for serving and for sample models", "[sizing]") {
  auto serving = serving_of(llama_8b(), Stack::vllm, workload::WeightFormat::fp8);
  serving.serving.input_tokens = 1000;
  serving.serving.output_tokens = 24;
  check(serving, {.tensor = 4}, 20'000);
  serving.stack = Stack::transformers;
  check(serving, {.pipeline = 2}, 20'480);

  workload::Demand cnn;
  cnn.stack = Stack::framework_amp;
  cnn.model.network = workload::NetworkClass::cnn;
  cnn.model.params.total = 25'560'000;
  cnn.model.sample.activation_elements = 11.11e6;
  check(cnn, {.data = 2, .micro_batch = 64});
}

TEST_CASE("lines show the numbers a person would multiply", "[sizing]") {
  const auto demand = training_of(llama_8b(), Stack::fsdp, 4096);
  const Layout layout{
      .data = 8, .sharding = Sharding::full, .recompute = Recompute::full, .accumulation = 2};
  const auto lines = sizing::explain_memory(shipped_memory_model(), demand, layout).value();
  const auto& weights = line_of(lines, MemoryPart::weights);
  CHECK(weights.formula == "6.98e+09 x 4 / 8 + 1.051e+09 x 4 / 8");
  CHECK(weights.note == "4 B a parameter, ZeRO-3 over 8");
  const auto& logits = line_of(lines, MemoryPart::logits);
  CHECK(logits.formula == "5.9 x 128256 x 4096");
  CHECK(logits.keys == std::vector<std::string>{"memory.logits.fused"});
  const auto& reserve = line_of(lines, MemoryPart::reserve);
  CHECK(reserve.note == "context, communication buffers, slack of the allocator");
}

TEST_CASE("every key of a line is in the calibration", "[sizing]") {
  auto demand = training_of(llama_8b(), Stack::megatron_deepspeed, 4096);
  demand.training.method = GENERATE(Method::full, Method::lora, Method::qlora);
  demand.training.adapter = workload::Adapter{.parameters = 1'000'000};
  const Layout layout{.data = 2, .sharding = Sharding::full};
  const auto lines = sizing::explain_memory(shipped_memory_model(), demand, layout).value();
  for (const auto& line : lines)
    for (const auto& key : line.keys)
      CHECK_NOTHROW(memory_coefficient(key));
}

TEST_CASE("an unknown estimate has no arithmetic, with the same reason", "[sizing]") {
  const auto demand = training_of(llama_8b(), Stack::fsdp, 0);
  const auto lines = sizing::explain_memory(shipped_memory_model(), demand, {});
  CHECK(lines.why_unknown() == "the sequence length is not stated");
}
