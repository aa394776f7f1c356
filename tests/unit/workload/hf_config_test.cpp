#include "support/catch.hpp"
#include "support/source_text.hpp"
#include "workload/model/hf_config.hpp"

#include <algorithm>

using namespace gpuplan;

namespace {

struct Read {
  std::optional<workload::Architecture> architecture;
  std::string messages;
};

Read read(const std::string& json, const std::string& optimizer = {}) {
  core::DiagnosticSink sink;
  const auto config =
      source::read_json(test::source_text(json, "config.json"), source::k_json_limits, sink);
  REQUIRE(config.has_value());
  std::optional<source::Document> beside;
  if (!optimizer.empty())
    beside = source::read_json(
        test::source_text(optimizer, "hf_quant_config.json"), source::k_json_limits, sink);
  const auto architecture =
      workload::read_hf_config(*config, beside ? &*beside : nullptr, "m", sink);
  return {.architecture = architecture, .messages = test::rendered(sink)};
}

bool noted(const workload::Architecture& architecture, std::string_view part) {
  return std::ranges::any_of(architecture.notes, [&](const std::string& note) {
    return note.find(part) != std::string::npos;
  });
}

constexpr const char* k_llama_70b = R"({"model_type":"llama","num_hidden_layers":80,
  "hidden_size":8192,"num_attention_heads":64,"num_key_value_heads":8,
  "intermediate_size":28672,"vocab_size":128256,"tie_word_embeddings":false,
  "torch_dtype":"bfloat16"})";

} // namespace

TEST_CASE("Llama-3.1-70B has 70,553,706,496 parameters", "[workload][A21]") {
  const auto read_config = read(k_llama_70b);
  REQUIRE(read_config.architecture.has_value());
  const auto& params = read_config.architecture->params;
  CHECK(params.total == 70'553'706'496);
  CHECK(params.active == params.total);
  CHECK(params.embedding == 128256LL * 8192);
  CHECK(params.head == 128256LL * 8192);
  // q and o 8192², k and v 8192 × 1024, MLP 3 × 8192 × 28672, two norms of 8192.
  CHECK(params.layer == 2 * 67'108'864LL + 2 * 8'388'608LL + 3 * 234'881'024LL + 2 * 8192LL);
}

TEST_CASE("Mixtral-8x7B counts all experts in its total and two in what is active",
          "[workload][A22]") {
  const auto read_config = read(R"({"model_type":"mixtral","num_hidden_layers":32,
    "hidden_size":4096,"num_attention_heads":32,"num_key_value_heads":8,
    "intermediate_size":14336,"vocab_size":32000,"num_local_experts":8,
    "num_experts_per_tok":2,"tie_word_embeddings":false})");
  REQUIRE(read_config.architecture.has_value());
  const auto& params = read_config.architecture->params;
  CHECK(params.total == 46'702'792'704);
  CHECK(params.experts == 32LL * 8 * 3 * 4096 * 14336);
  CHECK(params.total - params.active == 32LL * 6 * 3 * 4096 * 14336);
}

TEST_CASE("a nested language model wins over outer dimensions", "[workload][A24]") {
  const auto read_config = read(R"({"architectures":["XForConditionalGeneration"],
    "num_hidden_layers":33,"tie_word_embeddings":true,
    "text_config":{"num_hidden_layers":40,"hidden_size":5120,"num_attention_heads":32,
    "num_key_value_heads":8,"head_dim":128,"intermediate_size":14336,"vocab_size":131072}})");
  REQUIRE(read_config.architecture.has_value());
  const auto& dims = read_config.architecture->dims;
  CHECK(dims.layers == 40);
  CHECK(dims.head_dim == 128);
  CHECK(dims.tied_embeddings);
}

