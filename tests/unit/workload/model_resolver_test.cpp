#include "support/catch.hpp"
#include "support/source_text.hpp"
#include "unit/workload/gguf_bytes.hpp"
#include "unit/workload/model_files.hpp"
#include "workload/model/hub_name.hpp"
#include "workload/model/model_resolver.hpp"

#include <algorithm>

using namespace gpuplan;

namespace {

struct Resolved {
  std::optional<workload::Architecture> model;
  std::string messages;

  [[nodiscard]] bool notes(std::string_view part) const {
    return model && std::ranges::any_of(model->notes, [&](const std::string& note) {
             return note.find(part) != std::string::npos;
           });
  }
};

Resolved resolve(const std::string& word, source::MemoryReader& files) {
  core::DiagnosticSink sink;
  const auto& shipped = test::ModelFiles::shipped();
  const workload::ModelSources sources{.models = shipped.models(),
                                       .settings = shipped.settings(),
                                       .files = files,
                                       .hub_cache = "/cache",
                                       .base_folder = {}};
  const workload::ModelStatement statement{.word = word, .at = {.file = "--model"}};
  auto model = workload::resolve_model(statement, sources, sink);
  return {.model = std::move(model), .messages = test::rendered(sink)};
}

Resolved resolve(const std::string& word) {
  source::MemoryReader files;
  return resolve(word, files);
}

Resolved resolve_mapping(const std::string& yaml) {
  core::DiagnosticSink sink;
  source::MemoryReader files;
  const auto document =
      source::read_yaml(test::source_text(yaml, "job.yaml"), source::k_yaml_limits, sink);
  REQUIRE(document.has_value());
  const auto& shipped = test::ModelFiles::shipped();
  const workload::ModelSources sources{.models = shipped.models(),
                                       .settings = shipped.settings(),
                                       .files = files,
                                       .hub_cache = {},
                                       .base_folder = {}};
  const workload::ModelStatement statement{
      .word = {}, .document = &*document, .mapping = document->root.find("model"), .at = {}};
  auto model = workload::resolve_model(statement, sources, sink);
  return {.model = std::move(model), .messages = test::rendered(sink)};
}

constexpr const char* k_config = R"({"architectures":["LlamaForCausalLM"],"model_type":"llama",
  "num_hidden_layers":32,"hidden_size":4096,"num_attention_heads":32,"num_key_value_heads":8,
  "intermediate_size":14336,"vocab_size":128256,"tie_word_embeddings":false,
  "torch_dtype":"bfloat16"})";

} // namespace

TEST_CASE("catalog ids, hub names and aliases name a model", "[workload]") {
  struct Case {
    std::string word;
    std::string name;
  };

  const auto cases = std::vector<Case>{
      {"llama-3.1-8b", "llama-3.1-8b"},
      {"Llama-3.1-8B", "llama-3.1-8b"},
      {"llama3.1:8b", "llama-3.1-8b"},
      {"meta-llama/Llama-3.1-8B", "llama-3.1-8b"},
      {"Qwen/Qwen2.5-7B", "qwen2.5-7b"},
      {"yolov7", "yolov7"},
      {"efficientnet-b0", "efficientnet_b0"},
      {"mask-rcnn", "mask-rcnn-r50-fpn"},
      {"stable-diffusion", "stable-diffusion-v2"},
      {"BAAI/bge-m3", "bge-m3"},
      {"sentence-transformers/all-MiniLM-L6-v2", "all-minilm-l6-v2"},
      {"openai/whisper-large-v3", "whisper-large-v3"},
      {"black-forest-labs/FLUX.1-dev", "flux1_dev"},
      {"stabilityai/stable-diffusion-3-medium", "sd3_medium_mmdit"},
      {"stabilityai/stable-diffusion-xl-base-1.0", "sdxl_unet"},
      {"openai/clip-vit-large-patch14", "clip_vit_l_14"},
      {"Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5-vl-7b"},
      {"microsoft/Phi-3.5-mini-instruct", "phi-3-mini-128k"},
      {"Phi-3.5-mini", "phi-3-mini-128k"},
      {"FacebookAI/xlm-roberta-large", "xlm-roberta-large"},
      {"xlm-roberta-large", "xlm-roberta-large"},
      {"distilbert", "distilbert-base-uncased"},
      {"distilbert-base-uncased", "distilbert-base-uncased"},
      {"e5-mistral", "e5-mistral-7b"},
      {"intfloat/e5-mistral-7b-instruct", "e5-mistral-7b"},
      {"TinyLlama", "tinyllama-1.1b"},
      {"TinyLlama/TinyLlama-1.1B-Chat-v1.0", "tinyllama-1.1b"},
      {"bge-small", "bge-small-en"},
      {"bge-base", "bert-base-uncased"},
      {"bge-large", "bert-large-uncased"},
      {"e5-large", "bert-large-uncased"},
  };
  for (const auto& one : cases) {
    const auto resolved = resolve(one.word);
    CAPTURE(one.word, resolved.messages);
    REQUIRE(resolved.model.has_value());
    CHECK(resolved.model->name == one.name);
  }
}

