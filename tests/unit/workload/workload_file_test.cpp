#include "unit/workload/job_fixture.hpp"
#include "workload/read/value_text.hpp"

using namespace gpuplan;
using namespace gpuplan::workload;
using test::job;

TEST_CASE("a workload file is read in full", "[workload]") {
  const auto read = job(R"(name: llama3-8b-sft
kind: train
model: llama-3.1-8b
method: full
precision: bf16
data: {tokens: 500M, sequence_length: 4096, size: 40GB, at: aws/eu-central-1}
batch: {global: 64, micro: auto}
stack: fsdp
constraints: {deadline: 48h, budget: 2000 USD, places: [eu], ecc: required}
purchase: {terms: [on-demand, spot, reserved], project_duration: 4mo, hours_per_month: 300,
           checkpoint: {interval: auto}}
objective: cost
labels: {team: nlp}
)");
  const auto& workload = read.get();
  CHECK(workload.name == "llama3-8b-sft");
  CHECK(workload.preset == "train");
  const auto& training = workload.demand.training;
  CHECK(workload.demand.kind == JobKind::train);
  CHECK(workload.demand.stack == Stack::fsdp);
  CHECK(workload.demand.stack_given);
  CHECK(workload.precision_given);
  CHECK(training.method == Method::full);
  CHECK(training.units_total == Approx(500e6));
  CHECK(training.sequence == 4096);
  CHECK(training.global_batch == 64);
  CHECK_FALSE(training.micro_batch.has_value());
  // 6 × (8,030,261,248 − 128,256 × 4096) + 6 × 32 × 4096 × 4096 a token.
  CHECK(training.flops_per_unit == Approx(48.25e9).epsilon(0.001));
  CHECK(workload.checkpoint_bytes == Approx(14 * 8'030'261'248.0));
  CHECK(workload.constraints.deadline_hours == 48.0);
  CHECK(to_fixed(*workload.constraints.budget, 2) == "2000.00");
  CHECK(workload.constraints.places == std::vector<std::string>{"eu"});
  CHECK(workload.constraints.ecc_required);
  CHECK(workload.purchase.terms == std::vector{catalog::PurchaseOption::on_demand,
                                               catalog::PurchaseOption::spot,
                                               catalog::PurchaseOption::reserved,
                                               catalog::PurchaseOption::savings_plan,
                                               catalog::PurchaseOption::committed_use});
  CHECK(workload.purchase.project_duration_hours == 4 * 730.0);
  CHECK(workload.purchase.hours_per_month == 300.0);
  CHECK_FALSE(workload.purchase.checkpoint_interval_hours.has_value());
  CHECK(workload.around.dataset_bytes == Approx(40e9));
  CHECK(workload.around.dataset_at == "aws/eu-central-1");
  CHECK(workload.labels == std::vector<std::pair<std::string, std::string>>{{"team", "nlp"}});
  CHECK(read.assumed("sequence_length").empty());
  CHECK(read.assumed("setup") == "10min");
}

TEST_CASE("the same job can be said with flags alone", "[workload]") {
  const auto by_flags = job({{"model", "llama-3.1-8b", "--model"},
                             {"kind", "train", "--kind"},
                             {"method", "full", "--method"},
                             {"data.tokens", "500M", "--tokens"},
                             {"constraints.deadline", "48h", "--deadline"},
                             {"constraints.budget", "2000", "--budget"},
                             {"constraints.places", "eu,us", "--region"},
                             {"constraints.places", "gcp/*", "--region"},
                             {"labels.team", "nlp", "--set labels.team"},
                             {"labels", "stage=dev", "--label"}});
  const auto& workload = by_flags.get();
  CHECK(workload.demand.training.units_total == Approx(500e6));
  CHECK(workload.constraints.places == std::vector<std::string>{"eu", "us", "gcp/*"});
  CHECK(workload.labels ==
        std::vector<std::pair<std::string, std::string>>{{"stage", "dev"}, {"team", "nlp"}});
}

TEST_CASE("an amount without a currency is in that of the answer", "[workload]") {
  const auto eur = *core::Currency::parse("EUR");
  const auto budget = [&](const char* text) {
    const workload::Override said{"constraints.budget", text, "--budget", eur};
    const auto built =
        job({{"model", "llama-3.1-8b", "--model"}, {"data.tokens", "5M", "--tokens"}, said});
    const auto amount = *built.get().constraints.budget;
    return core::to_decimal(amount) + " " + std::string(amount.currency().code());
  };
  CHECK(budget("100") == "100 EUR");
  CHECK(budget("100 USD") == "100 USD");
  CHECK(budget("$100") == "100 USD");
  // What is kept of a job means the same under another currency.
  CHECK(workload::lasting_value({"constraints.budget", "100", "", eur}) == "100 EUR");
  CHECK(workload::lasting_value({"constraints.budget", "100 USD", "", eur}) == "100 USD");
  CHECK(workload::lasting_value({"data.tokens", "100", "", eur}) == "100");
}

TEST_CASE("an empty model is told once", "[workload]") {
  const auto empty = job({{"model", "", "MODEL"}, {"kind", "tune", "--kind"}});
  CHECK(empty.diagnostics.size() == 2);
  for (const auto& diagnostic : empty.diagnostics)
    CHECK(diagnostic.code == "USE010");
}

TEST_CASE("flags win over the file", "[workload]") {
  const std::string yaml = "model: llama-3.1-8b\n"
                           "kind: serve\n"
                           "precision: {weights: fp8, kv: fp8}\n"
                           "constraints: {places: [eu], budget: 100 USD}\n"
                           "labels: {team: nlp, stage: dev}\n";
  const auto changed = job(yaml,
                           {{"model", "llama-3.1-70b", "--model"},
                            {"precision", "bf16", "--precision"},
                            {"constraints.places", "us", "--region"},
                            {"labels.team", "cv", "--set labels.team"}});
  const auto& workload = changed.get();
  CHECK(workload.demand.model.name == "llama-3.1-70b");
  CHECK(workload.demand.serving.weights == WeightFormat::bf16);
  CHECK(workload.demand.serving.kv_bytes_per_element == 2);
  CHECK(workload.constraints.places == std::vector<std::string>{"us"});
  CHECK(workload.labels ==
        std::vector<std::pair<std::string, std::string>>{{"stage", "dev"}, {"team", "cv"}});
  CHECK(job(yaml).get().demand.serving.kv_bytes_per_element == 1);
}

TEST_CASE("every fault of a file is reported at its place", "[workload]") {
  const auto read = job("model: llama-3.1-8b\n"
                        "kind: trian\n"
                        "metod: full\n"
                        "data: {tokens: -5, sequence_length: 4 k, size: 40}\n"
                        "batch: {global: 0, micro: 1.5}\n"
                        "constraints: {deadline: 48, budget: 2000, places: {eu: 1}}\n"
                        "purchase: {hours_per_month: 900}\n"
                        "run: {setup: .nan, retries: 1e9}\n"
                        "nodes: 010\n"
                        "objective: ''\n");
  CHECK_FALSE(read.built.has_value());
  for (const auto* part : {
           "job.yaml:2:7: error[WRK001]: met trian for kind",
           "did you mean train?",
           "job.yaml:3:1: error[SRC031]: met the unknown key metod",
           "did you mean method?",
           "job.yaml:4:16: error[WRK001]: met -5",
           "job.yaml:4:37: error[WRK001]: met 4 k",
           "did you mean 4k?",
           "job.yaml:4:48: error[WRK001]: met 40, a bare number",
           "job.yaml:5:17: error[WRK001]: met 0 for batch.global, expected 1 to 100000000",
           "job.yaml:5:27: error[WRK001]: met 1.5 for batch.micro, expected a whole number",
           "job.yaml:6:25: error[WRK001]: met 48, a bare number",
           "job.yaml:6:37: error[WRK001]: met 2000, a bare number",
           "job.yaml:6:51: error[WRK001]: met a mapping for constraints.places",
           "job.yaml:7:29: error[WRK001]: met 900 for purchase.hours_per_month",
           "job.yaml:8:14: error[WRK001]: met .nan",
           "job.yaml:8:29: error[WRK001]: met 1e9 for run.retries, expected 0 to 1000",
           "job.yaml:9:8: error[WRK001]: met 010 for nodes",
           "job.yaml:10:12: error[WRK001]",
       }) {
    CHECK_THAT(read.messages, ContainsSubstring(part));
  }
}

TEST_CASE("a fault in a flag names the flag and is a fault of usage", "[workload]") {
  struct Case {
    Override override;
    std::string message;
  };

  const auto cases = std::vector<Case>{
      {{"data.tokens", "5X", "--tokens"}, "--tokens: error[USE010]: met 5X"},
      {{"constraints.deadline", "48", "--deadline"}, "--deadline: error[USE010]: met 48, a bare"},
      {{"constraints.deadline", "10GB", "--deadline"}, "GB measures an amount of memory"},
      {{"constraints.budget", "-3", "--budget"}, "--budget: error[USE010]"},
      {{"constraints.budget", "0", "--budget"}, "more than nothing"},
      {{"method", "lorra", "--method"}, "did you mean lora?"},
      {{"tokens", "5M", "--set tokens"}, "did you mean data.tokens?"},
      {{"data.tokns", "5M", "--set data.tokns"}, "did you mean data.tokens?"},
      {{"constraints.places", "eu,,us", "--region"}, "a comma between them"},
      {{"labels", "nlp", "--label"}, "expected name=value"},
      {{"assume", "network_gbps=fast", "--assume"}, "expected a number in the unit of its name"},
      {{"purchase.terms", "on-demnd", "--terms"}, "did you mean on-demand?"},
      {{"data.image_size", "wide", "--image-size"}, "expected pixels"},
      {{"serve.rps", "20", "--rps"}, "--rps: error[USE013]: met serve.rps for a train job"},
      {{"stack", "vllm", "--stack"}, "--stack: error[USE013]: met stack vllm for a train job"},
      {{"stack", "llama-cpp", "--stack"},
       "what can train it: megatron, megatron-deepspeed, fsdp, finetune-recipe, framework-amp, "
       "xla, "
       "neuron, mlperf, other, transformers"},
  };
  for (const auto& one : cases) {
    const auto read = job("model: llama-3.1-8b\nkind: train\n", {one.override});
    CAPTURE(one.override.key, one.override.value, read.messages);
    CHECK_FALSE(read.built.has_value());
    CHECK_THAT(read.messages, ContainsSubstring(one.message));
    for (const auto& diagnostic : read.diagnostics)
      CHECK(diagnostic.code.starts_with("USE"));
  }
}

TEST_CASE("a stack that does not serve is refused for a service", "[workload]") {
  const auto serve = [](const std::string& model, const std::string& stack) {
    return job("model: " + model + "\nkind: serve\nstack: " + stack + "\n");
  };
  CHECK_THAT(serve("llama-3.1-8b", "megatron").messages,
             ContainsSubstring("met stack megatron for a serve job, which it does not serve"));
  CHECK_THAT(serve("llama-3.1-8b", "megatron").messages,
             ContainsSubstring("what can serve it: xla, neuron, mlperf, other, vllm, sglang, "
                               "tensorrt-llm, llama-cpp, transformers"));
  CHECK_FALSE(serve("llama-3.1-8b", "framework-amp").built.has_value());
  CHECK(serve("llama-3.1-8b", "sglang").built.has_value());
}

TEST_CASE("a stack of transformers is refused for other networks", "[workload]") {
  const auto read = [](const std::string& model, const std::string& kind, const char* stack) {
    return job("model: " + model + "\nkind: " + kind + "\nstack: " + stack + "\n");
  };
  for (const auto* model : {"resnet50", "yolov8m", "unet3d_mlperf", "dlrm-dcnv2"}) {
    CAPTURE(model);
    CHECK_THAT(read(model, "train", "megatron").messages,
               ContainsSubstring("which is of transformers alone"));
    CHECK_FALSE(read(model, "train", "megatron-deepspeed").built.has_value());
    CHECK_FALSE(read(model, "serve", "vllm").built.has_value());
    CHECK(read(model, "train", "framework-amp").built.has_value());
  }
  CHECK_THAT(read("resnet50", "train", "megatron").messages,
             ContainsSubstring("what can train it: fsdp, finetune-recipe, framework-amp, xla, "
                               "neuron, mlperf, other, transformers"));
  CHECK(read("bert-large", "train", "megatron").built.has_value());
  CHECK(read("llama-3.1-8b", "train", "megatron").built.has_value());
}

TEST_CASE("a rate beside requests at once says which holds", "[workload]") {
  const auto read = job("model: llama-3.1-8b\nkind: serve\nserve: {rps: 5, users: 1}\n");
  const auto& notes = read.get().notes;
  CHECK(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("whichever takes more") != std::string::npos;
  }));
  for (const auto* one : {"{rps: 5}", "{users: 1}"})
    CHECK(job(std::string("model: llama-3.1-8b\nkind: serve\nserve: ") + one).get().notes.empty());
}

