#include "unit/workload/job_fixture.hpp"
#include "workload/read/defaults.hpp"

using namespace gpuplan;
using namespace gpuplan::workload;
using test::job;

TEST_CASE("the kind of a job follows from what is stated", "[workload]") {
  struct Case {
    std::string yaml;
    std::string preset;
    JobKind kind;
  };

  const auto cases = std::vector<Case>{
      {"model: llama-3.1-8b", "finetune", JobKind::train},
      {"model: llama-3.1-8b\ndata: {tokens: 1M}", "finetune", JobKind::train},
      {"model: llama-3.1-8b\nserve: {rps: 2/s}", "serve", JobKind::serve},
      {"model: llama-3.1-8b\nserve: {users: 20}", "serve", JobKind::serve},
      {"model: llama-3.1-8b\nkind: batch-inference", "batch-inference", JobKind::batch_inference},
      {"model: llama-3.1-8b\nkind: pretrain", "pretrain", JobKind::train},
      {"model: resnet50", "train", JobKind::train},
      {"model: resnet50\nserve: {latency: 10ms}", "serve", JobKind::serve},
      {"model: bert-large", "train", JobKind::train},
  };
  for (const auto& one : cases) {
    const auto read = job(one.yaml);
    CAPTURE(one.yaml);
    CHECK(read.get().preset == one.preset);
    CHECK(read.get().demand.kind == one.kind);
    const bool stated = one.yaml.find("kind:") != std::string::npos;
    CHECK(read.assumed("kind") == (stated ? "" : one.preset));
  }
}

TEST_CASE("a language model with nothing else said is fine-tuned with adapters", "[workload]") {
  const auto read = job("model: llama-3.1-8b");
  const auto& demand = read.get().demand;
  CHECK(demand.training.method == Method::lora);
  REQUIRE(demand.training.adapter.has_value());
  CHECK(demand.training.adapter->rank == 16);
  CHECK(demand.training.adapter->all_linear);
  CHECK(demand.training.adapter->parameters == 41'943'040);
  CHECK(demand.training.units_total == Approx(50e6));
  CHECK(demand.training.sequence == 4096);
  CHECK(demand.training.global_batch == 64);
  CHECK(demand.training.optimizer == Optimizer::adamw);
  CHECK_FALSE(demand.training.recompute.has_value());
  CHECK(demand.stack == Stack::finetune_recipe);
  CHECK_FALSE(read.get().demand.stack_given);
  CHECK(read.get().checkpoint_bytes == Approx(14 * 41'943'040.0));
  CHECK(read.assumed("method") == "lora");
  CHECK(read.assumed("tokens") == "50M");
  CHECK(read.assumed("sequence_length") == "4096");
  CHECK(read.assumed("global") == "64");
}

TEST_CASE("each assumption names the flag that sets it", "[workload]") {
  const auto read = job("model: llama-3.1-8b");
  for (const auto& assumption : read.get().assumptions) {
    CAPTURE(assumption.name);
    CHECK(assumption.flag.starts_with("--"));
    CHECK_FALSE(assumption.why.empty());
    CHECK_FALSE(assumption.value.empty());
  }
}

TEST_CASE("small models and short ones take what fits them", "[workload]") {
  const auto small = job("model: qwen2.5-1.5b");
  CHECK(small.get().demand.training.method == Method::full);
  CHECK(small.get().demand.stack == Stack::fsdp);
  const auto encoder = job("model: bert-large");
  CHECK(encoder.get().demand.training.sequence == 512);
  CHECK(encoder.get().demand.training.method == Method::full);
  CHECK(encoder.get().demand.stack == Stack::framework_amp);
  CHECK(encoder.assumed("sequence_length") == "512");
}