TEST_CASE("a known derivative has the shape of its base and the format of its name", "[workload]") {
  struct Case {
    std::string word;
    std::string base;
    std::string format;
  };

  const auto cases = std::vector<Case>{
      {"hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4", "llama-3.1-8b", "awq_int4"},
      {"unsloth/Meta-Llama-3.1-8B-Instruct-bnb-4bit", "llama-3.1-8b", "nf4"},
      {"RedHatAI/Qwen2.5-72B-Instruct-quantized.w4a16", "qwen2.5-72b", "gptq_int4"},
      {"someone/Qwen3-32B-FP8-dynamic", "qwen3-32b", "fp8"},
      {"TheBloke/Mixtral-8x7B-Instruct-v0.1-GPTQ", "mixtral-8x7b", "gptq_int4"},
      {"TheBloke/Mistral-7B-GPTQ", "", ""},
      {"someone/Qwen3-30B-A3B-Instruct-2507-GGUF", "qwen3-30b-a3b", "q4_k_m"},
      {"mistral-7b-v0.3-instruct", "mistral-7b-v0.3", ""},
  };
  for (const auto& one : cases) {
    const auto resolved = resolve(one.word);
    CAPTURE(one.word, resolved.messages);
    if (one.base.empty()) { // the version is missing from the name: two shapes may be meant
      CHECK_THAT(resolved.messages, ContainsSubstring("unknown model"));
      continue;
    }
    REQUIRE(resolved.model.has_value());
    CHECK(resolved.notes("same shape as " + one.base));
    CHECK(resolved.model->native_format == one.format);
    CHECK(resolved.model->name == one.word);
  }
}

TEST_CASE("an unknown hub id says how to get its config, and what is near", "[workload]") {
  const auto resolved = resolve("acme/lama-3.1-9b");
  CHECK_FALSE(resolved.model.has_value());
  CHECK_THAT(resolved.messages,
             ContainsSubstring("curl -L https://huggingface.co/acme/lama-3.1-9b/resolve/main/"
                               "config.json -o config.json"));
  CHECK_THAT(resolved.messages, ContainsSubstring("llama-3.1-8b"));
  CHECK_THAT(resolved.messages, ContainsSubstring("--model: error[WRK030]"));
}

TEST_CASE("what is near an unknown model is told once, under the name that is near", "[workload]") {
  const auto& models = test::ModelFiles::shipped().models();
  const auto near = [&](std::string_view name) { return workload::near_model_names(models, name); };
  // One network stands in two lists, as whisper-large-v2 and whisper_large_v2.
  const auto whisper = near("openai/whisper-large-v4");
  CHECK(std::ranges::count(whisper, "whisper-large-v2") == 1);
  CHECK(std::ranges::count(whisper, "whisper_large_v2") == 0);
  // Its family is known by the names of the hub alone.
  const auto embedding = near("BAAI/bge-basis-en-v1.5");
  REQUIRE_FALSE(embedding.empty());
  CHECK(embedding.front() == "BAAI/bge-base-en-v1.5");
  // A slip in the word of a family tells its members.
  const auto slip = near("lama");
  REQUIRE(slip.size() == 3);
  CHECK(slip.front().starts_with("llama-"));
}