TEST_CASE("how the tables of a recommender are trained is told", "[workload]") {
  const auto read = job("model: dlrm-dcnv2\nkind: train\n");
  const auto& notes = read.get().notes;
  CHECK(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("row-wise AdaGrad") != std::string::npos;
  }));
}

TEST_CASE("saying one thing twice outside the file is an error", "[workload]") {
  const auto read = job("model: llama-3.1-8b\n",
                        {{"data.tokens", "5M", "--tokens"}, {"data.tokens", "6M", "--set"}});
  CHECK_THAT(read.messages, ContainsSubstring("it is said by --tokens already"));
}

TEST_CASE("flags with a unit of their own take bare numbers", "[workload]") {
  const auto read = job({{"model", "llama-3.1-8b", "--model"},
                         {"serve.rps", "20", "--rps"},
                         {"serve.ttft", "300ms", "--ttft"},
                         {"serve.tpot", "0.05s", "--tpot"},
                         {"constraints.host_memory", "64+", "--host-memory"},
                         {"constraints.vcpus", "8+", "--vcpus"},
                         {"constraints.max_price", "5 EUR", "--max-price"}});
  const auto& workload = read.get();
  CHECK(*workload.demand.serving.requests_per_s == Approx(20));
  CHECK(*workload.demand.serving.ttft_limit_ms == Approx(300));
  CHECK(*workload.demand.serving.tpot_limit_ms == Approx(50));
  CHECK(workload.constraints.least_host_memory_bytes == Approx(64 * 1073741824.0));
  CHECK(workload.constraints.least_vcpus == 8.0);
  CHECK(workload.constraints.max_price->currency().code() == "EUR");
}

