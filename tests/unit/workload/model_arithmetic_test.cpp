#include "support/catch.hpp"
#include "unit/workload/model_files.hpp"
#include "workload/model/model_arithmetic.hpp"
#include "workload/model/record_architecture.hpp"

using namespace gpuplan;
using namespace gpuplan::workload;

namespace {

Architecture model(std::string_view id) {
  return architecture_of(test::ModelFiles::shipped().language(id)).value();
}

constexpr FormatWidths k_widths{.awq_int4 = 0.531, .q4_k_m = 0.606};
constexpr double k_mib = 1024.0 * 1024.0;

} // namespace

TEST_CASE("adapters take r (d_in + d_out) a matrix", "[workload]") {
  // Llama-2-7B: rank 8 on queries and values 4.19 M, rank 64 on all linear layers 160 M.
  CHECK(adapter_parameters(model("llama-2-7b"), 8, AdapterTargets::query_and_value) == 4'194'304);
  CHECK(adapter_parameters(model("llama-2-7b"), 64, AdapterTargets::all_linear) == 159'907'840);
  // Llama-3.1-8B, rank 16: 32 layers × 16 × (2 × 8192 + 2 × 5120 + 3 × 18432).
  CHECK(adapter_parameters(model("llama-3.1-8b"), 16, AdapterTargets::all_linear) == 41'943'040);
  // Routed experts stay frozen: Mixtral's adapters are those of its attention.
  CHECK(adapter_parameters(model("mixtral-8x7b"), 16, AdapterTargets::all_linear) ==
        32LL * 16 * (2 * 8192 + 2 * 5120));
  // DeepSeek-V2-Lite without a query rank: queries 2048 + 16 × 192, keys and values down
  // 2048 + 576 and up 512 + 2 × 16 × 128, output 2048 + 2048; shared experts 2 × 1408 in 26 layers.
  CHECK(adapter_parameters(model("deepseek-v2-lite"), 8, AdapterTargets::all_linear) ==
        8LL * (27 * (5120 + 2624 + 4608 + 4096) + 3 * (2048 + 10944) + 26LL * 3 * (2048 + 2816)));
}

TEST_CASE("Llama-3.1-70B weighs what its format says", "[workload][A21]") {
  const auto llama = model("llama-3.1-70b");
  constexpr double k_total = 70'553'706'496;
  constexpr double k_tables = 2.0 * 128256 * 8192;
  CHECK(weight_bytes(llama, WeightFormat::bf16, k_widths) == Approx(2 * k_total)); // 141.1 GB
  CHECK(weight_bytes(llama, WeightFormat::bf16, k_widths) / 1073741824 ==
        Approx(131.4).epsilon(0.001));
  CHECK(weight_bytes(llama, WeightFormat::int8, k_widths) == Approx(k_total + k_tables));
  CHECK(weight_bytes(llama, WeightFormat::nf4, k_widths) ==
        Approx(0.5625 * (k_total - k_tables) + 2 * k_tables));
  // GGUF of the same model: 39.6 GiB (Q4_K_M).
  CHECK(weight_bytes(llama, WeightFormat::q4_k_m, k_widths) / 1073741824 ==
        Approx(39.6).epsilon(0.01));
}

