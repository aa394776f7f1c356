#include "validation/inference/language_truth.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace gpuplan::validation {

namespace {

using perf::inference::Coefficients;
using perf::inference::Engine;
using perf::inference::Replica;
using perf::inference::Values;
using workload::WeightFormat;

/// How a row's software is taken.
struct Software {
  Engine engine = Engine::vllm;
  std::string release; ///< key below `inference.engine.<engine>.release`; empty: the newest
};

struct SoftwareWord {
  std::string_view start;
  Engine engine;
  std::string_view release;
};

constexpr SoftwareWord k_software[] = {
    {"TensorRT-LLM 0.5", Engine::tensorrt_llm_static, "tensorrt_llm_static.release.r0_5"},
    {"TensorRT-LLM 0.6", Engine::tensorrt_llm_static, "tensorrt_llm_static.release.r0_6"},
    {"TensorRT-LLM 0.9", Engine::tensorrt_llm_static, "tensorrt_llm_static.release.r0_9"},
    {"TensorRT-LLM 0.14", Engine::tensorrt_llm, "tensorrt_llm.release.r0_14"},
    {"TensorRT-LLM 0.17", Engine::tensorrt_llm, "tensorrt_llm.release.r0_17"},
    {"TensorRT-LLM 1.0", Engine::tensorrt_llm, "tensorrt_llm.release.r1_0"},
    {"TensorRT-LLM 1.2", Engine::tensorrt_llm, "tensorrt_llm.release.r1_2rc"},
    {"vLLM 0.1.", Engine::vllm, "vllm.release.r0_5"},
    {"vLLM 0.10", Engine::vllm, "vllm.release.r0_11"},
    {"vLLM 0.11", Engine::vllm, "vllm.release.r0_11"},
    {"vLLM 0.16", Engine::vllm, "vllm.release.r0_12"},
    {"vLLM 0.21", Engine::vllm, "vllm.release.r0_12"},
    {"vLLM 0.1", Engine::vllm, "vllm.release.r0_5"},
    {"vLLM 0.2", Engine::vllm, "vllm.release.r0_5"},
    {"vLLM (2024", Engine::vllm, "vllm.release.r0_9"},
    {"vLLM", Engine::vllm, "vllm.release.unknown"},
    {"vllm", Engine::vllm, "vllm.release.single_stream"},
    {"ctranslate", Engine::vllm, "vllm.release.single_stream"},
    {"DeepSpeed", Engine::vllm, "vllm.release.single_stream"},
    {"SGLang 0.4", Engine::sglang, "sglang.release.r0_4"},
    {"SGLang 0.5", Engine::sglang, "sglang.release.r0_5"},
    {"llama.cpp", Engine::llama_cpp, {}},
    {"Ollama", Engine::llama_cpp, {}},
    {"ctransformers", Engine::llama_cpp, {}},
    {"ExLlama v1", Engine::exllama, "exllama.release.v1"},
    {"exllamav2", Engine::exllama, "exllama.release.v2"},
    {"AutoAWQ 0.1.6 GEMM", Engine::autoawq_gemm, {}},
    {"AutoAWQ 0.1.6 GEMV", Engine::autoawq_gemv, {}},
    {"AutoAWQ", Engine::eager, "transformers.release.autoawq_unfused"},
    {"Hugging Face generate / AutoGPTQ", Engine::eager, "transformers.release.autogptq"},
    {"AutoGPTQ", Engine::eager, "transformers.release.autogptq"},
    {"transformers 4.51", Engine::eager, "transformers.release.r4_51"},
    {"transformers", Engine::eager, "transformers.release.r2023"},
    {"Hugging Face transformers", Engine::eager, "transformers.release.r2023"},
    {"PyTorch Lightning", Engine::eager, "transformers.release.r2023"},
    {"onnx", Engine::eager, "transformers.release.r2023"},
    {"LitGPT", Engine::eager, "transformers.release.litgpt"},
    {"Transformers NeuronX", Engine::neuronx, {}},
};

std::optional<Software> mlperf_software(const std::string& engine) {
  if (starts_with(engine, "TensorRT 9"))
    return Software{Engine::mlperf_tensorrt, "mlperf.release.r9"};
  if (starts_with(engine, "TensorRT 10.2") || starts_with(engine, "TensorRT 10.1.0"))
    return Software{Engine::mlperf_tensorrt, "mlperf.release.r10_2"};
  if (starts_with(engine, "TensorRT 10"))
    return Software{Engine::mlperf_tensorrt, "mlperf.release.r10_8"};
  if (contains(engine, "ROCm") || contains(engine, "rocm"))
    return Software{Engine::mlperf_vllm_rocm, {}};
  if (starts_with(engine, "vLLM 0.10"))
    return Software{Engine::vllm, "vllm.release.r0_11"};
  return std::nullopt;
}

std::optional<Software> software_of(const Record& row) {
  const std::string& engine = text(row, "engine");
  if (starts_with(text(row, "scenario"), "mlperf"))
    return mlperf_software(engine);
  for (const SoftwareWord& word : k_software)
    if (starts_with(engine, word.start))
      return Software{word.engine, std::string{word.release}};
  return std::nullopt;
}

std::optional<WeightFormat> format_of(const Record& row, Engine engine) {
  const std::string& word = text(row, "weight_precision");
  if (word == "fp8" || word == "fp8 weights only")
    return WeightFormat::fp8;
  if (word == "bf16")
    return WeightFormat::bf16;
  if (word == "fp16" || word == "f16")
    return WeightFormat::fp16;
  if (word == "fp32")
    return WeightFormat::fp32;
  if (word == "fp4")
    return WeightFormat::nvfp4;
  if (word == "mxfp4")
    return WeightFormat::mxfp4;
  if (word == "q4_k_m" || word == "q4")
    return WeightFormat::q4_k_m;
  if (word == "awq-int4")
    return WeightFormat::awq_int4;
  if (starts_with(word, "gptq-int4"))
    return WeightFormat::gptq_int4;
  if (starts_with(word, "nf4"))
    return WeightFormat::nf4;
  if (word == "int4" && engine == Engine::llama_cpp)
    return WeightFormat::q4_k_m;
  if (word == "int4")
    return WeightFormat::awq_int4;
  if (word == "int8" && engine == Engine::neuronx)
    return WeightFormat::int8;
  if (word == "int8" && engine == Engine::llama_cpp)
    return WeightFormat::q8_0;
  return std::nullopt;
}

double kv_bytes(const Record& row, Engine engine) {
  const std::string& word = text(row, "kv_precision");
  if (word == "fp8")
    return 1;
  if (!word.empty())
    return 2;
  const std::string& weights = text(row, "weight_precision");
  const bool narrow = weights == "fp8" || weights == "fp4";
  const bool vendor = engine == Engine::tensorrt_llm || engine == Engine::tensorrt_llm_static ||
                      engine == Engine::mlperf_tensorrt || engine == Engine::mlperf_vllm_rocm;
  return vendor && narrow ? 1 : 2;
}

/// Mean lengths of the MLPerf data sets, and the bounds on the time of a token.
struct MlperfCase {
  std::string_view model;
  double input = 0;
  double output = 0;
  double bound_ms = 0;
  double interactive_ms = 0;
};

constexpr MlperfCase k_mlperf[] = {
    {"llama-2-70b", 295, 292, 200, 40},
    {"mixtral-8x7b", 500, 145, 200, 0},
    {"llama-3.1-405b", 9400, 650, 175, 80},
    {"llama-3.1-8b", 780, 128, 100, 30},
    {"deepseek-r1", 800, 3700, 80, 0},
    {"gpt-j-6b", 830, 69, 290, 0},
};

const MlperfCase* mlperf_case(const std::string& model) {
  for (const MlperfCase& known : k_mlperf)
    if (model == known.model)
      return &known;
  return nullptr;
}

/// Requests of a run, from its notes.
double requests_of(const Record& row) {
  const std::string& notes = text(row, "notes");
  if (contains(notes, "200 ShareGPT"))
    return 200;
  std::size_t start = notes.find(" requests");
  if (start == std::string::npos)
    return 0;
  while (start > 0 && std::isdigit(static_cast<unsigned char>(notes[start - 1])) != 0)
    --start;
  return std::strtod(notes.c_str() + start, nullptr);
}

/// Rows that no form of this kind can be judged by, with the reason.
std::string_view set_aside(const Record& row) {
  const std::string& model = text(row, "model");
  const std::string& engine = text(row, "engine");
  const std::string& chip = text(row, "accelerator_id");
  const std::string& scenario = text(row, "scenario");
  const std::string& weights = text(row, "weight_precision");
  const double value = number(row, "measured_value");
  if (model == "glm-4.5-air" && chip == "h100-sxm5-80gb" && number(row, "accelerator_count") < 3 &&
      weights == "bf16")
    return "213 GB of weights in 160 GB";
  if (model == "glm-4.5-air" && starts_with(engine, "SGLang") && chip == "h100-sxm5-80gb")
    return "figures of another page";
  if (model == "gpt-oss-20b" && starts_with(engine, "SGLang"))
    return "17 times below the other engine on the same card";
  if (model == "gpt-oss-120b" && starts_with(engine, "TensorRT-LLM 1.0.0"))
    return "3 times below the other engine on the same card";
  if (scenario == "single-stream-prefill" && value < 675 && value > 670 && chip == "a100-sxm4-80gb")
    return "ten times below one card of the kind";
  if (weights == "int8" && (starts_with(engine, "transformers (") || engine == "PyTorch Lightning"))
    return "bitsandbytes int8";
  if (model == "moss-16b" && number(row, "accelerator_count") > 1)
    return "layers moved by hooks";
  if (starts_with(engine, "Transformers NeuronX") && number(row, "input_len") == 8192 &&
      number(row, "output_len") == 8192 && number(row, "batch_or_concurrency") == 1 &&
      text(row, "measured_metric") == "output_tokens_per_s_total")
    return "throughput at odds with its own latency";
  if (model == "qwen3-8b" && scenario == "serving-concurrency-4" && value == 269.0)
    return "compilation inside the mean";
  if (starts_with(text(row, "source"), "FMInference"))
    return "offload";
  if (model == "nemotron-nano-30b")
    return "hybrid model";
  if (model == "whisper-large-v3")
    return "speech model with a decoder, no form measured";
  return {};
}

/// Everything a row's prediction is made from.
struct Run {
  const Record& row;
  const Coefficients& coefficients;
  Software software;
  Replica replica;
  double replicas = 1;
  double batch = 1;
};

double static_run(const Replica& replica, double batch) {
  return prompt_pass(replica, batch) + replica.output_tokens * decode_step(replica, batch);
}

/// All requests at the start: one wave where they all run at once, else several.
struct Burst {
  double output_tokens_s = 0;
  double first_token_s = 0;
  double token_s = 0;
};

Burst burst(const Replica& r, double requests, double tail, bool prefill_first) {
  const double batch = std::min(requests, r.batch_max);
  const double p = r.prompt_s;
  const double outputs = r.output_tokens;
  Burst result;
  if (requests <= 1.05 * r.batch_max) {
    const double makespan = requests * p + outputs * decode_step(r, batch) * tail;
    const double chunk = r.chunk_tokens * p / std::max(1.0, r.input_tokens);
    const double delay = batch * p / (2.0 * outputs);
    result.output_tokens_s = requests * outputs / makespan;
    result.first_token_s = requests * p / 2.0 + prompt_pass(r, 1);
    result.token_s =
        decode_step(r, batch) + (prefill_first && outputs < 16 ? delay : std::min(delay, chunk));
    return result;
  }
  const double mixed = mixed_step(r, batch);
  const double rate = r.pipeline_share * batch / mixed * requests / (requests + batch / 2.0);
  const double first = batch / requests;
  result.output_tokens_s = rate;
  result.first_token_s = first * batch * p / 2.0 +
                         (1.0 - first) * (batch * p + (requests - batch) * outputs / (2.0 * rate));
  result.token_s = std::max(decode_step(r, batch), mixed - p / outputs);
  return result;
}

std::optional<double>
served(const Run& run, double output_tokens_s, double first_token_s, double token_s) {
  const std::string& metric = text(run.row, "measured_metric");
  const double lengths =
      (run.replica.input_tokens + run.replica.output_tokens) / run.replica.output_tokens;
  if (metric == "output_tokens_per_s_total")
    return output_tokens_s;
  if (metric == "total_tokens_per_s")
    return output_tokens_s * lengths;
  if (metric == "ttft_ms")
    return first_token_s * 1e3;
  if (metric == "tpot_ms")
    return token_s * 1e3;
  if (metric == "qps")
    return output_tokens_s / run.replica.output_tokens;
  return std::nullopt;
}

std::optional<double> at_once(const Run& run, double requests) {
  const bool chat_lengths = run.replica.input_tokens > 180 && run.replica.input_tokens < 240 &&
                            run.replica.output_tokens > 150 &&
                            !starts_with(text(run.row, "engine"), "TensorRT-LLM 0.14");
  const Burst result =
      burst(run.replica, requests, chat_lengths ? 1.6 : 1.0, run.software.engine == Engine::sglang);
  return served(run, result.output_tokens_s, result.first_token_s, result.token_s);
}

/// Open-loop arrivals of a run of `requests`.
std::optional<double> open_loop(const Run& run, double load, double requests) {
  const Replica& r = run.replica;
  const double cap = 0.98 * capacity(r).requests_s;
  const double kept = std::min(load, cap);
  const perf::inference::Operation state = at_load(r, kept);
  const double tokens =
      requests * r.output_tokens / (requests / kept + r.output_tokens * state.token_s);
  const double queue = load > cap ? requests / 2.0 * (1.0 / cap - 1.0 / load) : 0.0;
  return served(run, tokens, state.first_token_s + queue, state.token_s);
}

std::optional<double> closed_loop_of(const Run& run) {
  const perf::inference::Operation state = closed_loop(run.replica, run.batch);
  return served(
      run, state.requests_s * run.replica.output_tokens, state.first_token_s, state.token_s);
}

/// MLPerf's server scenario: the largest batch whose step stays below 0.88 of the bound.
std::optional<double> mlperf_server(const Run& run, double bound_ms) {
  const Replica& r = run.replica;
  const double bound_s = 0.88 * bound_ms / 1e3;
  double low = 0;
  double high = r.batch_max;
  if (mixed_step(r, high) > bound_s)
    for (int i = 0; i < 50; ++i) {
      const double middle = (low + high) / 2.0;
      (mixed_step(r, middle) <= bound_s ? low : high) = middle;
    }
  else
    low = high;
  const double spread = run.software.engine == Engine::mlperf_tensorrt ? 0.89 : 0.925;
  const double step = mixed_step(r, low);
  return served(
      run, run.replicas * spread * low / step, prompt_pass(r, 1) + 1.2 * step + 8e-3, 0.89 * step);
}

std::optional<double> mlperf(const Run& run) {
  const MlperfCase& known = *mlperf_case(text(run.row, "model"));
  const std::string& scenario = text(run.row, "scenario");
  if (scenario == "mlperf-server")
    return mlperf_server(run, known.bound_ms);
  if (scenario == "mlperf-interactive")
    return mlperf_server(run, known.interactive_ms);
  const double rate = run.replicas * capacity(run.replica).output_tokens_s *
                      (run.replica.length_spread < 1 ? 1.0 : 0.89);
  return text(run.row, "measured_metric") == "samples_per_s" ? rate / known.output : rate;
}

std::optional<double> fixed_batch(const Run& run) {
  const Replica& r = run.replica;
  const std::string& metric = text(run.row, "measured_metric");
  const std::string& scenario = text(run.row, "scenario");
  if (metric == "latency_ms_p50")
    return static_run(r, run.batch) * 1e3;
  if (metric == "ttft_ms")
    return (prompt_pass(r, run.batch) + r.idle_first_token_s) * 1e3;
  if (metric == "tpot_ms")
    return decode_step(r, run.batch) * 1e3;
  if (metric == "total_tokens_per_s" && contains(scenario, "prefill"))
    return run.batch * r.input_tokens / prompt_pass(r, run.batch);
  if (contains(scenario, "decode"))
    return run.batch / decode_step(r, run.batch);
  const double outputs = run.batch * r.output_tokens / static_run(r, run.batch);
  return served(run, outputs, 0, 0);
}

std::optional<double> predict(const Run& run) {
  const std::string& scenario = text(run.row, "scenario");
  if (starts_with(scenario, "mlperf"))
    return mlperf(run);
  if (scenario == "offline-max-throughput" && text(run.row, "measured_metric") == "qps")
    return at_once(run, requests_of(run.row));
  if (scenario == "offline-max-throughput")
    return capacity(run.replica).output_tokens_s;
  if (scenario == "serving-all-at-once" || scenario == "serving-qps-inf")
    return at_once(run, requests_of(run.row));
  if (starts_with(scenario, "serving-qps-"))
    return open_loop(run, std::stod(scenario.substr(12)), requests_of(run.row));
  if (starts_with(scenario, "serving-concurrency-"))
    return closed_loop_of(run);
  return fixed_batch(run);
}

/// The group of the published errors a row belongs to.
std::string group_of(const Record& row) {
  const std::string& scenario = text(row, "scenario");
  const std::string& metric = text(row, "measured_metric");
  const bool rate = metric != "ttft_ms" && metric != "tpot_ms" && metric != "latency_ms_p50";
  const std::string what = metric == "ttft_ms" ? "TTFT" : metric == "tpot_ms" ? "TPOT" : "rate";
  if (starts_with(scenario, "mlperf"))
    return "mlperf " + (rate ? scenario.substr(7) : what);
  if (contains(scenario, "all-at-once"))
    return "all-at-once " + what;
  if (scenario == "serving-qps-inf")
    return "all-at-once short " + what;
  if (starts_with(scenario, "serving"))
    return "loaded " + what;
  if (contains(scenario, "prefill") || metric == "ttft_ms")
    return "prefill and idle TTFT";
  if (contains(scenario, "stream-decode") || contains(scenario, "batch-decode"))
    return "decode alone";
  if (metric == "tpot_ms")
    return "neuron TPOT";
  return scenario;
}

double input_of(const Record& row) {
  if (starts_with(text(row, "scenario"), "mlperf"))
    return mlperf_case(text(row, "model"))->input;
  if (contains(text(row, "source"), "yobitel") || contains(text(row, "notes"), "ShareGPT"))
    return 215;
  return number(row, "input_len");
}

double output_of(const Record& row) {
  if (starts_with(text(row, "scenario"), "mlperf"))
    return mlperf_case(text(row, "model"))->output;
  if (contains(text(row, "source"), "yobitel") || contains(text(row, "notes"), "ShareGPT"))
    return 195;
  if (contains(text(row, "notes"), "about 100 output tokens"))
    return 100;
  const double outputs = number(row, "output_len", 256);
  return outputs;
}

workload::Demand demand_of(const Record& row,
                           const workload::Architecture& model,
                           const Software& software,
                           WeightFormat weights) {
  workload::Demand demand;
  demand.kind = workload::JobKind::serve;
  demand.model = model;
  demand.serving.weights = weights;
  demand.serving.compute =
      weights == WeightFormat::fp16 ? catalog::NumberFormat::fp16 : catalog::NumberFormat::bf16;
  demand.serving.input_tokens = input_of(row);
  demand.serving.output_tokens = output_of(row);
  if (text(row, "model") == "gpt-j-6b" && starts_with(text(row, "scenario"), "mlperf"))
    demand.serving.beams = 4;
  if (contains(text(row, "notes"), "4 beam(s)"))
    demand.serving.beams = 4;
  set_kv(demand, kv_bytes(row, software.engine));
  return demand;
}

/// MLPerf: the fewest ranks (1, 2, 4, 8) that hold the weights in 76 % of their memory.
int mlperf_ranks(double weight_bytes, double memory_bytes) {
  int ranks = 1;
  while (ranks < 8 && weight_bytes > 0.76 * ranks * memory_bytes)
    ranks *= 2;
  return ranks;
}

Coefficients bound(const Values& values) {
  core::DiagnosticSink sink;
  return Coefficients::bind(values, sink).value();
}

class LanguageTruth {
public:
  LanguageTruth(const std::string& facts, const Values& values)
      : values_(values),
        coefficients_(bound(values)),
        hardware_(facts),
        models_(facts) {}