TEST_CASE("the local hub cache is read offline", "[workload]") {
  source::MemoryReader files;
  files.add("/cache/hub/models--acme--odd/snapshots/abc/config.json", k_config);
  const auto resolved = resolve("acme/odd", files);
  INFO(resolved.messages);
  REQUIRE(resolved.model.has_value());
  CHECK(resolved.model->params.total == 8'030'261'248);
  CHECK(resolved.notes("local hub cache"));
}

TEST_CASE("the cache's main reference chooses among snapshots", "[workload]") {
  source::MemoryReader files;
  std::string other = k_config;
  other.replace(other.find("14336"), 5, "11008");
  files.add("/cache/models--acme--odd/snapshots/aaa/config.json", other);
  files.add("/cache/models--acme--odd/snapshots/bbb/config.json", k_config);
  files.add("/cache/models--acme--odd/refs/main", "bbb\n");
  CHECK(resolve("acme/odd", files).model->params.total == 8'030'261'248);
}

TEST_CASE("paths to configs, folders, indexes and GGUF files are read", "[workload]") {
  source::MemoryReader files;
  files.add("m/config.json", k_config);
  files.add("m/model.safetensors.index.json",
            R"({"metadata":{"total_size":16060522496},"weight_map":{
                "model.layers.31.mlp.up_proj.weight":"a"}})");
  files.add("alone/model.safetensors.index.json",
            R"({"metadata":{"total_size":1.6e10},"weight_map":{
                "model.layers.31.mlp.up_proj.weight":"a"}})");
  files.add("small.gguf", test::small_llama().bytes());
  files.add("cut.gguf", test::small_llama().bytes().substr(0, 300));
  files.add("empty/readme", "");

  CHECK(resolve("m/config.json", files).model->params.total == 8'030'261'248);
  const auto folder = resolve("m", files);
  REQUIRE(folder.model.has_value());
  CHECK(folder.model->name == "m");
  CHECK(folder.model->notes.empty()); // what is stored is what was counted

  const auto index = resolve("alone/model.safetensors.index.json", files);
  REQUIRE(index.model.has_value());
  CHECK(index.model->dims_scaled);
  CHECK(index.notes("32 layers"));

  CHECK(resolve("small.gguf", files).model->dims.hidden == 64);
  CHECK_THAT(resolve("cut.gguf", files).messages, ContainsSubstring("at byte"));
  CHECK_THAT(resolve("empty", files).messages, ContainsSubstring("without config.json"));
  CHECK_THAT(resolve("./none/config.json", files).messages, ContainsSubstring("none/config.json"));
}