TEST_CASE("a declared 2-byte dtype does not halve the weights again", "[workload][A21]") {
  auto llama = model("llama-3.1-70b");
  llama.native_precision = "bfloat16";
  CHECK(weight_bytes(llama, WeightFormat::fp16, k_widths) == Approx(141'107'412'992.0));
}

TEST_CASE("mxfp4 packs routed experts alone", "[workload]") {
  // gpt-oss-20b: 19.1e9 of 20.9e9 parameters are in experts; the files take 12.8 GiB.
  const auto oss = model("gpt-oss-20b");
  CHECK(weight_bytes(oss, WeightFormat::mxfp4, k_widths) / 1073741824 ==
        Approx(12.8).epsilon(0.01));
}

TEST_CASE("a file that states its size is taken at its word in its own format", "[workload]") {
  auto llama = model("llama-3.1-8b");
  llama.native_format = "q4_k_m";
  llama.stored_bytes = 4.92e9;
  CHECK(weight_bytes(llama, WeightFormat::q4_k_m, k_widths) == Approx(4.92e9));
  CHECK(weight_bytes(llama, WeightFormat::bf16, k_widths) == Approx(2 * 8'030'261'248.0));
}

TEST_CASE("memory of a mixture counts all experts", "[workload][A22]") {
  CHECK(weight_bytes(model("mixtral-8x7b"), WeightFormat::bf16, k_widths) ==
        Approx(93'405'585'408.0));
}

TEST_CASE("a token's cache follows the KV heads, not the hidden size", "[workload][A23]") {
  struct Case {
    std::string id;
    double bytes;
  };

  const auto cases = std::vector<Case>{
      {"llama-2-7b", 524'288},
      {"llama-3-8b", 131'072},
      {"llama-3.1-70b", 327'680},
      {"llama-3.1-405b", 516'096},
      {"qwen-72b", 2'621'440},
      {"qwen3-4b", 147'456},
      {"falcon-7b", 8'192},
      {"deepseek-v3", 61.0 * 576 * 2},
      {"minimax-text-01", 10.0 * 2 * 8 * 128 * 2},
  };
  for (const auto& one : cases) {
    CAPTURE(one.id);
    CHECK(kv_bytes_per_token(model(one.id).dims, 2) == Approx(one.bytes));
  }
}

TEST_CASE("the cache's own number format halves it", "[workload][A23]") {
  const auto dims = model("llama-3-8b").dims;
  const double tokens = 8192.0 * 16;
  CHECK(kv_bytes_per_token(dims, 2) * tokens == Approx(16 * 1073741824.0));
  CHECK(kv_bytes_per_token(dims, 1) * tokens == Approx(8 * 1073741824.0));
}

TEST_CASE("windowed layers are charged for their window", "[workload][A24]") {
  // Gemma-3-1B at 32,768 tokens: 4 global layers 128 MiB, 22 at 512 tokens 11 MiB.
  const auto dims = model("gemma-3-1b").dims;
  constexpr double k_tokens = 32768;
  CHECK(kv_bytes_per_token(dims, 2) * k_tokens / k_mib == Approx(128));
  CHECK(kv_bytes_beside(dims, 2, k_tokens) / k_mib == Approx(11));
  CHECK(kv_bytes_beside(dims, 2, 100) == Approx(22.0 * 2 * 256 * 2 * 100));
}

TEST_CASE("training FLOPs are six for each weight in a product, and attention", "[workload]") {
  const auto llama = model("llama-3.1-8b");
  // 8,030,261,248 less the input table; causal attention 6 L S a d at 4,096 tokens.
  const double weights = 8'030'261'248.0 - 128256.0 * 4096;
  const double attention = 6.0 * 32 * 4096 * 4096;
  CHECK(training_flops_per_token(llama, 4096, Method::full, {}) ==
        Approx(6 * weights + attention).epsilon(1e-9));
  const Adapter adapter{.parameters = 41'943'040};
  CHECK(training_flops_per_token(llama, 4096, Method::lora, adapter) ==
        Approx(4 * weights + 6 * 41'943'040.0 + attention).epsilon(1e-9));
}

TEST_CASE("GPT-3 training compute is within 0.5 % of the paper's", "[workload]") {
  // arXiv:2005.14165 table D.1, 6 N D for 300e9 tokens, attention not counted.
  const auto gpt3 = model("gpt3-175b");
  const double weights = training_flops_per_token(gpt3, 1e-9, Method::full, {});
  CHECK(weights * 300e9 == Approx(3.14e23).epsilon(0.005));
}

TEST_CASE("a mixture trains at the cost of its active experts", "[workload]") {
  const auto mixtral = model("mixtral-8x7b");
  CHECK(training_flops_per_token(mixtral, 1e-9, Method::full, {}) ==
        Approx(6 * (12.879e9 - 32000.0 * 4096)).epsilon(0.001));
}

TEST_CASE("attention of Llama-3-8B equals its weights near 29k tokens of context", "[workload]") {
  const auto llama = model("llama-3-8b");
  const double weights = forward_flops_per_token(llama, 1e-9);
  const double at_29k = forward_flops_per_token(llama, 2 * 28'600.0); // causal: half is seen
  CHECK(at_29k == Approx(2 * weights).epsilon(0.01));
}

TEST_CASE("a token of an encoder-decoder passes one of two stacks", "[workload]") {
  // T5-base: 222.9e6 parameters, of which the table of 32128 × 768 is used once, as output.
  const auto t5 = model("t5-base");
  CHECK(forward_flops_per_token(t5, 1e-9) == Approx(222'903'552.0).epsilon(0.001));
}

TEST_CASE("checkpoints hold weights and optimizer state of what is trained", "[workload]") {
  Demand demand{.model = model("llama-3.1-8b")};
  CHECK(checkpoint_bytes(demand) == Approx(14 * 8'030'261'248.0)); // 112 GB
  demand.training.optimizer = Optimizer::adamw_8bit;
  CHECK(checkpoint_bytes(demand) == Approx(8 * 8'030'261'248.0));
  demand.training = {.method = Method::lora, .adapter = Adapter{.parameters = 41'943'040}};
  CHECK(checkpoint_bytes(demand) == Approx(14 * 41'943'040.0));
  demand.training = {.compute = catalog::NumberFormat::fp32};
  CHECK(checkpoint_bytes(demand) == Approx(12 * 8'030'261'248.0));
  demand.kind = JobKind::serve;
  CHECK(checkpoint_bytes(demand) == 0);
}
