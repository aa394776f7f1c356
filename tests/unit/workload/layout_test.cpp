#include "support/catch.hpp"
#include "workload/can_divide.hpp"

using namespace gpuplan::workload;

namespace {

/// A dense decoder; everything but the part under test divides by any small degree.
TransformerDims
dims(std::int64_t heads, std::int64_t kv_heads, std::int64_t ffn, std::int64_t vocab) {
  return {.layers = 48,
          .hidden = 4096,
          .ffn = ffn,
          .heads = heads,
          .kv_heads = kv_heads,
          .head_dim = 128,
          .vocab = vocab};
}

constexpr std::int64_t k_any = 64 * 2520; ///< a width that every degree below 11 divides

} // namespace

TEST_CASE("a tensor-parallel degree that cannot run is refused by the constraint that fails",
          "[workload][A25]") {
  struct Case {
    TransformerDims dims;
    std::int64_t degree;
    bool ok;
    std::string reason;
  };

  const auto cases = std::vector<Case>{
      {dims(52, 52, k_any, k_any),
       3,
       false,
       "52 heads do not divide by tensor parallel 3; 2 and 4 do"},
      {dims(25, 25, k_any, k_any), 2, false, "25 heads do not divide by tensor parallel 2; 5 does"},
      {dims(25, 25, k_any, k_any), 5, true, ""},
      {dims(25, 25, 11008, k_any), 5, false, "MLP width 11008"},
      {dims(96, 8, k_any, 151552), 6, false, "8 KV heads"},
      {dims(96, 96, k_any, 151552), 6, false, "vocabulary 151552 does not divide"},
      {dims(28, 28, k_any, k_any), 8, false, "28 heads"},
      {dims(36, 4, 11008, k_any * 12), 12, false, "MLP width 11008 does not divide"},
      {dims(36, 4, 11008 * 3, k_any * 12), 12, true, ""},
      {dims(64, 8, 28672, 128256), 16, true, ""}, // KV heads are copied
      {dims(12, 12, 3072, 50257), 4, true, ""},   // 50,257 rows are padded to 50,304
  };
  for (const auto& one : cases) {
    CAPTURE(one.dims.heads, one.dims.kv_heads, one.dims.ffn, one.dims.vocab, one.degree);
    const auto verdict = layout_divides(one.dims, one.degree, 1);
    CHECK(verdict.ok == one.ok);
    CHECK_THAT(verdict.reason, ContainsSubstring(one.reason));
    CHECK(verdict.reason.empty() == one.ok);
  }
}