TEST_CASE("a bare time is refused: one latency is told in seconds, the next in ms", "[workload]") {
  for (const auto* const key : {"serve.ttft", "serve.tpot", "serve.latency"}) {
    const auto read =
        job({{"model", "llama-3.1-8b", "--model"}, {"kind", "serve", "--kind"}, {key, "1", "--t"}});
    CHECK_THAT(read.messages, ContainsSubstring("met 1"));
    CHECK_THAT(read.messages, ContainsSubstring(key));
  }
}

TEST_CASE("a job without a model, or with an unknown one, says so", "[workload]") {
  CHECK_THAT(job("kind: train\n").messages, ContainsSubstring("met a job without a model"));
  const auto unknown = job("kind: train\nmodel: lama-3.1-8b\n");
  CHECK_THAT(unknown.messages, ContainsSubstring("job.yaml:2:8: error[WRK030]"));
  CHECK_THAT(unknown.messages, ContainsSubstring("did you mean llama-3.1-8b"));
  const auto flag = job({{"model", "lama-3.1-8b", "--model"}});
  CHECK_THAT(flag.messages, ContainsSubstring("--model: error[WRK030]"));
  CHECK_THAT(job("model: [a]\n").messages, ContainsSubstring("met a list for model"));
}

TEST_CASE("a mapping names a model in a file and in a flag", "[workload]") {
  CHECK(job("model: {params: 8B}\n").get().demand.model.dims_scaled);
  CHECK(job({{"model", "{params: 8B}", "--set model"}}).get().demand.model.dims_scaled);
  CHECK_THAT(job({{"model", "{parms: 8B}", "--set model"}}).messages,
             ContainsSubstring("did you mean params?"));
}

