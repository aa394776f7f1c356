#include "sizing/layer_activations.hpp"
#include "support/catch.hpp"
#include "unit/sizing/fixtures.hpp"

using namespace gpuplan;
using namespace gpuplan::test;
using sizing::ActivationRules;
using sizing::AttentionKernel;
using sizing::Dropout;

namespace {

/// What Korthikanti et al. assume: 16-bit norms, plain GELU, dropout, eager attention.
constexpr ActivationRules k_published{.norm = 4,
                                      .mlp = 4,
                                      .dropout = Dropout::yes,
                                      .attention = AttentionKernel::eager};

} // namespace

TEST_CASE("a GPT layer keeps 34 h + 5 a s bytes a token", "[sizing]") {
  // arXiv 2205.05198, equation 1 and the ratios of section 5: 5 a s / h is 80 for GPT-3 and 64 for
  // MT-NLG.
  struct Case {
    std::int64_t hidden, heads;
    double scores_over_hidden;
  };

  const auto c = GENERATE(Case{12288, 96, 80}, Case{20480, 128, 64});
  const auto model = megatron_gpt(96, c.hidden, c.heads);
  const auto layer =
      sizing::layer_activations(model.dims, k_published, static_cast<double>(4 * c.hidden), 2048);
  const auto h = static_cast<double>(c.hidden);
  CHECK(layer.total() == Approx(h * (34 + c.scores_over_hidden)));
  CHECK(layer.scores == Approx(h * c.scores_over_hidden));
  // Tensor parallelism without sequence parallelism: 10 + 24 / t + 5 a s / (h t).
  CHECK(layer.replicated == Approx(10 * h));
  CHECK(layer.split + layer.keys == Approx(24 * h));
}

TEST_CASE("fused attention keeps no scores", "[sizing]") {
  auto rules = k_published;
  rules.attention = AttentionKernel::fused;
  const auto model = megatron_gpt(96, 12288, 96);
  const auto layer = sizing::layer_activations(model.dims, rules, 4 * 12288.0, 2048);
  CHECK(layer.total() == Approx(34 * 12288.0));
}

TEST_CASE("a gated layer without dropout keeps 12 + 4 k/a + 8 f/h", "[sizing]") {
  // Counted by hand for Llama-3-8B: 12 + 1 + 28 = 41 bytes a token and hidden element.
  const ActivationRules rules{.norm = 4, .mlp = 8};
  const auto layer = sizing::layer_activations(llama_8b().dims, rules, 14336, 4096);
  CHECK(layer.total() == Approx(41 * 4096.0));
}

TEST_CASE("eager norms give what Llama-type layers were measured at", "[sizing]") {
  // stas00/ml-engineering: Llama-3.1-8B keeps 28 copies of the hidden state, 56 s b h bytes.
  const ActivationRules rules{.norm = memory_coefficient("memory.activation.norm_eager"), .mlp = 8};
  const auto layer = sizing::layer_activations(llama_8b().dims, rules, 14336, 4096);
  CHECK(layer.total() / 4096 == Approx(56).epsilon(0.06));
}

TEST_CASE("query and key norms add their width", "[sizing]") {
  auto dims = llama_8b().dims;
  const ActivationRules rules{.norm = 4, .mlp = 8};
  const double without = sizing::layer_activations(dims, rules, 14336, 4096).total();
  dims.qk_norm = true;
  const double with = sizing::layer_activations(dims, rules, 14336, 4096).total();
  CHECK(with - without == Approx(4.0 * (32 + 8) * 128)); // nu (qw + kw) h
}

TEST_CASE("a token of a mixture passes its active experts", "[sizing]") {
  const auto dims = mixtral().dims;
  CHECK(sizing::active_ffn(dims) == 2.0 * 14336);
  CHECK(sizing::active_ffn(llama_8b().dims) == 14336.0);
  CHECK(sizing::dispatch_activations(dims) == 2.0 * 2 * 2 * 4096); // in and out, 2 B, 2 experts
  CHECK(sizing::dispatch_activations(llama_8b().dims) == 0.0);
}
