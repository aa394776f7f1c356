#include "support/memory_calibration.hpp"
#include "validation/memory/training_runs.hpp"

#include <algorithm>

namespace gpuplan::test {

namespace {

using namespace gpuplan::workload;
using gpuplan::sizing::MemoryCoefficients;
using gpuplan::sizing::Placement;
using gpuplan::sizing::Reading;
using gpuplan::sizing::ServingSetup;

struct ServingRun {
  Demand demand;
  Layout layout;
  ServingSetup setup;
  double kv_tokens = 0;
  Reading reading = Reading::device;
  double devices_summed = 1;
  bool set_aside = false;
};

WeightFormat format_of(const TruthRow& row) {
  const auto& precision = row.text("precision");
  const auto starts = [&](const char* word) { return precision.rfind(word, 0) == 0; };
  if (precision == "fp32")
    return WeightFormat::fp32;
  if (precision == "fp8")
    return WeightFormat::fp8;
  if (starts("int8") || precision == "gptq-int8")
    return WeightFormat::int8;
  if (starts("nf4"))
    return WeightFormat::nf4;
  if (starts("awq") || starts("int4") || precision == "gptq-int4")
    return WeightFormat::awq_int4;
  if (precision == "q4_k_m")
    return WeightFormat::q4_k_m;
  return WeightFormat::fp16;
}

/// One batch of `batch` sequences of `prompt` + `answer` tokens.
ServingRun serving_start(const TruthRow& row,
                         const Architecture& model,
                         Stack stack,
                         double prompt,
                         double answer,
                         const MemoryCoefficients& c) {
  ServingRun run;
  run.demand.kind = JobKind::serve;
  run.demand.model = model;
  run.demand.stack = stack;
  run.demand.serving.weights = format_of(row);
  run.demand.serving.input_tokens = prompt;
  run.demand.serving.output_tokens = answer;
  run.kv_tokens = (prompt + answer) * static_cast<double>(row.whole("micro_batch", 1));
  run.layout.pipeline = static_cast<std::int32_t>(row.whole("gpus", 1));
  run.setup = sizing::serving_setup(run.demand, c);
  return run;
}

/// Speed tables of Qwen3 on transformers: what is left after generation.
ServingRun qwen3(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto length = static_cast<double>(row.whole("seq_len", 0));
  auto run = serving_start(row, model, Stack::transformers, length - 2048, 2048, c);
  run.reading = Reading::weights_and_kv;
  return run;
}

/// Qwen's first page, transformers of 2023: one token in, the cache grown by concatenation.
ServingRun qwen1(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto length = static_cast<double>(row.whole("seq_len", 0));
  auto run = serving_start(row, model, Stack::transformers, 1, length, c);
  run.setup.kv_factor = c.kv_growth;
  if (row.has("notes", "KV cache int8"))
    run.setup.kv_element = 1;
  return run;
}

/// vLLM's smallest setting that served one sequence. Where the source sums over an unstated number
/// of V100 cards, the smallest power of two that holds the sum.
ServingRun vllm(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto length = static_cast<double>(row.whole("seq_len", 0));
  auto run = serving_start(row, model, Stack::vllm, length, 0, c);
  run.layout.pipeline = 1;
  if (row.has("notes", "TOTAL"))
    while (run.layout.tensor * *usable_gib("v100-sxm2-32gb") < *row.number("measured_peak_gib"))
      run.layout.tensor *= 2;
  run.devices_summed = run.layout.tensor;
  return run;
}

/// Yi's table of minimum memory states no length: 512 tokens with all their logits are assumed.
ServingRun yi(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = serving_start(row, model, Stack::transformers, 512, 0, c);
  run.setup.prefill = 0;
  run.setup.prompt_logits = c.prompt_logits;
  run.reading = Reading::allocated;
  return run;
}

/// LitGPT's generate: a short prompt and 50 new tokens.
ServingRun
litgpt_serving(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = serving_start(row, model, Stack::transformers, 50, 50, c);
  run.reading = Reading::allocated;
  if (row.has("precision", "double-quant"))
    run.setup.width.matrix = memory_coefficient("memory.format.nf4_double");
  return run;
}

ServingRun chatglm2(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto length = static_cast<double>(row.whole("seq_len", 0));
  const bool encodes = row.has("notes", "encode");
  auto run =
      serving_start(row, model, Stack::transformers, encodes ? length : 1, encodes ? 0 : length, c);
  run.reading = Reading::allocated;
  run.setup.prompt_logits = c.prompt_logits;
  run.set_aside = row.has("precision", "int4") && !encodes; // a conversion copy not described
  return run;
}

/// AutoAWQ prefills the whole length with all its logits; Falcon's cache holds all heads in that
/// code. Figures of two cards are means, so an even split.
ServingRun autoawq(const TruthRow& row, Architecture model, const MemoryCoefficients& c) {
  if (model.family == "falcon7")
    model.dims.kv_heads = model.dims.heads;
  auto run = serving_start(
      row, model, Stack::transformers, static_cast<double>(row.whole("seq_len", 0)), 0, c);
  run.setup.prompt_logits = c.prompt_logits;
  run.setup.placement = Placement::tensor;
  run.reading = Reading::reserved;
  return run;
}

/// One A100, 512 new tokens, engines by their notes.
ServingRun prem(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const bool llama_cpp = row.has("notes", "llama.cpp");
  auto run =
      serving_start(row, model, llama_cpp ? Stack::llama_cpp : Stack::transformers, 1, 512, c);
  if (llama_cpp)
    run.demand.serving.weights =
        row.has("precision", "int8") ? WeightFormat::q8_0 : WeightFormat::q4_k_m;
  if (row.has("notes", "AutoGPTQ"))
    run.demand.serving.weights = WeightFormat::gptq_int4;
  run.setup = sizing::serving_setup(run.demand, c);
  run.set_aside = row.has("notes", "exllamav2") || row.has("notes", "onnx") ||
                  row.has("notes", "ctranslate") || row.has("notes", "ctransformers");
  return run;
}

/// AutoGPTQ's examples: old transformers, one prompt token, beams multiply the cache.
ServingRun autogptq(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto length = static_cast<double>(row.whole("seq_len", 0));
  auto run = serving_start(row, model, Stack::transformers, 1, length, c);
  run.setup.kv_factor = c.kv_growth * (row.has("notes", "4 beam") ? 4 : 1);
  return run;
}

ServingRun llama_cpp(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto length = static_cast<double>(row.whole("seq_len", 0));
  return serving_start(row, model, Stack::llama_cpp, length, 0, c);
}

/// 1024 in, 128 out, layers over two cards. Hugging Face code prefills the whole batch with eager
/// attention and all logits; the pipeline engine a micro-batch.
ServingRun colossal(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = serving_start(row, model, Stack::transformers, 1024, 128, c);
  run.setup.prompt_logits = c.prompt_logits;
  run.setup.scores = c.eager_scores;
  const auto& notes = row.text("notes");
  if (!row.has("notes", "Pipeline"))
    return run;
  const auto at = notes.find("micro batch ") + 12;
  const double share =
      std::stod(notes.substr(at)) / static_cast<double>(row.whole("micro_batch", 1));
  run.setup.prompt_logits *= share;
  run.setup.prefill *= share;
  run.setup.scores *= share;
  return run;
}

/// A checkpoint just loaded.
ServingRun loaded(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = serving_start(row, model, Stack::transformers, 1, 0, c);
  return run;
}

std::optional<ServingRun>
serving_run_of(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  using Rule = ServingRun (*)(const TruthRow&, const Architecture&, const MemoryCoefficients&);
  static constexpr std::pair<const char*, Rule> k_rules[] = {
      {"QwenLM/Qwen2.5", &qwen3},
      {"inference/vllm", &vllm},
      {"QwenLM/Qwen:README", &qwen1},
      {"01-ai/Yi", &yi},
      {"litgpt", &litgpt_serving},
      {"ChatGLM2", &chatglm2},
      {"premAI", &prem},
      {"AutoGPTQ/AutoGPTQ", &autogptq},
      {"XiongjieDai", &llama_cpp},
      {"ColossalAI:colossalai", &colossal},
      {"model_memory_anatomy", &loaded},
  };
  if (row.has("source", "AutoAWQ"))
    return autoawq(row, model, c);
  for (const auto& [source, rule] : k_rules)
    if (row.has("source", source))
      return rule(row, model, c);
  return std::nullopt;
}

} // namespace

std::optional<PublishedRun>
serving_run(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto run = serving_run_of(row, model, c);
  if (!run)
    return std::nullopt;
  PublishedRun published;
  published.reading = run->reading;
  published.set_aside = run->set_aside;
  published.devices_summed = run->devices_summed;
  published.predict = [run = *run] {
    return sizing::MemoryQuery{run.demand, run.setup}.estimate(run.layout, run.kv_tokens);
  };
  return published;
}

} // namespace gpuplan::test