TEST_CASE("the language model two levels down is found", "[workload][A24]") {
  const auto read_config = read(R"({"num_hidden_layers":7,"thinker_config":{
    "num_hidden_layers":9,"text_config":{"model_type":"qwen2","num_hidden_layers":28,
    "hidden_size":3584,"num_attention_heads":28,"num_key_value_heads":4,
    "intermediate_size":18944,"vocab_size":152064,"tie_word_embeddings":false}}})");
  REQUIRE(read_config.architecture.has_value());
  CHECK(read_config.architecture->dims.layers == 28);
  CHECK(read_config.architecture->params.total == 7'615'616'512); // Qwen2-7B
}

TEST_CASE("a missing dimension is an error that names it, never a default", "[workload][A24]") {
  const auto read_config = read("{\"model_type\":\"llama\",\n \"num_hidden_layers\":32,"
                                "\"num_attention_heads\":32,\"intermediate_size\":11008,"
                                "\"vocab_size\":32000}");
  CHECK_FALSE(read_config.architecture.has_value());
  CHECK_THAT(read_config.messages, ContainsSubstring("config.json:1:1"));
  CHECK_THAT(read_config.messages, ContainsSubstring("without hidden_size"));
}

TEST_CASE("a key that every member of a class leaves out takes its default, with a note",
          "[workload]") {
  // Gemma-3-4B's text_config as published leaves out heads, KV heads, head size and vocabulary.
  const auto read_config = read(R"({"model_type":"gemma3","text_config":{
    "model_type":"gemma3_text","hidden_size":2560,"intermediate_size":10240,
    "num_hidden_layers":34,"sliding_window":1024},"vision_config":{
    "model_type":"siglip_vision_model","hidden_size":1152,"image_size":896,
    "intermediate_size":4304,"num_attention_heads":16,"num_hidden_layers":27,
    "patch_size":14}})");
  INFO(read_config.messages);
  REQUIRE(read_config.architecture.has_value());
  CHECK(read_config.architecture->params.total == 4'300'079'472); // Hub total, with vision
  CHECK(read_config.architecture->dims.kv_heads == 4);
  CHECK(noted(*read_config.architecture, "num_key_value_heads is not stated: 4"));
  CHECK(read_config.architecture->dims.windowed_layers == 29); // all but 5 of 34
}

TEST_CASE("null KV heads mean as many as heads, with a note", "[workload][A23]") {
  const auto read_config = read(R"({"model_type":"llama","num_hidden_layers":32,
    "hidden_size":4096,"num_attention_heads":32,"num_key_value_heads":null,
    "intermediate_size":11008,"vocab_size":32000})");
  REQUIRE(read_config.architecture.has_value());
  CHECK(read_config.architecture->dims.kv_heads == 32);
  CHECK(noted(*read_config.architecture, "num_key_value_heads is not stated"));
}

TEST_CASE("a list of KV heads gives the mean of the layers that attend", "[workload]") {
  const auto read_config = read(R"({"model_type":"openelm","num_hidden_layers":4,
    "hidden_size":1024,"num_attention_heads":16,"num_key_value_heads":[4,4,8,0],
    "intermediate_size":2048,"vocab_size":32000})");
  REQUIRE(read_config.architecture.has_value());
  CHECK(read_config.architecture->dims.kv_heads == 6); // 16 / 3 rounded up
  CHECK(noted(*read_config.architecture, "model_type openelm is not known"));
}

TEST_CASE("a workload written as JSON is told from a config", "[workload]") {
  const auto taken = read(R"({"model": "llama-3.1-8b", "kind": "serve", "serve": {"rps": 2}})");
  CHECK_FALSE(taken.architecture.has_value());
  CHECK_THAT(taken.messages, ContainsSubstring("met a workload, expected a model's config.json"));
  CHECK_THAT(taken.messages, ContainsSubstring("a workload file ends in .yaml"));
  CHECK(std::ranges::count(taken.messages, '\n') == 4); // a single fault
}

TEST_CASE("wrong values are reported at their place, all at once", "[workload]") {
  const auto read_config = read("{\"model_type\":\"llama\",\n\"num_hidden_layers\":-3,\n"
                                "\"hidden_size\":\"big\",\n\"num_attention_heads\":32,\n"
                                "\"intermediate_size\":1e99,\n\"vocab_size\":32000}");
  CHECK_FALSE(read_config.architecture.has_value());
  CHECK_THAT(read_config.messages, ContainsSubstring("config.json:2:"));
  CHECK_THAT(read_config.messages, ContainsSubstring("config.json:3:"));
  CHECK_THAT(read_config.messages, ContainsSubstring("config.json:5:"));
}