TEST_CASE("the verdict without words is the one with words", "[workload]") {
  auto mixture = dims(32, 8, k_any, k_any);
  mixture.experts = {.experts = 12, .active = 2, .ffn = 1536, .dense_layers = 0};
  auto recurrent = dims(32, 8, k_any, k_any);
  recurrent.attention = AttentionKind::hybrid;
  std::size_t refused = 0;
  for (const auto& network :
       {dims(28, 4, 11008, 50257), dims(0, 0, k_any, k_any), mixture, recurrent}) {
    for (const std::int64_t tensor : {0, 1, 2, 3, 4, 8, 16}) {
      for (const std::int64_t pipeline : {1, 4, 5}) {
        for (const std::int64_t expert : {1, 4, 5}) {
          for (const std::int64_t context : {1, 2}) {
            CAPTURE(network.heads, tensor, pipeline, expert, context);
            const auto told = layout_divides(network, tensor, pipeline, expert, context);
            CHECK(can_divide(network, tensor, pipeline, expert, context) == told.ok);
            CHECK(told.reason.empty() == told.ok);
            refused += told.ok ? 0 : 1;
          }
        }
      }
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("28 heads run on their divisors", "[workload][A25]") {
  const std::int64_t ffn = 28LL * 512;
  CHECK(tensor_degrees(dims(28, 28, ffn, 28LL * 64 * 64), 28) ==
        std::vector<std::int64_t>{1, 2, 4, 7, 14, 28});
}

TEST_CASE("layers, experts and recurrent layers limit the other degrees", "[workload]") {
  auto dense = dims(64, 8, 28672, 128256);
  CHECK(layout_divides(dense, 1, 16).ok);
  CHECK(layout_divides(dense, 1, 5).reason == "48 layers do not divide by pipeline parallel 5");
  CHECK(layout_divides(dense, 1, 1, 2).reason == "expert parallel needs a mixture of experts");
  CHECK(layout_divides(dense, 1, 1, 1, 4).ok);
  CHECK_FALSE(layout_divides(dense, 0, 1).ok);

  auto mixture = dense;
  mixture.experts = {
      .experts = 160, .active = 8, .ffn = 1500, .dense_layers = 3, .dense_ffn = 28672};
  CHECK(layout_divides(mixture, 8, 1, 8).ok);
  CHECK(layout_divides(mixture, 8, 1).reason ==
        "expert width 1500 does not divide by tensor parallel 8; 4 does");
  CHECK(layout_divides(mixture, 1, 1, 7).reason ==
        "160 experts do not divide by expert parallel 7");

  dense.attention = AttentionKind::hybrid;
  CHECK_FALSE(layout_divides(dense, 1, 1, 1, 2).ok);
}

TEST_CASE("latent attention has no KV heads to divide", "[workload]") {
  auto latent = dims(128, 128, 18432, 129280);
  latent.kv_heads = 3;
  latent.latent = {.kv_rank = 512, .q_rank = 1536, .rope_dim = 64};
  CHECK(layout_divides(latent, 16, 1).ok);
}

TEST_CASE("a network without attention is not cut", "[workload]") {
  CHECK(layout_divides({}, 1, 1).ok);
  CHECK_FALSE(layout_divides({}, 2, 1).ok);
  CHECK_FALSE(layout_divides({}, 1, 2).ok);
}

TEST_CASE("a layout prints its degrees above one", "[workload]") {
  CHECK(describe({.data = 8,
                  .tensor = 2,
                  .sharding = Sharding::full,
                  .recompute = Recompute::full,
                  .micro_batch = 2,
                  .accumulation = 4},
                 JobKind::train) == "dp 8 · tp 2, ZeRO-3, recompute full, micro-batch 2 × 4");
  CHECK(describe({.tensor = 4, .replicas = 2}, JobKind::serve) == "2 replicas · tp 4");
}

TEST_CASE("a share of a step is cut into micro-batches, the last of which holds the rest",
          "[workload]") {
  const auto words_of = [](std::int64_t share, std::int32_t size) {
    Layout layout;
    layout.cut(share, size);
    CHECK(layout.share() == share);
    CHECK(layout.mean_micro_batch() * layout.accumulation == Approx(static_cast<double>(share)));
    CHECK(layout.mean_micro_batch() <= layout.micro_batch);
    return describe(layout, JobKind::train);
  };
  CHECK(words_of(250, 250) == "dp 1, micro-batch 250");
  CHECK(words_of(250, 125) == "dp 1, micro-batch 125 × 2");
  CHECK(words_of(251, 126) == "dp 1, micro-batch 126 + 125");
  CHECK(words_of(250, 84) == "dp 1, micro-batch 84 × 2 + 82");
  CHECK(words_of(7, 1) == "dp 1, micro-batch 1 × 7");
}

TEST_CASE("words of the enumerations are read back", "[workload]") {
  CHECK(parse_stack("Finetune_Recipe") == Stack::finetune_recipe);
  CHECK(parse_stack("llama.cpp") == Stack::llama_cpp);
  CHECK(parse_weight_format("AWQ-INT4") == WeightFormat::awq_int4);
  CHECK(parse_optimizer(to_string(Optimizer::adamw_8bit)) == Optimizer::adamw_8bit);
  CHECK(parse_recompute("selective") == Recompute::selective);
  CHECK_FALSE(parse_method("loraa").has_value());
}

TEST_CASE("engines that serve cut layers into stages of unlike depth", "[workload]") {
  TransformerDims dims;
  dims.layers = 61;
  CHECK(can_cut(dims, 1));
  CHECK(can_cut(dims, 2));
  CHECK(can_cut(dims, 61));
  CHECK_FALSE(can_cut(dims, 62));
  CHECK_FALSE(can_cut(dims, 0));
  CHECK_FALSE(can_cut({}, 2));
}