TEST_CASE("exactly one quantity may be solved for", "[workload]") {
  const auto tokens = job("model: llama-3.1-8b\ndata: {tokens: max}\n"
                          "constraints: {budget: 500 USD}\n");
  REQUIRE(tokens.get().solve.has_value());
  CHECK(tokens.get().solve->key == "data.tokens");
  CHECK(tokens.get().demand.training.units_total == 0);
  CHECK(job("model: llama-3.1-8b\nconstraints: {deadline: min}\n").get().solve->key ==
        "constraints.deadline");
  CHECK_THAT(job("model: llama-3.1-8b\ndata: {tokens: max}\nconstraints: {budget: min}\n").messages,
             ContainsSubstring("expected one"));
  CHECK_THAT(job("model: llama-3.1-8b\ndata: {tokens: min}\n").messages,
             ContainsSubstring("met min for data.tokens, expected max"));
  CHECK_THAT(job("model: llama-3.1-8b\nnodes: max\n").messages, ContainsSubstring("met max"));
}

TEST_CASE("null says that a key is not stated, nothing behind a key is a fault", "[workload]") {
  CHECK(job("model: llama-3.1-8b\nnodes: null\n").get().nodes == std::nullopt);
  CHECK_THAT(job("model: llama-3.1-8b\nnodes:\n").messages, ContainsSubstring("met no value"));
}