  void compare(const Record& row, Outcome& outcome) const {
    if (const std::string_view reason = set_aside(row); !reason.empty()) {
      ++outcome.left_out["set aside: " + std::string{reason}];
      return;
    }
    std::string why;
    const std::optional<double> predicted = predict_row(row, why);
    if (!predicted) {
      ++outcome.left_out[why];
      return;
    }
    outcome.compared.push_back({.id = text(row, "id"),
                                .group = group_of(row),
                                .kind = text(row, "engine") + "|" + text(row, "accelerator_id") +
                                        "|" + text(row, "model") + "|" +
                                        text(row, "weight_precision"),
                                .measured = number(row, "measured_value"),
                                .predicted = *predicted});
  }

private:
  std::optional<double> predict_row(const Record& row, std::string& why) const {
    const std::optional<Software> software = software_of(row);
    if (!software) {
      why = "no engine class: " + text(row, "engine");
      return std::nullopt;
    }
    const auto weights = format_of(row, software->engine);
    const auto model = models_.find(row);
    const catalog::Accelerator* chip = hardware_.find(text(row, "accelerator_id"));
    if (!weights || !model || chip == nullptr) {
      why = !weights ? "format " + text(row, "weight_precision") + " in " + text(row, "engine")
            : !model ? "model without dimensions"
                     : "card without figures: " + text(row, "accelerator_id");
      return std::nullopt;
    }
    const workload::Demand demand = demand_of(row, *model, *software, *weights);
    return predict_on(row, demand, *software, *chip, why);
  }