TEST_CASE("a count of none is refused where it stands", "[workload]") {
  const auto dense = read("{\"model_type\":\"llama\",\"num_hidden_layers\":32,\n"
                          "\"hidden_size\":4096,\"num_attention_heads\":32,\n"
                          "\"num_key_value_heads\":0,\n\"intermediate_size\":14336,\n"
                          "\"vocab_size\":0}");
  CHECK_FALSE(dense.architecture.has_value());
  CHECK_THAT(dense.messages, ContainsSubstring("config.json:3:"));
  CHECK_THAT(dense.messages, ContainsSubstring("met 0 for num_key_value_heads"));
  CHECK_THAT(dense.messages, ContainsSubstring("config.json:5:"));
  CHECK_THAT(dense.messages, ContainsSubstring("met 0 for vocab_size"));
}

TEST_CASE("more experts a token than there are is told as that", "[workload]") {
  const auto mixture = read(R"({"model_type":"mixtral","num_hidden_layers":32,
    "hidden_size":4096,"num_attention_heads":32,"num_key_value_heads":8,
    "intermediate_size":14336,"vocab_size":32000,"num_local_experts":128,
    "num_experts_per_tok":800,"tie_word_embeddings":false})");
  CHECK_FALSE(mixture.architecture.has_value());
  CHECK_THAT(mixture.messages, ContainsSubstring("config.json:4:"));
  CHECK_THAT(mixture.messages,
             ContainsSubstring("met 800 for num_experts_per_tok, expected 1 to 128"));
}

TEST_CASE("a number in quotes is told as the text it is", "[workload]") {
  const auto quoted = read("{\"model_type\":\"llama\",\"vocab_size\":\"32000\"}");
  CHECK_THAT(quoted.messages, ContainsSubstring("met the text \"32000\" for vocab_size"));
}

TEST_CASE("dimensions beyond counting are refused", "[workload]") {
  const auto read_config = read(R"({"model_type":"mixtral","num_hidden_layers":9000,
    "hidden_size":2000000000,"num_attention_heads":1,"intermediate_size":2000000000,
    "vocab_size":2000000000,"num_local_experts":2000000000,"num_experts_per_tok":1})");
  CHECK_FALSE(read_config.architecture.has_value());
  CHECK_THAT(read_config.messages, ContainsSubstring("10^16"));
}

TEST_CASE("the stored weight format is read from every tool's words", "[workload]") {
  struct Case {
    std::string quantization;
    std::string format;
  };

  const auto cases = std::vector<Case>{
      {R"({"quant_method":"fp8","weight_block_size":[128,128]})", "fp8"},
      {R"({"quant_method":"fbgemm_fp8"})", "fp8"},
      {R"({"quant_method":"mxfp4"})", "mxfp4"},
      {R"({"quant_method":"awq","bits":4})", "awq_int4"},
      {R"({"quant_method":"gptq","bits":4})", "gptq_int4"},
      {R"({"quant_method":"gptq","bits":8})", "int8"},
      {R"({"quant_method":"bitsandbytes","load_in_4bit":true})", "nf4"},
      {R"({"quant_method":"bitsandbytes","load_in_8bit":true})", "int8"},
      {R"({"quant_method":"modelopt","quant_algo":"NVFP4"})", "nvfp4"},
      {R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{
           "weights":{"num_bits":8,"type":"float"}}}})",
       "fp8"},
      {R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{
           "weights":{"num_bits":4,"type":"int"}}}})",
       "gptq_int4"},
      {R"({"quant_method":"quip"})", ""},
  };
  for (const auto& one : cases) {
    std::string json = k_llama_70b;
    json.insert(json.size() - 1, ",\"quantization_config\":" + one.quantization);
    const auto read_config = read(json);
    CAPTURE(one.quantization);
    REQUIRE(read_config.architecture.has_value());
    CHECK(read_config.architecture->native_format == one.format);
    CHECK(read_config.architecture->params.total == 70'553'706'496);
    CHECK(noted(*read_config.architecture, "quantisation") == one.format.empty());
  }
}