TEST_CASE("a yes or no is assumed in the words that answers print", "[workload]") {
  const auto assumed = [](const std::string& fact, const std::string& value) {
    return job("model: llama-3.1-8b\nassume: {" + fact + ": \"" + value + "\"}\n");
  };
  for (const std::string value : {"yes", "Yes", "true", "1"}) {
    const auto read = assumed("framework_supported", value);
    CHECK(read.get().assumed_facts.at("framework_supported") == 1);
    const auto& told = read.get().assumptions;
    CHECK(std::any_of(told.begin(), told.end(), [](const auto& assumption) {
      return assumption.name == "framework_supported" && assumption.value == "yes";
    }));
  }
  for (const std::string value : {"no", "false", "0"})
    CHECK(assumed("ecc", value).get().assumed_facts.at("ecc") == 0);
  CHECK_THAT(assumed("ecc", "2").messages, ContainsSubstring("expected yes or no"));
  CHECK_THAT(assumed("network_gbps", "yes").messages, ContainsSubstring("expected a number"));
}

TEST_CASE("assumed facts and a filter are kept for the search", "[workload]") {
  const auto read = job("model: llama-3.1-8b\nassume: {network_gbps: 400}\n"
                        "where: 'gpu_memory_gib >= 40'\nobjective: 'cost_total_usd * 2'\n"
                        "nodes: 4\non: 'h100:8x2'\n");
  const auto& workload = read.get();
  CHECK(workload.assumed_facts.at("network_gbps") == 400);
  CHECK(workload.where == "gpu_memory_gib >= 40");
  CHECK(workload.objective == Objective::expression);
  CHECK(workload.objective_text == "cost_total_usd * 2");
  CHECK(workload.nodes == 4);
  CHECK(workload.on == "h100:8x2");
}
