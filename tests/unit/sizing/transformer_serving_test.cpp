#include "sizing/transformer_serving.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"
#include "workload/model/model_arithmetic.hpp"

using namespace gpuplan;
using namespace gpuplan::test;
using sizing::Fit;
using sizing::MemoryPart;
using workload::Stack;
using workload::WeightFormat;

namespace {

/// Llama-3-70B: 70,553,706,496 parameters (public configuration).
workload::Architecture llama_70b() {
  auto model = llama_8b();
  model.dims.layers = model.dims.attention_layers = 80;
  model.dims.hidden = 8192;
  model.dims.ffn = 28672;
  model.dims.heads = 64;
  model.params.total = 70'553'706'496;
  model.params.embedding = model.params.head = 128256LL * 8192;
  return model;
}

Fit verdict(const workload::Demand& demand,
            const workload::Layout& layout,
            double kv_tokens,
            double usable_gib) {
  return shipped_memory_model().judge(estimate(demand, layout, kv_tokens).device,
                                      core::gib(usable_gib));
}

} // namespace

TEST_CASE("weights follow their format, tables at their own width", "[sizing]") {
  struct Case {
    WeightFormat format;
    double gib;
  };

  const double tables = 2 * 128256.0 * 8192;
  const double matrices = 70'553'706'496.0 - tables;
  const auto to_gib = [](double bytes) { return core::to_gib(core::Bytes{bytes}); };
  const auto c = GENERATE_COPY(Case{WeightFormat::bf16, 131.4}, // 141.1 GB
                               Case{WeightFormat::fp32, 262.8},
                               Case{WeightFormat::fp8, to_gib(matrices + 2 * tables)},
                               Case{WeightFormat::nf4, to_gib(0.5625 * matrices + 2 * tables)},
                               Case{WeightFormat::awq_int4, to_gib(0.531 * matrices + 2 * tables)},
                               Case{WeightFormat::q4_k_m, 39.8}, // the published file has 39.59 GiB
                               Case{WeightFormat::q8_0, to_gib(1.0625 * (matrices + tables))});
  const auto at = estimate(serving_of(llama_70b(), Stack::vllm, c.format), {}, 1);
  CHECK(part_gib(at, MemoryPart::weights) == Approx(c.gib).epsilon(0.001));
}

TEST_CASE("widths of formats agree with the workload's count of the whole model", "[sizing]") {
  const auto format = GENERATE(WeightFormat::fp32,
                               WeightFormat::bf16,
                               WeightFormat::fp8,
                               WeightFormat::nf4,
                               WeightFormat::gptq_int4,
                               WeightFormat::q4_k_m,
                               WeightFormat::q8_0,
                               WeightFormat::mxfp4,
                               WeightFormat::nvfp4);
  const auto& c = shipped_memory_model().coefficients();
  const workload::FormatWidths widths{.awq_int4 = c.int4, .q4_k_m = c.q4_k_m};
  for (const auto& model : {llama_70b(), mixtral()}) {
    const auto width = sizing::stored_width(format, model.params, c);
    CHECK(sizing::stored_bytes(model.params, width) ==
          Approx(workload::weight_bytes(model, format, widths)));
  }
}

TEST_CASE("a stated size of the weights is taken, and split as they are", "[sizing]") {
  auto demand = serving_of(llama_70b(), Stack::vllm, WeightFormat::fp8);
  demand.serving.weight_bytes = 80e9;
  CHECK(estimate(demand, {}, 1).part(MemoryPart::weights).count() == Approx(80e9));
  CHECK(estimate(demand, {.tensor = 8}, 1).part(MemoryPart::weights).count() == Approx(10e9));
}

TEST_CASE("all experts count, used or not", "[sizing]") {
  const auto at = estimate(serving_of(mixtral(), Stack::vllm, WeightFormat::bf16), {}, 1);
  CHECK(core::to_gb(at.part(MemoryPart::weights)) == Approx(93.4).epsilon(0.001));
}

TEST_CASE("a cache of 16 sequences of 8,192 tokens takes 16 GiB of Llama-3-8B", "[sizing]") {
  auto demand = serving_of(llama_8b(), Stack::vllm, WeightFormat::bf16);
  CHECK(part_gib(estimate(demand, {}, 8192 * 16), MemoryPart::kv_cache) == 16.0);
  demand.serving.kv_bytes_per_element = 1;
  CHECK(part_gib(estimate(demand, {}, 8192 * 16), MemoryPart::kv_cache) == 8.0);
  // Tensor ranks divide it up to the eight key-value heads.
  CHECK(part_gib(estimate(demand, {.tensor = 16}, 8192 * 16), MemoryPart::kv_cache) == 1.0);
}