TEST_CASE("an optimizer's file beside the config gives the format", "[workload]") {
  const auto read_config =
      read(k_llama_70b, R"({"quantization":{"quant_algo":"FP8","kv_cache_quant_algo":"FP8"}})");
  REQUIRE(read_config.architecture.has_value());
  CHECK(read_config.architecture->native_format == "fp8");
}

TEST_CASE("a vision tower without a rule is named as left out", "[workload]") {
  std::string json = k_llama_70b;
  json = "{\"model_type\":\"internvl_chat\",\"llm_config\":" + json +
         ",\"vision_config\":{\"model_type\":\"intern_vit_6b\",\"hidden_size\":3200}}";
  const auto read_config = read(json);
  REQUIRE(read_config.architecture.has_value());
  REQUIRE(read_config.architecture->left_out.size() == 1);
  CHECK_THAT(read_config.architecture->left_out.front(), ContainsSubstring("internvl_chat"));
}

TEST_CASE("extreme numbers in any key are refused or counted, never a crash", "[workload]") {
  const std::vector<std::string> bases{
      R"({"model_type":"deepseek_v3","hidden_size":64,"num_hidden_layers":4,
          "num_attention_heads":4,"num_key_value_heads":4,"intermediate_size":96,
          "moe_intermediate_size":32,"n_routed_experts":8,"num_experts_per_tok":2,
          "n_shared_experts":1,"first_k_dense_replace":1,"kv_lora_rank":16,"q_lora_rank":16,
          "qk_nope_head_dim":16,"qk_rope_head_dim":8,"v_head_dim":16,"vocab_size":100,
          "num_nextn_predict_layers":1,"index_n_heads":2,"index_head_dim":8})",
      R"({"model_type":"qwen3_next","hidden_size":64,"num_hidden_layers":4,
          "num_attention_heads":4,"num_key_value_heads":2,"head_dim":16,"intermediate_size":96,
          "num_experts":8,"num_experts_per_tok":2,"moe_intermediate_size":32,
          "shared_expert_intermediate_size":32,"linear_num_key_heads":2,"linear_key_head_dim":8,
          "linear_num_value_heads":4,"linear_value_head_dim":8,"linear_conv_kernel_dim":4,
          "full_attention_interval":4,"vocab_size":100})",
      R"({"model_type":"nemotron_h","hidden_size":64,"num_hidden_layers":3,
          "num_attention_heads":4,"num_key_value_heads":2,"head_dim":16,"intermediate_size":96,
          "mamba_num_heads":4,"mamba_head_dim":8,"ssm_state_size":8,"conv_kernel":4,"n_groups":2,
          "hybrid_override_pattern":"M-*","vocab_size":100})",
      R"({"model_type":"mllama","text_config":{"model_type":"mllama_text_model",
          "hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,
          "intermediate_size":96,"vocab_size":100,"cross_attention_layers":[1]},
          "vision_config":{"hidden_size":32,"intermediate_size":64,"num_hidden_layers":2,
          "num_global_layers":1,"patch_size":14,"image_size":56,"max_num_tiles":4,
          "vision_output_dim":96}})",
      R"({"model_type":"qwen2_vl","hidden_size":64,"num_hidden_layers":3,
          "num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":96,
          "vocab_size":100,"vision_config":{"depth":2,"embed_dim":32,"mlp_ratio":4,
          "patch_size":14,"spatial_merge_size":2,"temporal_patch_size":2}})",
      R"({"model_type":"whisper","d_model":64,"encoder_layers":2,"decoder_layers":2,
          "encoder_attention_heads":4,"encoder_ffn_dim":96,"vocab_size":100,"num_mel_bins":80,
          "max_target_positions":448})",
  };
  for (const auto& base : bases) {
    REQUIRE(read(base).architecture.has_value());
    for (std::size_t at = 0; at < base.size(); ++at) {
      const bool starts = base[at] >= '0' && base[at] <= '9' && base[at - 1] == ':';
      if (!starts)
        continue;
      const auto end = base.find_first_not_of("0123456789", at);
      for (const auto* number : {"0", "1", "2147483647", "-1", "1e30", "65537"}) {
        std::string changed = base;
        changed.replace(at, end - at, number);
        const auto result = read(changed);
        CAPTURE(changed);
        CHECK(result.architecture.has_value() == result.messages.empty());
        if (result.architecture)
          CHECK(result.architecture->params.total > 0);
      }
    }
  }
}

