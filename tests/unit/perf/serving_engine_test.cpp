#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

using namespace gpuplan;
using catalog::NumberFormat;
using perf::inference::choose_engine;
using perf::inference::Engine;
using perf::inference::FormatUse;
using workload::Stack;
using workload::WeightFormat;

namespace {

catalog::Accelerator mi300x() {
  return test::chip({.name = "mi300x",
                     .generation = "cdna3",
                     .memory_gib = 192,
                     .memory_type = "HBM3",
                     .bandwidth_gb_s = 5300,
                     .fp32 = 163.4,
                     .sixteen_bit = 1307.4,
                     .fp8 = 2614.9,
                     .int8 = 2614.9,
                     .watts = 750,
                     .vendor = "AMD"});
}

} // namespace

TEST_CASE("a stack means an engine that runs on the chip", "[perf][serving]") {
  struct Case {
    Stack stack;
    catalog::Accelerator chip;
    std::optional<Engine> engine;
    bool measured = true;
  };

  const Case cases[] = {
      {Stack::vllm, test::h100_sxm(), Engine::vllm},
      {Stack::vllm, mi300x(), Engine::vllm},
      {Stack::vllm, test::inferentia2(), Engine::neuronx},
      {Stack::neuron, test::inferentia2(), Engine::neuronx},
      {Stack::neuron, test::h100_sxm(), std::nullopt},
      {Stack::tensorrt_llm, test::h100_sxm(), Engine::tensorrt_llm},
      {Stack::tensorrt_llm, mi300x(), std::nullopt},
      {Stack::tensorrt_llm, test::inferentia2(), std::nullopt},
      {Stack::llama_cpp, test::rtx4090(), Engine::llama_cpp},
      {Stack::transformers, test::t4(), Engine::eager},
      {Stack::mlperf, test::h100_sxm(), Engine::mlperf_tensorrt},
      {Stack::mlperf, mi300x(), Engine::mlperf_vllm_rocm},
      {Stack::other, test::h100_sxm(), Engine::vllm, false},
  };
  for (const Case& c : cases) {
    CAPTURE(to_string(c.stack), c.chip.name);
    const auto choice = choose_engine(c.stack, c.chip);
    REQUIRE(choice.known() == c.engine.has_value());
    if (!choice)
      continue;
    CHECK(choice->engine == *c.engine);
    CHECK(choice->measured == c.measured);
  }
}

TEST_CASE("weights multiply at their own rate where chip and engine have it", "[perf][serving]") {
  const auto coefficients = test::serving_coefficients();

  struct Case {
    const char* name;
    WeightFormat weights;
    Engine engine;
    catalog::Accelerator chip;
    std::optional<FormatUse> use;
    double tflops = 0;
    bool noted = false;
    NumberFormat compute = NumberFormat::bf16;
  };

  const Case cases[] = {
      {"16 bit", WeightFormat::bf16, Engine::vllm, test::a100_sxm(), FormatUse::sixteen_bit, 312},
      {"fp8 native", WeightFormat::fp8, Engine::vllm, test::h100_sxm(), FormatUse::fp8, 1978.9},
      {"fp8 on A100",
       WeightFormat::fp8,
       Engine::vllm,
       test::a100_sxm(),
       FormatUse::weights_only_8bit,
       312,
       true},
      {"fp8 on A100, SGLang",
       WeightFormat::fp8,
       Engine::sglang,
       test::a100_sxm(),
       FormatUse::weights_only_8bit,
       312,
       true},
      {"fp8 on A100, TensorRT-LLM",
       WeightFormat::fp8,
       Engine::tensorrt_llm,
       test::a100_sxm(),
       std::nullopt},
      {"fp8 on T4", WeightFormat::fp8, Engine::vllm, test::t4(), std::nullopt},
      {"bf16 on T4", WeightFormat::bf16, Engine::vllm, test::t4(), std::nullopt},
      {"bf16 on T4, told fp16",
       WeightFormat::bf16,
       Engine::vllm,
       test::t4(),
       FormatUse::sixteen_bit,
       65,
       true,
       NumberFormat::fp16},
      {"AWQ", WeightFormat::awq_int4, Engine::vllm, test::a100_sxm(), FormatUse::int4, 312, true},
      {"AWQ in llama.cpp",
       WeightFormat::awq_int4,
       Engine::llama_cpp,
       test::rtx4090(),
       std::nullopt},
      {"q4_k_m",
       WeightFormat::q4_k_m,
       Engine::llama_cpp,
       test::rtx4090(),
       FormatUse::q4_k_m,
       165.2},
      {"q4_k_m in vLLM", WeightFormat::q4_k_m, Engine::vllm, test::rtx4090(), std::nullopt},
      {"int8", WeightFormat::int8, Engine::vllm, test::a100_sxm(), FormatUse::int8, 624},
      {"int8 on Neuron",
       WeightFormat::int8,
       Engine::neuronx,
       test::inferentia2(),
       FormatUse::int8,
       190,
       true},
      {"nvfp4 on Hopper",
       WeightFormat::nvfp4,
       Engine::vllm,
       test::h100_sxm(),
       FormatUse::int4,
       989.4,
       true},
      {"mxfp4 on Hopper",
       WeightFormat::mxfp4,
       Engine::vllm,
       test::h100_sxm(),
       FormatUse::mxfp4,
       989.4,
       true},
      {"nf4 in TensorRT-LLM",
       WeightFormat::nf4,
       Engine::tensorrt_llm,
       test::h100_sxm(),
       std::nullopt},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const auto found = multiplication(coefficients, c.weights, c.compute, c.engine, c.chip);
    REQUIRE(found.known() == c.use.has_value());
    if (!found) {
      CHECK(!found.why_unknown().empty());
      CHECK(found.why_unknown() != "not stated");
      continue;
    }
    CHECK(found->use == *c.use);
    CHECK(found->rate == Approx(c.tflops * 1e12));
    CHECK(!found->note.empty() == c.noted);
  }
}