TEST_CASE("an encoder-decoder caches prompt and answer once, in its decoder alone", "[sizing]") {
  // T5-11B: 24 layers in each stack, 128 heads of 128. A layer of the decoder holds keys and values
  // of 2 x 128 x 128 x 2 B = 65,536 B a token: of the prompt for its cross attention, of the answer
  // for its own; 24 of them 1,572,864 B.
  auto model = llama_8b();
  model.network = workload::NetworkClass::encoder_decoder;
  model.dims.layers = model.dims.attention_layers = model.dims.decoder_layers = 24;
  model.dims.hidden = 1024;
  model.dims.heads = model.dims.kv_heads = 128;
  model.dims.head_dim = 128;
  auto demand = serving_of(model, Stack::vllm, WeightFormat::bf16);
  demand.serving.input_tokens = 512;
  demand.serving.output_tokens = 128;
  const double prompts = 8 * 512 * 1'572'864.0;
  const double answers = 8 * 128 * 1'572'864.0;
  const auto at = [&](const workload::Layout& layout) {
    return estimate(demand, layout, 8 * 640).part(MemoryPart::kv_cache).count();
  };
  CHECK(at({}) == prompts + answers); // 7.5 GiB
  CHECK(core::to_gib(core::Bytes{at({})}) == 7.5);
  CHECK(at({.tensor = 8}) == (prompts + answers) / 8);
  // Of two stages of 24 layers one is the encoder and holds none of it; of four, two share it.
  CHECK(at({.pipeline = 2}) == prompts + answers);
  CHECK(at({.pipeline = 4}) == (prompts + answers) / 2);
}