TEST_CASE("pre-training takes tokens by the model's size and a large batch", "[workload]") {
  const auto read = job("model: llama-3.1-8b\nkind: pretrain");
  const auto& training = read.get().demand.training;
  CHECK(training.method == Method::full);
  CHECK(training.units_total == Approx(20 * 8'030'261'248.0));
  CHECK(training.global_batch == 1024); // 4M tokens in sequences of 4,096
  CHECK(read.assumed("tokens") == "160.6B");
}

TEST_CASE("convolutions are trained with SGD, transformers with AdamW", "[workload]") {
  for (const auto* model :
       {"resnet50", "yolov5m", "fasterrcnn_resnet50_fpn", "nnunet_3d_fullres"}) {
    CAPTURE(model);
    const auto read = job(std::string("model: ") + model);
    CHECK(read.get().demand.training.optimizer == workload::Optimizer::sgd_momentum);
    CHECK(read.assumed("optimizer") == "sgd-momentum");
  }
  for (const auto* model : {"llama-3.1-8b", "bert-large", "vit_base_patch16_224", "sdxl_unet"}) {
    CAPTURE(model);
    CHECK(job(std::string("model: ") + model).get().demand.training.optimizer ==
          workload::Optimizer::adamw);
  }
  CHECK(job("model: resnet50\noptimizer: adamw").get().demand.training.optimizer ==
        workload::Optimizer::adamw);
}

TEST_CASE("the optimizer of a network is that of its own recipe", "[workload]") {
  for (const auto* model : {"convnext_base", "clip_rn50", "swin_base_patch4_window7_224"}) {
    const auto read = job(std::string("model: ") + model + "\nkind: train");
    CAPTURE(model, read.messages);
    CHECK(read.get().demand.training.optimizer == workload::Optimizer::adamw);
    CHECK(read.assumed("optimizer") == "adamw");
  }
  for (const auto* model : {"resnet50", "hrnet_w32", "unet_2d", "fasterrcnn_resnet50_fpn"})
    CHECK(job(std::string("model: ") + model + "\nkind: train").get().demand.training.optimizer ==
          workload::Optimizer::sgd_momentum);
}

TEST_CASE("what contradicts itself is refused with a way out", "[workload]") {
  const auto adapters = job("model: llama-3.1-8b\nkind: pretrain\nmethod: lora");
  CHECK_FALSE(adapters.built.has_value());
  CHECK_THAT(adapters.messages, ContainsSubstring("met method lora for pre-training"));
  CHECK_THAT(adapters.messages, ContainsSubstring("kind: finetune"));
  const auto service = job("model: llama-3.1-8b\nkind: serve\nconstraints: {deadline: 48h}");
  CHECK_FALSE(service.built.has_value());
  CHECK_THAT(service.messages, ContainsSubstring("which has no end"));
  CHECK_THAT(service.messages, ContainsSubstring("serve.ttft"));
  CHECK(job("model: llama-3.1-8b\nkind: batch-inference\nconstraints: {deadline: 48h}")
            .built.has_value());
}

TEST_CASE("the bytes of a token or sample follow from the size of the data", "[workload]") {
  const auto bytes = [](const std::string& text) { return job(text).get().around.bytes_per_unit; };
  CHECK(bytes("model: llama-3.1-8b\ndata: {tokens: 10M}") == 4);
  CHECK(bytes("model: llama-3.1-8b\ndata: {tokens: 10M, size: 60MB, epochs: 3}") == 6);
  CHECK(bytes("model: resnet50\ndata: {samples: 1M}") == 115e3);
  CHECK(bytes("model: resnet50\ndata: {samples: 1M, size: 200GB, epochs: 90}") == 200e3);
}

TEST_CASE("a speech recogniser hears 1,500 positions whatever the profile", "[workload]") {
  const auto read = job("model: whisper-large-v2\nkind: serve");
  CHECK(read.get().demand.serving.input_tokens == 1500);
  CHECK(read.get().demand.serving.output_tokens == 256);
  CHECK(job("model: t5-base\nkind: serve").get().demand.serving.input_tokens == 512);
}

TEST_CASE("tokens, samples and epochs convert into one another", "[workload]") {
  const auto units = [](const std::string& data) {
    return job("model: llama-3.1-8b\ndata: " + data).get().demand.training.units_total;
  };
  CHECK(units("{tokens: 10M, epochs: 3}") == Approx(30e6));
  CHECK(units("{samples: 1000, sequence_length: 2048, epochs: 2}") == Approx(1000.0 * 2048 * 2));
  CHECK(units("{tokens: 10M, epochs: 0.5}") == Approx(5e6));
  CHECK_THAT(job("model: llama-3.1-8b\ndata: {tokens: 1M, samples: 10}").messages,
             ContainsSubstring("expected one of the two"));
  CHECK_THAT(job("model: resnet50\ndata: {tokens: 1M}").messages,
             ContainsSubstring("which reads samples"));
}

TEST_CASE("a network of samples is trained on samples", "[workload]") {
  const auto read = job("model: resnet50\ndata: {samples: 1281167, epochs: 90, size: 148GB}");
  const auto& demand = read.get().demand;
  CHECK(demand.training.units_total == Approx(1281167.0 * 90));
  CHECK(demand.training.sequence == 1);
  CHECK(demand.training.global_batch == 256);
  CHECK(demand.training.flops_per_unit == Approx(3 * 8.22e9));
  CHECK(demand.training.sample_bytes == Approx(148e9 / 1281167));
  CHECK(demand.stack == Stack::framework_amp);
  CHECK(job("model: yolov7").get().demand.training.global_batch == 64);
  CHECK(job("model: unet3d").get().demand.training.global_batch == 16);
}

TEST_CASE("image and volume sizes scale the cost of a sample", "[workload]") {
  const auto scale = [](const std::string& model, const std::string& size) {
    return job("model: " + model + "\ndata: {image_size: " + size + "}")
        .get()
        .demand.training.spatial_scale;
  };
  CHECK(scale("yolov7", "1280") == Approx(4)); // against 640 x 640
  CHECK(scale("yolov7", "1280x720") == Approx(1280.0 * 720 / (640 * 640)));
  CHECK(scale("unet3d", "512x512x256") == Approx(512.0 * 512 * 256 / (128.0 * 128 * 128)));
  CHECK(scale("sdxl", "2048") == Approx(4)); // against the 1,024 pixels of its latent
  CHECK(job("model: yolov7\ndata: {image_size: 1280}").get().demand.training.flops_per_unit ==
        Approx(3 * 4 * 104.7e9));
  CHECK_THAT(job("model: unet3d\ndata: {image_size: 512x512}").messages,
             ContainsSubstring("expected 3 sides"));
  CHECK_THAT(job("model: llama-3.1-8b\ndata: {image_size: 512}").messages,
             ContainsSubstring("which has no image size"));
}

TEST_CASE("serving takes lengths from a profile and formats from the checkpoint", "[workload]") {
  const auto chat = job("model: llama-3.1-8b\nserve: {users: 20}");
  const auto& serving = chat.get().demand.serving;
  CHECK(serving.input_tokens == 512);
  CHECK(serving.output_tokens == 256);
  CHECK(chat.get().demand.stack == Stack::vllm);
  CHECK(*serving.concurrency == 20);
  CHECK_FALSE(serving.requests_per_s.known());
  CHECK(serving.weight_bytes == Approx(2 * 8'030'261'248.0));
  CHECK(serving.kv_bytes_per_token == Approx(131'072));
  CHECK(chat.get().checkpoint_bytes == Approx(2 * 8'030'261'248.0));
  CHECK(chat.assumed("input_tokens") == "512");

  const auto rag = job("model: llama-3.1-8b\nserve: {profile: rag, output_tokens: 100}");
  CHECK(rag.get().demand.serving.input_tokens == 4096);
  CHECK(rag.get().demand.serving.output_tokens == 100);

  const auto deepseek = job("model: deepseek-v3\nkind: serve");
  CHECK(deepseek.get().demand.serving.weights == WeightFormat::fp8);
  CHECK(deepseek.get().demand.serving.compute == catalog::NumberFormat::fp8);
  CHECK(deepseek.assumed("weights") == "fp8");

  const auto awq = job("model: hugging-quants/Meta-Llama-3.1-70B-Instruct-AWQ-INT4\nkind: serve");
  CHECK(awq.get().demand.serving.weights == WeightFormat::awq_int4);
  CHECK(awq.get().demand.serving.compute == catalog::NumberFormat::bf16);
}

TEST_CASE("windowed layers hold their window of a request at most", "[workload]") {
  const auto read = job("model: gemma-3-1b\n"
                        "serve: {input_tokens: 32k, output_tokens: 768}");
  const auto& serving = read.get().demand.serving;
  const double tokens = 32'000 + 768;
  CHECK(tokens == 32768);
  CHECK((serving.kv_bytes_per_token * tokens + serving.kv_bytes_window) / (1024 * 1024) ==
        Approx(139));
}

TEST_CASE("precision is one word, or apart for weights, compute and cache", "[workload]") {
  const auto serving = [](const std::string& precision, const std::string& stack = "vllm") {
    return job("model: llama-3.1-8b\nkind: serve\nstack: " + stack + "\nprecision: " + precision)
        .get()
        .demand.serving;
  };
  CHECK(serving("fp8").weights == WeightFormat::fp8);
  CHECK(serving("fp8").kv_bytes_per_element == 2);
  CHECK(serving("fp8", "tensorrt-llm").kv_bytes_per_element == 1);
  CHECK(serving("int4").weights == WeightFormat::awq_int4);
  CHECK(serving("int4").compute == catalog::NumberFormat::bf16);
  CHECK(serving("fp4").weights == WeightFormat::nvfp4);
  CHECK(serving("{weights: q4_k_m}").compute == catalog::NumberFormat::fp16);
  CHECK(serving("{weights: fp8, compute: bf16, kv: int8}").compute == catalog::NumberFormat::bf16);
  CHECK(serving("{kv: fp8}").weights == WeightFormat::bf16);
  CHECK(serving("{kv: int4}").kv_bytes_per_element == 0.5);
  CHECK_THAT(job("model: llama-3.1-8b\nkind: train\nprecision: int4").messages,
             ContainsSubstring("expected a format to train in"));
  CHECK(job("model: llama-3.1-8b\nkind: train\nprecision: fp8").get().demand.training.compute ==
        catalog::NumberFormat::fp8);
}

TEST_CASE("networks of samples are served by the sample", "[workload]") {
  const auto image = job("model: sdxl\nkind: serve\ndata: {image_size: 1024}");
  const auto& serving = image.get().demand.serving;
  CHECK(serving.flops_per_sample == Approx(6761.2e9));
  CHECK(serving.steps == 100); // 50 steps, twice with guidance
  CHECK(serving.calls_per_step == 2);
  CHECK(job("model: flux\nkind: serve\nserve: {steps: 28}").get().demand.serving.steps == 28);
  CHECK(job("model: resnet50\nkind: serve").get().demand.serving.flops_per_sample ==
        Approx(8.22e9));
  CHECK(job("model: resnet50\nkind: serve").get().demand.stack == Stack::framework_amp);
  CHECK_THAT(job("model: resnet50\nkind: serve\nserve: {ttft: 10ms}").messages,
             ContainsSubstring("which reads samples"));
  const auto batch = job("model: resnet50\nkind: batch-inference\ndata: {samples: 5M}");
  CHECK(batch.get().demand.serving.units_total == Approx(5e6));
}

TEST_CASE("encoders are served by the prompt", "[workload]") {
  const auto read = job("model: bert-large\nkind: serve");
  const auto& serving = read.get().demand.serving;
  CHECK(serving.input_tokens == 512);
  CHECK(serving.output_tokens == 0);
  CHECK(serving.kv_bytes_per_token == 0);
  // 2 × (335.1e6 − tables) a token and attention 4 L S² h.
  const double tables = (30522.0 + 512 + 2) * 1024;
  CHECK(serving.flops_per_sample ==
        Approx(512 * 2 * (335'141'888.0 - tables) + 4.0 * 24 * 512 * 512 * 1024));
}

TEST_CASE("recommenders read their tables", "[workload]") {
  const auto read = job("model: dlrm_criteo_tb\nkind: serve");
  const auto& sample = read.get().demand.model.sample;
  CHECK(sample.embedding_bytes == 13312);
  CHECK(sample.embedding_parameters == Approx(22'779.2e6).epsilon(0.001));
}

TEST_CASE("a stated recommender has tables, which are no dense weights", "[workload]") {
  constexpr auto k_stated = "{network: recommender, flops_per_sample: 10M, params: 50B";
  const auto plain = job(std::string("model: ") + k_stated + "}\nkind: train");
  CHECK(plain.get().demand.model.sample.embedding_parameters == Approx(50e9 - 5e6));
  // fp32 rows, and 14 bytes of a dense parameter.
  CHECK(plain.get().checkpoint_bytes == Approx(4 * (50e9 - 5e6) + 14 * 5e6));
  const auto served = job(std::string("model: ") + k_stated + "}\nkind: serve");
  CHECK(served.get().demand.serving.weight_bytes == Approx(4 * (50e9 - 5e6) + 2 * 5e6));
  const auto told =
      job(std::string("model: ") + k_stated + ", tables: 49B, row_bytes: 13312}\nkind: train");
  CHECK(told.get().demand.model.sample.embedding_parameters == 49e9);
  CHECK(told.get().demand.model.sample.embedding_bytes == 13312);
  const auto too_many = job(std::string("model: ") + k_stated + ", tables: 60B}\nkind: train");
  CHECK_FALSE(too_many.built.has_value());
  const auto image = job("model: {flops_per_sample: 10M, params: 5M, tables: 1M}\nkind: train");
  CHECK_FALSE(image.built.has_value());
}

TEST_CASE("what does not go together is an error", "[workload]") {
  struct Case {
    std::string yaml;
    std::string message;
  };

  const auto cases = std::vector<Case>{
      {"model: resnet50\nmethod: lora", "expected full"},
      {"model: llama-3.1-8b\nmethod: full\nadapter: {rank: 8}", "say method: lora"},
      {"model: llama-3.1-8b\nbatch: {global: 4, micro: 8}", "at most the global batch of 4"},
      {"model: llama-3.1-8b\nkind: serve\ndata: {tokens: 1M}", "met data.tokens for a serve job"},
      {"model: llama-3.1-8b\nkind: serve\ndata: {samples: 10}", "which has no end"},
      {"model: bert-large\nkind: serve\nserve: {output_tokens: 9}", "which writes none"},
      {"model: resnet50\ndata: {sequence_length: 10}", "which reads samples"},
  };
  for (const auto& one : cases) {
    const auto read = job(one.yaml);
    CAPTURE(one.yaml, read.messages);
    CHECK_FALSE(read.built.has_value());
    CHECK_THAT(read.messages, ContainsSubstring(one.message));
  }
}

TEST_CASE("what a model leaves out and stands on is noted", "[workload]") {
  const auto derived = job("model: acme/Llama-3.1-8B-Chat");
  CHECK(std::ranges::any_of(derived.get().notes, [](const std::string& note) {
    return note.find("same shape as llama-3.1-8b") != std::string::npos;
  }));
}

TEST_CASE("every alias of the defaults names a model that can be planned", "[workload]") {
  int aliases = 0;
  for (const auto& setting : test::ModelFiles::shipped().settings()) {
    constexpr std::string_view k_prefix = "model.alias.";
    if (!setting.key.starts_with(k_prefix))
      continue;
    ++aliases;
    const auto read = job({{"model", std::string(setting.key.substr(k_prefix.size())), "--model"}});
    CAPTURE(setting.key, read.messages);
    CHECK(read.built.has_value());
  }
  CHECK(aliases > 30);
}

TEST_CASE("every model of the catalog makes a job, or says what it lacks", "[workload]") {
  const auto models = test::ModelFiles::shipped().models();
  for (const auto& record : models.language) {
    const auto read = job({{"model", std::string(record.id), "--model"}});
    CAPTURE(record.id, read.messages);
    CHECK(read.built.has_value());
  }
  for (const auto& record : models.sample) {
    const auto read = job({{"model", std::string(record.id), "--model"}});
    CAPTURE(record.id, read.messages);
    const bool complete = record.params.known() && record.flops_forward.known();
    CHECK(read.built.has_value() == (complete || !record.transformer.empty()));
  }
}

TEST_CASE("a default that is missing or unreadable is named", "[workload]") {
  core::DiagnosticSink sink;
  const std::vector<catalog::Setting> settings{{.key = "serve.input_tokens",
                                                .value = "many",
                                                .why = "x",
                                                .source = {},
                                                .file = "o.yaml",
                                                .line = 3}};
  Defaults defaults(settings, sink);
  CHECK(defaults.count("serve.input_tokens") == 0);
  CHECK(defaults.hours("run.setup") == 0);
  CHECK(defaults.hours("run.setup") == 0);
  CHECK(sink.error_count() == 2);
  CHECK_THAT(test::rendered(sink), ContainsSubstring("o.yaml:3"));
  CHECK_THAT(test::rendered(sink), ContainsSubstring("met no default run.setup"));
}