  std::optional<double> predict_on(const Record& row,
                                   const workload::Demand& demand,
                                   const Software& software,
                                   const catalog::Accelerator& chip,
                                   std::string& why) const {
    const int count = static_cast<int>(number(row, "accelerator_count", 1));
    workload::Layout layout;
    layout.tensor = static_cast<int>(number(row, "tp", 1));
    layout.pipeline = static_cast<int>(number(row, "pp", 1));
    if (software.engine == Engine::neuronx)
      layout.tensor = count;
    if (starts_with(text(row, "scenario"), "mlperf")) {
      const auto use = multiplication(
          coefficients_, demand.serving.weights, demand.serving.compute, software.engine, chip);
      if (!use) {
        why = std::string{use.why_unknown()};
        return std::nullopt;
      }
      layout.tensor =
          std::min(count,
                   mlperf_ranks(stored_bytes(demand.model, coefficients_.format(use->use)),
                                chip.memory->count()));
    }
    const catalog::Shape shape = Hardware::shape(chip, std::max(count, 8));
    const perf::Topology topology{&chip, &shape, 1};
    const auto replica = make_replica(
        coefficients_,
        demand,
        layout,
        topology,
        {.engine = perf::inference::describe_engine(software.engine),
         .time_factor =
             software.release.empty() ? 0.0 : values_.at("inference.engine." + software.release)});
    if (!replica) {
      why = "unknown: " + std::string{replica.why_unknown()};
      return std::nullopt;
    }
    const Run run{row,
                  coefficients_,
                  software,
                  *replica,
                  static_cast<double>(count) / (layout.tensor * layout.pipeline),
                  number(row, "batch_or_concurrency", 1)};
    const std::optional<double> predicted = predict(run);
    if (!predicted)
      why = "metric " + text(row, "measured_metric") + " not predicted";
    return predicted;
  }

