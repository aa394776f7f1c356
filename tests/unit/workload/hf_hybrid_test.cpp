#include "support/catch.hpp"
#include "support/source_text.hpp"
#include "workload/model/hf_config.hpp"
#include "workload/model/model_arithmetic.hpp"

using namespace gpuplan;

namespace {

workload::Architecture read_hybrid(const std::string& json) {
  core::DiagnosticSink sink;
  const auto config =
      source::read_json(test::source_text(json, "config.json"), source::k_json_limits, sink);
  REQUIRE(config.has_value());
  auto architecture = workload::read_hf_config(*config, nullptr, "m", sink);
  INFO(test::rendered(sink));
  REQUIRE(architecture.has_value());
  return *architecture;
}

} // namespace

TEST_CASE("Qwen3-Next: DeltaNet in three of four layers", "[workload]") {
  const auto next =
      read_hybrid(R"({"model_type":"qwen3_next","hidden_size":2048,"num_hidden_layers":48,
    "num_attention_heads":16,"num_key_value_heads":2,"head_dim":256,"intermediate_size":5120,
    "num_experts":512,"num_experts_per_tok":10,"moe_intermediate_size":512,
    "shared_expert_intermediate_size":512,"linear_num_key_heads":16,"linear_key_head_dim":128,
    "linear_num_value_heads":32,"linear_value_head_dim":128,"linear_conv_kernel_dim":4,
    "full_attention_interval":4,"vocab_size":151936,"tie_word_embeddings":false})");
  CHECK(next.params.total == 79'674'391'296); // Hub total of Qwen3-Coder-Next, the same shape
  CHECK(next.dims.attention_layers == 12);
  CHECK(next.dims.attention == workload::AttentionKind::hybrid);
  // 36 states of 32 heads × 128 × 128 and a convolution tail of 3 × (2 × 2048 + 4096).
  CHECK(next.dims.state_elements == 36LL * (32 * 128 * 128 + 3 * 8192));
  CHECK(workload::kv_bytes_per_token(next.dims, 2) == Approx(12.0 * 2 * 2 * 256 * 2));
}

TEST_CASE("Jamba: Mamba but for every eighth layer, experts in every second", "[workload]") {
  const auto jamba = read_hybrid(R"({"model_type":"jamba","hidden_size":4096,"num_hidden_layers":32,
    "num_attention_heads":32,"num_key_value_heads":8,"intermediate_size":14336,"num_experts":16,
    "num_experts_per_tok":2,"mamba_d_state":16,"mamba_d_conv":4,"mamba_expand":2,
    "mamba_dt_rank":256,"vocab_size":65536,"attn_layer_period":8,"attn_layer_offset":4,
    "expert_layer_period":2,"expert_layer_offset":1,"tie_word_embeddings":false})");
  // arXiv:2403.19887: 52B parameters, 12B of them active.
  CHECK(static_cast<double>(jamba.params.total) == Approx(52e9).epsilon(0.01));
  CHECK(static_cast<double>(jamba.params.active) == Approx(12e9).epsilon(0.01));
  CHECK(jamba.dims.attention_layers == 4);
  CHECK(jamba.dims.experts.dense_layers == 16);
}

TEST_CASE("DeciLM: skipped parts and widths of each block", "[workload]") {
  const auto deci =
      read_hybrid(R"({"model_type":"nemotron-nas","hidden_size":512,"num_hidden_layers":3,
    "num_attention_heads":8,"num_key_value_heads":null,"intermediate_size":null,
    "vocab_size":1000,"tie_word_embeddings":false,"block_configs":[
    {"attention":{"n_heads_in_group":4,"no_op":false},"ffn":{"ffn_mult":2.0,"no_op":false}},
    {"attention":{"n_heads_in_group":null,"no_op":true},"ffn":{"ffn_mult":1.0,"no_op":false}},
    {"attention":{"n_heads_in_group":8,"no_op":false},"ffn":{"ffn_mult":null,"no_op":true}}]})");
  // 2 m h / 3 up to 256: 768 and 512. KV heads: 8/4 = 2 and 8/8 = 1, head size 64.
  const std::int64_t first = 2 * 512 * 512 + 2 * 512 * 128 + 3 * 512 * 768 + 2 * 512;
  const std::int64_t second = 3 * 512 * 512 + 512;
  const std::int64_t third = 2 * 512 * 512 + 2 * 512 * 64 + 512;
  CHECK(deci.params.total == 2 * 1000 * 512 + first + second + third + 512);
  CHECK(deci.params.layer == first);
  CHECK(deci.dims.attention_layers == 2);
}

TEST_CASE("MiniMax-01: ten attention layers among linear ones", "[workload]") {
  std::string types;
  for (int i = 0; i < 80; ++i)
    types += std::string(i == 0 ? "" : ",") + (i % 8 == 7 ? "1" : "0");
  const auto minimax = read_hybrid(R"({"model_type":"minimax_text_01","hidden_size":6144,
    "num_hidden_layers":80,"num_attention_heads":64,"num_key_value_heads":8,"head_dim":128,
    "intermediate_size":9216,"num_local_experts":32,"num_experts_per_tok":2,"vocab_size":200064,
    "tie_word_embeddings":false,"attn_type_list":[)" +
                                   types + "]}");
  CHECK(minimax.params.total == 456'089'655'296); // Hub total of MiniMax-M1, the same base
  CHECK(minimax.dims.attention_layers == 10);
}

TEST_CASE("DeepSeek-V3.2 adds an indexer to each layer of V3", "[workload]") {
  const std::string v3 = R"("hidden_size":7168,"num_hidden_layers":61,
    "num_attention_heads":128,"num_key_value_heads":128,"intermediate_size":18432,
    "moe_intermediate_size":2048,"n_routed_experts":256,"num_experts_per_tok":8,
    "n_shared_experts":1,"first_k_dense_replace":3,"kv_lora_rank":512,"q_lora_rank":1536,
    "qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"vocab_size":129280,
    "tie_word_embeddings":false)";
  const auto plain = read_hybrid("{\"model_type\":\"deepseek_v3\"," + v3 + "}");
  const auto sparse = read_hybrid("{\"model_type\":\"deepseek_v32\"," + v3 +
                                  ",\"index_n_heads\":64,\"index_head_dim\":128}");
  CHECK(plain.params.total == 671'026'419'200);
  CHECK(sparse.params.total - plain.params.total ==
        61LL * (1536 * 64 * 128 + 7168 * 128 + 2 * 128 + 7168 * 64));
}