TEST_CASE("an index that stores more than was counted says so, or fills what was left out",
          "[workload]") {
  source::MemoryReader files;
  std::string multimodal = "{\"model_type\":\"internvl_chat\",\"torch_dtype\":\"bfloat16\","
                           "\"llm_config\":" +
                           std::string(k_config) +
                           ",\"vision_config\":{\"model_type\":\"intern_vit_6b\"}}";
  files.add("v/config.json", multimodal);
  files.add("v/model.safetensors.index.json", R"({"metadata":{"total_size":18060522496}})");
  const auto towers = resolve("v", files);
  REQUIRE(towers.model.has_value());
  CHECK(towers.model->params.other_towers == 1'000'000'000);
  CHECK(towers.model->params.total == 9'030'261'248);

  files.add("d/config.json", k_config);
  files.add("d/pytorch_model.bin.index.json", R"({"metadata":{"total_size":18000000000}})");
  CHECK(resolve("d", files).notes("the index stores 1.121"));
  files.add("z/config.json", k_config);
  files.add("z/model.safetensors.index.json", R"({"metadata":{"total_size":0}})");
  CHECK_THAT(resolve("z", files).messages, ContainsSubstring("total_size"));
}

TEST_CASE("packing is read from a file beside the config", "[workload]") {
  source::MemoryReader files;
  files.add("g/config.json", k_config);
  files.add("g/quantize_config.json", R"({"bits":4,"group_size":128})");
  files.add("a/config.json", k_config);
  files.add("a/quant_config.json", R"({"w_bit":4})");
  CHECK(resolve("g", files).model->native_format == "gptq_int4");
  CHECK(resolve("a", files).model->native_format == "awq_int4");
}

TEST_CASE("the parts of a split GGUF file are counted together", "[workload]") {
  source::MemoryReader files;
  auto first = test::small_llama();
  first.u32("split.count", 2);
  test::GgufBytes second;
  second.u32("split.count", 2).tensor("blk.1.ffn_up.weight", {64, 256}, 12);
  files.add("s-00001-of-00002.gguf", first.bytes());
  files.add("s-00002-of-00002.gguf", second.bytes());
  const auto whole = resolve("s-00001-of-00002.gguf", files);
  REQUIRE(whole.model.has_value());
  const auto alone = resolve("small.gguf", files);
  CHECK(whole.model->params.total == 2 * 64 * 512 + 64 + 2 * (256 * 64 + 64) + 64 * 256);
  CHECK_FALSE(whole.notes("one of several parts"));
}

TEST_CASE("a size gives scaled dimensions that meet it", "[workload]") {
  for (const auto* word : {"350M", "1B", "3b", "8B", "13B", "34B", "70B", "180B", "1.5T"}) {
    const auto resolved = resolve(word);
    CAPTURE(word, resolved.messages);
    REQUIRE(resolved.model.has_value());
    std::string text(word);
    const double unit = text.back() == 'M' ? 1e6 : text.back() == 'T' ? 1e12 : 1e9;
    CHECK(static_cast<double>(resolved.model->params.total) ==
          Approx(std::stod(text) * unit).epsilon(0.01));
    CHECK(resolved.model->dims_scaled);
    CHECK(resolved.notes("only a size is known"));
    CHECK(resolved.model->dims.hidden ==
          resolved.model->dims.heads * resolved.model->dims.head_dim);
  }
  CHECK_FALSE(resolve("5").model.has_value());
  CHECK_FALSE(resolve("900T").model.has_value());
}

TEST_CASE("stated dimensions are counted by their family", "[workload]") {
  const auto llama = resolve_mapping(
      "model: {dims: {layers: 32, hidden: 4096, heads: 32, kv_heads: 8, ffn: 14336,\n"
      "               vocab: 128256}}");
  INFO(llama.messages);
  REQUIRE(llama.model.has_value());
  CHECK(llama.model->params.total == 8'030'261'248);
  const auto mixtral = resolve_mapping(
      "model: {dims: {family: mixtral, layers: 32, hidden: 4096, heads: 32, kv_heads: 8,\n"
      "               ffn: 14336, vocab: 32000, experts: 8, active_experts: 2}}");
  REQUIRE(mixtral.model.has_value());
  CHECK(mixtral.model->params.total == 46'702'792'704);
  CHECK(resolve_mapping("model: {params: 8B}").model->dims_scaled);
}

TEST_CASE("a stated cost of a sample stands for a network", "[workload]") {
  const auto resolved =
      resolve_mapping("model: {flops_per_sample: 8.2B, params: 25.6M, activations: 11.1M,\n"
                      "        input: 3x224x224, network: cnn}");
  INFO(resolved.messages);
  REQUIRE(resolved.model.has_value());
  CHECK(resolved.model->sample.flops_forward == Approx(8.2e9));
  CHECK(resolved.model->params.total == 25'600'000);
  CHECK(resolved.model->sample.reference_size == std::vector<std::int64_t>{224, 224});
}

TEST_CASE("faults of a stated model are reported at their places", "[workload]") {
  struct Case {
    std::string yaml;
    std::string message;
  };

  const auto cases = std::vector<Case>{
      {"model: {}", "without dims, params or flops_per_sample"},
      {"model: {params: 8 B}", "job.yaml:1:17"},
      {"model: {params: 8X}", "for params"},
      {"model: {parms: 8B}", "did you mean params?"},
      {"model: {dims: {layers: 32, hidden: 4096, heads: 32, ffn: 1}}", "without the key vocab"},
      {"model: {dims: {layers: 0, hidden: 4096, heads: 32, ffn: 1, vocab: 9}}", "layers"},
      {"model: {dims: {layers: 2, hidden: 100, heads: 32, ffn: 1, vocab: 9}}", "no multiple"},
      {"model: {dims: {layers: 2, hidden: 64, heads: 2, ffn: 9, vocab: 9, experts: 8}}",
       "active_experts"},
      {"model: {dims: {family: lama, layers: 2, hidden: 64, heads: 2, ffn: 9, vocab: 9}}",
       "did you mean llama?"},
      {"model: {flops_per_sample: 8B}", "without params, which settle the memory"},
      {"model: {flops_per_sample: 8B, params: 1M, network: cnm}", "did you mean cnn?"},
      {"model: {flops_per_sample: 8B, params: 1M, input: wide}", "expected a shape"},
  };
  for (const auto& one : cases) {
    const auto resolved = resolve_mapping(one.yaml);
    CAPTURE(one.yaml, resolved.messages);
    CHECK_FALSE(resolved.model.has_value());
    CHECK_THAT(resolved.messages, ContainsSubstring(one.message));
  }
}

TEST_CASE("a model without published figures says how to state them", "[workload]") {
  CHECK_THAT(resolve("nnunet_resenc_l").messages, ContainsSubstring("flops_per_sample"));
}

TEST_CASE("a network that names a transformer takes its shape", "[workload]") {
  const auto whisper = resolve("whisper-tiny");
  REQUIRE(whisper.model.has_value());
  CHECK(whisper.model->network == workload::NetworkClass::encoder_decoder);
  CHECK(resolve("whisper_tiny").model->params.total == whisper.model->params.total);
  CHECK(resolve("bert_large_squad").model->params.total == 335'141'888);
}

TEST_CASE("hub names are taken apart", "[workload]") {
  const auto name = workload::strip_hub_name("unsloth/Meta-Llama-3.1-8B-Instruct-bnb-4bit");
  CHECK(name.base == "llama-3.1-8b");
  CHECK(name.format == "nf4");
  CHECK(name.stripped == std::vector<std::string>{"-instruct", "-bnb-4bit"});
  CHECK(workload::strip_hub_name("x/Instruct").base == "instruct");
  CHECK(workload::is_hub_id("org/name"));
  CHECK_FALSE(workload::is_hub_id("a/b/c"));
  CHECK_FALSE(workload::is_hub_id("/tmp"));
  CHECK_FALSE(workload::is_hub_id("a/b c"));
}