TEST_CASE("a 671B model in fp8 fits sixteen A100 and says how it multiplies", "[perf][serving]") {
  // DeepSeek-V3: 671,026,419,200 weights; 61 layers, 58 with 256 experts of width 2,048.
  auto model = test::decoder({61, 7168, 2048, 128, 128, 128, 129280, 671026419200, 256, 8});
  model.dims.latent.kv_rank = 512;
  model.dims.latent.rope_dim = 64;
  model.params.experts = 3LL * 7168 * 2048 * 256 * 58;
  const auto demand = test::chat(model, WeightFormat::fp8, 1000, 500, 2, Stack::vllm);
  const auto a100 = test::a100_sxm();
  auto machine = test::shape(16, 600);
  machine.link_domain_devices = 16;

  const auto eight =
      test::serving_model().estimate(demand, test::tensor_parallel(8), {&a100, &machine, 1}, {});
  REQUIRE(!eight.known());
  CHECK(eight.why_unknown() == "the weights do not fit in the replica's memory");

  const auto sixteen =
      test::serving_model().estimate(demand, test::tensor_parallel(16), {&a100, &machine, 1}, {});
  REQUIRE(sixteen.known());
  CHECK(sixteen->note == "no fp8 on this chip: fp8 weights, multiplied in 16 bit");
}

TEST_CASE("GeForce cards fill a prompt at the fp16-sum rate in llama.cpp alone",
          "[perf][serving]") {
  const auto prompt_s = [](Engine engine, std::string_view device_class) {
    auto card = test::rtx4090();
    card.device_class = device_class;
    const auto demand = test::chat(test::llama_3_1_8b(), WeightFormat::fp16, 2000, 100, 2);
    auto asked = demand;
    asked.serving.compute = NumberFormat::fp16;
    const auto made = test::replica(asked, test::tensor_parallel(1), card, test::shape(1), engine);
    REQUIRE(made.known());
    return made->prompt_costs.token_s;
  };
  CHECK(prompt_s(Engine::llama_cpp, "workstation") ==
        Approx(2 * prompt_s(Engine::llama_cpp, "consumer")));
  CHECK(prompt_s(Engine::vllm, "workstation") == Approx(prompt_s(Engine::vllm, "consumer")));
}

TEST_CASE("a checkpoint stays narrow where chip and engine can run it, else is widened",
          "[perf][serving]") {
  const auto coefficients = test::serving_coefficients();

  struct Case {
    const char* name;
    WeightFormat stored;
    Engine engine;
    catalog::Accelerator chip;
    WeightFormat held;
  };

  const Case cases[] = {
      {"fp8 units", WeightFormat::fp8, Engine::tensorrt_llm, test::h100_sxm(), WeightFormat::fp8},
      {"Marlin in vLLM", WeightFormat::fp8, Engine::vllm, test::a100_sxm(), WeightFormat::fp8},
      {"and in SGLang", WeightFormat::fp8, Engine::sglang, test::a100_sxm(), WeightFormat::fp8},
      {"not before Ampere", WeightFormat::fp8, Engine::vllm, test::t4(), WeightFormat::bf16},
      {"no such kernels",
       WeightFormat::fp8,
       Engine::tensorrt_llm,
       test::a100_sxm(),
       WeightFormat::bf16},
      {"eager code", WeightFormat::fp8, Engine::eager, test::a100_sxm(), WeightFormat::bf16},
      {"NeuronX", WeightFormat::fp8, Engine::neuronx, test::inferentia2(), WeightFormat::bf16},
      {"16 bit as it is", WeightFormat::fp16, Engine::vllm, test::t4(), WeightFormat::fp16},
      {"4-bit integers anywhere",
       WeightFormat::awq_int4,
       Engine::vllm,
       test::t4(),
       WeightFormat::awq_int4},
      {"GGUF as it is", WeightFormat::q4_k_m, Engine::llama_cpp, test::t4(), WeightFormat::q4_k_m},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name, c.chip.name);
    CHECK(perf::inference::held_format(coefficients, c.stored, c.engine, c.chip) == c.held);
  }
}
