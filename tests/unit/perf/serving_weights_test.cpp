#include "support/catch.hpp"
#include "unit/perf/serving_cases.hpp"

using namespace gpuplan;
using perf::inference::FormatUse;
using perf::inference::kv_footprint;
using perf::inference::prompt_attention;
using perf::inference::split_weights;
using workload::WeightFormat;

TEST_CASE("weights split into always used, experts and tables", "[perf][serving]") {
  const auto dense = split_weights(test::llama_3_1_8b());
  CHECK(dense.always == Approx(6979588096.0));
  CHECK(dense.head == Approx(525336576.0));
  CHECK(dense.tables == Approx(1050673152.0));
  CHECK(dense.per_expert == 0);

  // Mixtral: an expert is 3 · 4,096 · 14,336 weights a layer, 32 layers; 12.88e9 are active.
  const auto mixture = split_weights(test::mixtral_8x7b());
  CHECK(mixture.per_expert == Approx(5637144576.0));
  CHECK(mixture.per_token() + mixture.tables == Approx(12879925248.0));
}

TEST_CASE("a tied output matrix is multiplied but stored once", "[perf][serving]") {
  auto model = test::llama_3_1_8b();
  model.dims.tied_embeddings = true;
  model.params.total -= model.params.head;
  model.params.head = 0;
  const auto split = split_weights(model);
  CHECK(split.head == Approx(525336576.0));
  CHECK(split.tables == Approx(525336576.0));
  CHECK(split.always == Approx(6979588096.0));
}

TEST_CASE("KV cache a token in KiB at 16 bit", "[perf][serving]") {
  struct Case {
    const char* name;
    std::int64_t layers, kv_heads, head_dim, latent, rope;
    double kib;
  };

  const Case cases[] = {
      {"Llama-2-7B", 32, 32, 128, 0, 0, 512},
      {"Llama-2-13B", 40, 40, 128, 0, 0, 800},
      {"Llama-3-8B", 32, 8, 128, 0, 0, 128},
      {"Llama-3-70B", 80, 8, 128, 0, 0, 320},
      {"Llama-3.1-405B", 126, 8, 128, 0, 0, 504},
      {"Mixtral-8x7B", 32, 8, 128, 0, 0, 128},
      {"Qwen-72B", 80, 64, 128, 0, 0, 2560},
      {"Qwen3-4B", 36, 8, 128, 0, 0, 144},
      {"Qwen3-32B", 64, 8, 128, 0, 0, 256},
      {"Falcon-7B", 32, 1, 64, 0, 0, 8},
      {"DeepSeek-V3", 61, 128, 128, 512, 64, 68.625},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    auto model = test::decoder({c.layers, 4096, 11008, 64, c.kv_heads, c.head_dim, 32000, 1});
    model.dims.latent.kv_rank = c.latent;
    model.dims.latent.rope_dim = c.rope;
    const auto footprint = kv_footprint(test::chat(model, WeightFormat::bf16, 1, 1, 2));
    CHECK(footprint.bytes(1) / 1024 == Approx(c.kib));
    CHECK(footprint.bytes(1000) / 1024 == Approx(1000 * c.kib));
  }
}

TEST_CASE("windowed layers stop growing at their window", "[perf][serving]") {
  // Gemma-3-1B: 26 layers, 22 of them see 512 tokens, one KV head of 256: 139 MiB at 32,768.
  auto model = test::decoder({26, 1152, 6912, 4, 1, 256, 262144, 999885952});
  model.dims.window = 512;
  model.dims.windowed_layers = 22;
  const auto footprint = kv_footprint(test::chat(model, WeightFormat::bf16, 32000, 768, 2));
  CHECK(footprint.bytes(32768) / (1024.0 * 1024.0) == Approx(139));
  CHECK(footprint.bytes(512) == Approx(26 * 2 * 256 * 2 * 512));
}

