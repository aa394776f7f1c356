#include "sizing/kv_cache.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

using namespace gpuplan;
using namespace gpuplan::sizing;
using workload::AttentionKind;
using workload::TransformerDims;

namespace {

TransformerDims cached(std::int64_t layers, std::int64_t kv_heads, std::int64_t head_dim) {
  return {.layers = layers, .kv_heads = kv_heads, .head_dim = head_dim};
}

} // namespace

TEST_CASE("a token of context costs 2 L k d elements", "[sizing]") {
  struct Case {
    const char* model;
    TransformerDims dims;
    double kib;
  };

  // Public configurations, 16-bit.
  const auto c = GENERATE(Case{"llama-2-7b", cached(32, 32, 128), 512},
                          Case{"llama-2-13b", cached(40, 40, 128), 800},
                          Case{"llama-3-8b", cached(32, 8, 128), 128},
                          Case{"llama-3-70b", cached(80, 8, 128), 320},
                          Case{"llama-3.1-405b", cached(126, 8, 128), 504},
                          Case{"mixtral-8x7b", cached(32, 8, 128), 128},
                          Case{"qwen-72b", cached(80, 64, 128), 2560},
                          Case{"qwen3-4b", cached(36, 8, 128), 144},
                          Case{"qwen3-32b", cached(64, 8, 128), 256},
                          Case{"falcon-7b", cached(32, 1, 64), 8});
  INFO(c.model);
  CHECK(kv_bytes_per_token(c.dims, 2) == c.kib * 1024);
  CHECK(kv_bytes_per_token(c.dims, 1) == c.kib * 512);
}

TEST_CASE("latent attention keeps rank and rotary part", "[sizing]") {
  auto dims = cached(61, 128, 128);
  dims.attention = AttentionKind::latent;
  dims.latent = {.kv_rank = 512, .q_rank = 1536, .rope_dim = 64};
  CHECK(kv_bytes_per_token(dims, 2) == 70272.0); // DeepSeek-V3: 61 x 576 x 2
  CHECK(kv_ranks(dims, 8) == 1.0);
}

TEST_CASE("a windowed layer keeps a cache of its window alone", "[sizing]") {
  // Gemma-3-1B: 26 layers, 22 windowed at 512, one key-value head of 256; 32,768 tokens in bf16
  // take 139 MiB.
  auto dims = cached(26, 1, 256);
  dims.window = 512;
  dims.windowed_layers = 22;
  const double bytes = kv_bytes_per_token(dims, 2) * 32768 + kv_bytes_of_windows(dims, 2);
  CHECK(bytes / (1024 * 1024) == Approx(139).epsilon(0.001));
}

TEST_CASE("a hybrid counts the layers that attend", "[sizing]") {
  auto dims = cached(80, 8, 128);
  dims.attention_layers = 10;
  CHECK(kv_bytes_per_token(dims, 2) == 2.0 * 10 * 8 * 128 * 2);
}

TEST_CASE("an encoder-decoder keeps the encoder's output in every decoder layer", "[sizing]") {
  // Whisper large-v2: 32 decoder layers, 20 heads of 64, 1500 frames: 2 x 32 x 1280 x 2 a token.
  auto dims = cached(32, 20, 64);
  dims.decoder_layers = 32;
  CHECK(kv_bytes_per_token(dims, 2) == 163840.0);
  CHECK(kv_bytes_of_encoder(dims, 1500, 2) == 1500.0 * 163840);
}

TEST_CASE("a cache divides over tensor ranks up to its heads", "[sizing]") {
  const auto dims = cached(32, 8, 128);
  CHECK(kv_ranks(dims, 4) == 4.0);
  CHECK(kv_ranks(dims, 16) == 8.0);
}