TEST_CASE("published totals of classes outside the collection are met", "[workload]") {
  struct Case {
    std::string name;
    std::string json;
    std::int64_t total;
  };

  // Totals as the Hub's safetensors metadata or the papers give them.
  const auto cases = std::vector<Case>{
      {"opt-350m",
       R"({"model_type":"opt","hidden_size":1024,"num_hidden_layers":24,"ffn_dim":4096,
           "num_attention_heads":16,"max_position_embeddings":2048,"vocab_size":50272,
           "word_embed_proj_dim":512,"do_layer_norm_before":false})",
       331'196'416},
      {"falcon-7b, tied",
       R"({"model_type":"falcon","hidden_size":4544,"num_hidden_layers":32,
           "num_attention_heads":71,"multi_query":true,"parallel_attn":true,"bias":false,
           "new_decoder_architecture":false,"vocab_size":65024})",
       7'217'189'760 - 65024LL * 4544},
      {"llama-4 maverick with its vision tower",
       R"({"model_type":"llama4","text_config":{"model_type":"llama4_text","hidden_size":5120,
           "intermediate_size":8192,"intermediate_size_mlp":16384,"num_hidden_layers":48,
           "num_attention_heads":40,"num_key_value_heads":8,"head_dim":128,
           "num_local_experts":128,"num_experts_per_tok":1,"interleave_moe_layer_step":2,
           "vocab_size":202048,"tie_word_embeddings":false},"vision_config":{
           "model_type":"llama4_vision_model","hidden_size":1408,"intermediate_size":5632,
           "num_hidden_layers":34,"patch_size":14,"image_size":336}})",
       401'583'781'376},
  };
  for (const auto& one : cases) {
    const auto read_config = read(one.json);
    CAPTURE(one.name, read_config.messages);
    REQUIRE(read_config.architecture.has_value());
    CHECK(read_config.architecture->params.total == one.total);
  }
}

TEST_CASE("a stretched rotary embedding reaches further than the positions stated", "[workload]") {
  struct Case {
    std::string scaling;
    std::int64_t reach;
  };

  const auto cases = std::vector<Case>{
      {R"({"type":"yarn","factor":4.0,"original_max_position_embeddings":32768})", 131072},
      {R"({"rope_type":"yarn","factor":0.5,"original_max_position_embeddings":32768})", 32768},
      {R"({"rope_type":"linear","factor":2.0})", 65536},
      {R"({"rope_type":"dynamic","factor":2.0})", 65536},
      {R"({"rope_type":"llama3","factor":8.0,"original_max_position_embeddings":8192})", 32768},
      {R"({"type":"mrope","mrope_section":[16,24,24]})", 32768},
      {"null", 32768},
  };
  for (const auto& one : cases) {
    CAPTURE(one.scaling);
    const auto config = read(R"({"model_type":"llama","num_hidden_layers":2,"hidden_size":256,
      "num_attention_heads":4,"num_key_value_heads":4,"intermediate_size":512,"vocab_size":1000,
      "tie_word_embeddings":false,"max_position_embeddings":32768,"rope_scaling":)" +
                             one.scaling + "}");
    CAPTURE(config.messages);
    REQUIRE(config.architecture.has_value());
    CHECK(config.architecture->dims.max_position == one.reach);
  }
}