TEST_CASE("what the demand states of the cache is taken", "[sizing]") {
  auto demand = serving_of(llama_8b(), Stack::vllm, WeightFormat::bf16);
  demand.serving.input_tokens = 600;
  demand.serving.output_tokens = 400;
  demand.serving.kv_bytes_per_token = 1000;
  demand.serving.kv_bytes_window = 50'000;    // a sequence
  const auto at = estimate(demand, {}, 3000); // three sequences
  CHECK(at.part(MemoryPart::kv_cache).count() == 3000.0 * 1000 + 3 * 50'000);
}

TEST_CASE("windows and recurrent state belong to a sequence, not to its tokens", "[sizing]") {
  // Gemma-3-1B: 26 layers, 22 windowed at 512, one key-value head of 256; 32,768 tokens in bf16
  // take 139 MiB.
  auto model = llama_8b();
  model.dims.layers = model.dims.attention_layers = 26;
  model.dims.kv_heads = 1;
  model.dims.head_dim = 256;
  model.dims.window = 512;
  model.dims.windowed_layers = 22;
  auto demand = serving_of(model, Stack::vllm, WeightFormat::bf16);
  demand.serving.input_tokens = 32768;
  CHECK(1024 * part_gib(estimate(demand, {}, 32768), MemoryPart::kv_cache) ==
        Approx(139).epsilon(0.001));
}

TEST_CASE("a token of context costs what public configurations say", "[sizing]") {
  struct Case {
    const char* model;
    std::int64_t layers, kv_heads, head_dim;
    double kib;
  };

  const auto c = GENERATE(Case{"llama-2-7b", 32, 32, 128, 512},
                          Case{"llama-2-13b", 40, 40, 128, 800},
                          Case{"llama-3-70b", 80, 8, 128, 320},
                          Case{"llama-3.1-405b", 126, 8, 128, 504},
                          Case{"qwen-72b", 80, 64, 128, 2560},
                          Case{"qwen3-4b", 36, 8, 128, 144},
                          Case{"qwen3-32b", 64, 8, 128, 256},
                          Case{"falcon-7b", 32, 1, 64, 8});
  INFO(c.model);
  auto model = llama_8b();
  model.dims.layers = model.dims.attention_layers = c.layers;
  model.dims.kv_heads = c.kv_heads;
  model.dims.head_dim = c.head_dim;
  const auto demand = serving_of(model, Stack::vllm, WeightFormat::bf16);
  CHECK(estimate(demand, {}, 1000).part(MemoryPart::kv_cache).count() == c.kib * 1024 * 1000);
}

TEST_CASE("latents are copied on every tensor rank", "[sizing]") {
  auto model = llama_8b();
  model.dims.attention = workload::AttentionKind::latent;
  model.dims.latent = {.kv_rank = 512, .rope_dim = 64};
  const auto demand = serving_of(model, Stack::sglang, WeightFormat::bf16);
  CHECK(estimate(demand, {.tensor = 8}, 1000).part(MemoryPart::kv_cache).count() ==
        32.0 * 576 * 2 * 1000);
}

TEST_CASE("serving engines hold a fixed amount beside weights and cache", "[sizing]") {
  const auto demand = serving_of(llama_8b(), Stack::vllm, WeightFormat::bf16);
  CHECK(part_gib(estimate(demand, {}, 1), MemoryPart::reserve) == Approx(2.3));
  CHECK(part_gib(estimate(demand, {.tensor = 2}, 1), MemoryPart::reserve) == Approx(4.0));
}

TEST_CASE("published edges of llama.cpp come out", "[sizing]") {
  // XiongjieDai/GPU-Benchmarks-on-LLM-Inference: usable GiB of the cards in the last column.
  const auto small = serving_of(llama_8b(), Stack::llama_cpp, WeightFormat::fp16);
  CHECK(verdict(small, {}, 4096, 15.76) != Fit::does_not_fit); // 16 GB: runs
  CHECK(verdict(small, {}, 8192, 15.76) == Fit::does_not_fit); // and fails
  const auto large = serving_of(llama_70b(), Stack::llama_cpp, WeightFormat::q4_k_m);
  CHECK(verdict(large, {}, 1024, 47.5) != Fit::does_not_fit);
  CHECK(verdict(large, {.pipeline = 2}, 1024, 23.6) != Fit::does_not_fit);
  CHECK(verdict(large, {}, 1024, 31.5) == Fit::does_not_fit);
  const auto half = serving_of(llama_70b(), Stack::llama_cpp, WeightFormat::fp16);
  CHECK(verdict(half, {.pipeline = 6}, 1024, 23.6) != Fit::does_not_fit);
  CHECK(verdict(half, {.pipeline = 4}, 1024, 31.5) == Fit::does_not_fit);
}

TEST_CASE("whole layers on several devices leave one more on the fullest", "[sizing]") {
  const auto demand = serving_of(llama_8b(), Stack::transformers, WeightFormat::bf16);
  const double whole = part_gib(estimate(demand, {}, 1), MemoryPart::weights);
  CHECK(part_gib(estimate(demand, {.pipeline = 3}, 1), MemoryPart::weights) ==
        Approx(whole * (11 + 1) / 32));
}

TEST_CASE("beams multiply the cache, and Hugging Face code copies it", "[sizing]") {
  auto demand = serving_of(llama_8b(), Stack::vllm, WeightFormat::bf16);
  const double one = part_gib(estimate(demand, {}, 512), MemoryPart::kv_cache);
  demand.serving.beams = 4;
  CHECK(part_gib(estimate(demand, {}, 512), MemoryPart::kv_cache) == Approx(4 * one));
  demand.stack = Stack::transformers;
  CHECK(part_gib(estimate(demand, {}, 512), MemoryPart::kv_cache) == Approx(4 * 1.87 * one));
}

TEST_CASE("Hugging Face code needs room for the prefill of a batch", "[sizing]") {
  auto demand = serving_of(llama_8b(), Stack::transformers, WeightFormat::bf16);
  demand.serving.input_tokens = 1000;
  demand.serving.output_tokens = 24;
  const auto at = estimate(demand, {}, 4 * 1024);
  CHECK(at.part(MemoryPart::workspace).count() ==
        Approx(0.95 * 2 * (3 * 4096 + 2 * 14336.0) * 4 * 1000));
}

TEST_CASE("a checkpoint that is just loaded is weights and context", "[sizing]") {
  // huggingface/transformers model_memory_anatomy: BERT-large in fp32, 2.57 GiB by the driver.
  workload::Architecture bert;
  bert.network = workload::NetworkClass::encoder;
  bert.dims = {.layers = 24,
               .hidden = 1024,
               .ffn = 4096,
               .heads = 16,
               .kv_heads = 16,
               .head_dim = 64,
               .vocab = 30522};
  bert.params.total = 335'141'888;
  bert.params.embedding = 30522LL * 1024;
  auto demand = serving_of(bert, Stack::transformers, WeightFormat::fp32);
  demand.serving.input_tokens = 1;
  const auto at = estimate(demand, {});
  CHECK(core::to_gib(at.device) == Approx(2.57).epsilon(0.01));
  CHECK(at.part(MemoryPart::kv_cache).count() == 0.0); // an encoder keeps none
}

TEST_CASE("a context that is not stated makes serving memory unknown", "[sizing]") {
  const auto& model = shipped_memory_model();
  const auto demand = serving_of(llama_8b(), Stack::vllm, WeightFormat::bf16);
  CHECK(model.estimate(demand, {}).why_unknown() ==
        "the lengths of prompt and answer are not stated");
  CHECK(model.estimate(demand, {}, 1).known());
}

TEST_CASE("readings differ by what they count", "[sizing]") {
  const auto demand = serving_of(llama_8b(), Stack::transformers, WeightFormat::bf16);
  const auto at = estimate(demand, {}, 1000);
  using sizing::Reading;
  CHECK(at.reading(Reading::weights_and_kv) ==
        at.part(MemoryPart::weights) + at.part(MemoryPart::kv_cache));
  CHECK(at.reading(Reading::weights_and_kv) < at.reading(Reading::allocated));
  CHECK(at.reading(Reading::allocated) < at.reading(Reading::reserved));
  CHECK(at.reading(Reading::reserved) < at.reading(Reading::device));
}
