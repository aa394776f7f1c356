#include "validation/inference/language_rows.hpp"

#include <cctype>

namespace gpuplan::validation {

using perf::inference::Engine;
using workload::WeightFormat;

namespace {

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

constexpr MlperfCase k_mlperf[] = {
    {"llama-2-70b", 295, 292, 200, 40},
    {"mixtral-8x7b", 500, 145, 200, 0},
    {"llama-3.1-405b", 9400, 650, 175, 80},
    {"llama-3.1-8b", 780, 128, 100, 30},
    {"deepseek-r1", 800, 3700, 80, 0},
    {"gpt-j-6b", 830, 69, 290, 0},
};

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

} // namespace

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

const MlperfCase* mlperf_case(const std::string& model) {
  for (const MlperfCase& known : k_mlperf)
    if (model == known.model)
      return &known;
  return nullptr;
}

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

std::string group_of(const Record& row) {
  const std::string& scenario = text(row, "scenario");
  const std::string& metric = text(row, "measured_metric");
  const bool rate = metric != "ttft_ms" && metric != "tpot_ms" && metric != "latency_ms_p50";
  const std::string what = metric == "ttft_ms" ? "TTFT" : metric == "tpot_ms" ? "TPOT" : "rate";
  if (starts_with(scenario, "mlperf"))
    return "mlperf " + (rate ? scenario.substr(7) : what);
  if (contains(scenario, "all-at-once") || scenario == "serving-qps-inf")
    return "all-at-once " + what;
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

} // namespace gpuplan::validation