  const Values& values_;
  Coefficients coefficients_;
  Hardware hardware_;
  LanguageModels models_;
};

/// The id under which a total's run states its output tokens: one run counts once.
std::string same_run_output(const Record& row) {
  const std::string& id = text(row, "id");
  const std::size_t end = id.rfind("-tot");
  return end == std::string::npos ? std::string{} : id.substr(0, end) + "-out" + id.substr(end + 4);
}

bool is_language_row(const Record& row) {
  return number(row, "hidden") > 0 && !contains(text(row, "model"), "bert") &&
         !contains(text(row, "model"), "electra");
}

} // namespace

Outcome compare_language_models(const std::string& facts, const Values& values) {
  const LanguageTruth truth{facts, values};
  const std::vector<Record> rows = read_records(facts + "/truth_inference.csv");
  std::set<std::string> outputs;
  for (const Record& row : rows)
    if (text(row, "measured_metric") == "output_tokens_per_s_total")
      outputs.insert(text(row, "id"));
  Outcome outcome;
  for (const Record& row : rows)
    if (is_language_row(row)) {
      if (outputs.count(same_run_output(row)) > 0)
        ++outcome.left_out["total of a run whose output is compared"];
      else
        truth.compare(row, outcome);
    }
  return outcome;
}

} // namespace gpuplan::validation