TEST_CASE("a window that every layer has is ignored, as engines ignore it", "[perf][serving]") {
  auto model = test::llama_3_1_8b();
  model.dims.window = 4096;
  model.dims.windowed_layers = 32;
  const auto footprint = kv_footprint(test::chat(model, WeightFormat::bf16, 8000, 1000, 2));
  CHECK(footprint.bytes(9000) == Approx(9000.0 * 131072));
}

TEST_CASE("a prompt attends to half of itself on average, windowed layers to less",
          "[perf][serving]") {
  perf::inference::LayerShape shape{.layers = 4};
  CHECK(prompt_attention(shape, 1000) == Approx(500000));
  shape.window = 100;
  shape.windowed_share = 0.5;
  // Windowed: 100²/2 + 900 · 100 = 95,000.
  CHECK(prompt_attention(shape, 1000) == Approx(0.5 * 500000 + 0.5 * 95000));
  CHECK(prompt_attention(shape, 50) == Approx(1250));
}

TEST_CASE("layers without attention neither look back nor cache", "[perf][serving]") {
  auto model = test::llama_3_1_8b();
  model.dims.attention_layers = 8;
  model.dims.state_elements = 1000;
  CHECK(perf::inference::layer_shape(model).attention_layers == 8);
  CHECK(perf::inference::layer_shape(model).layers == 32);
  // A quarter of 128 KiB a token, and a state that does not grow.
  const auto footprint = kv_footprint(test::chat(model, WeightFormat::bf16, 100, 100, 2));
  CHECK(footprint.bytes(10) == Approx(10 * 32 * 1024 + 2000));
}

TEST_CASE("stored bytes agree with the model's own arithmetic", "[perf][serving]") {
  const auto coefficients = test::serving_coefficients();
  const workload::FormatWidths widths{.awq_int4 = 0.531, .q4_k_m = 0.604};

  struct Case {
    WeightFormat format;
    FormatUse use;
  };

  const Case cases[] = {
      {WeightFormat::bf16, FormatUse::sixteen_bit},
      {WeightFormat::fp32, FormatUse::fp32},
      {WeightFormat::fp8, FormatUse::fp8},
      {WeightFormat::int8, FormatUse::int8},
      {WeightFormat::awq_int4, FormatUse::int4},
      {WeightFormat::q4_k_m, FormatUse::q4_k_m},
      {WeightFormat::q8_0, FormatUse::q8_0},
      {WeightFormat::nf4, FormatUse::nf4},
      {WeightFormat::nvfp4, FormatUse::nvfp4},
  };
  for (const auto& model : {test::llama_3_1_8b(), test::mixtral_8x7b()})
    for (const Case& c : cases)
      CHECK(stored_bytes(model, coefficients.format(c.use)) ==
            Approx(weight_bytes(model, c.format, widths)).epsilon(0.001));
  // MXFP4 packs experts alone.
  CHECK(stored_bytes(test::mixtral_8x7b(), coefficients.format(FormatUse::mxfp4)) ==
        Approx(weight_bytes(test::mixtral_8x7b(), WeightFormat::mxfp4, widths)).epsilon(0.001));
}

TEST_CASE("an encoder-decoder reads with one stack and writes with the other", "[perf][serving]") {
  // Whisper-like: 32 + 32 layers of width 1,280, plain MLP of 5,120: an encoder layer has
  // 4 + 8 squares of weights, a decoder layer 8 + 8.
  auto model = test::decoder({32, 1280, 5120, 20, 20, 64, 51866, 1543490560});
  model.network = workload::NetworkClass::encoder_decoder;
  model.dims.decoder_layers = 32;
  model.dims.gated_mlp = false;
  const auto network = perf::inference::served_network(model);
  CHECK(network.two_stacks);
  CHECK(network.prompt.always / network.decode.always == Approx(12.0 / 16.0));
  CHECK(network.prompt.head == 0);
  CHECK(network.decode.head > 0);
}
