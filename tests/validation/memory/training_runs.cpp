#include "validation/memory/training_runs.hpp"

#include "support/memory_calibration.hpp"

#include <cmath>

namespace gpuplan::test {

namespace {

using namespace gpuplan::workload;
using gpuplan::catalog::NumberFormat;
using gpuplan::sizing::GatheredLayers;
using gpuplan::sizing::MemoryCoefficients;
using gpuplan::sizing::OptimizerStep;
using gpuplan::sizing::Reading;
using gpuplan::sizing::TrainingSetup;

struct Run {
  Demand demand;
  Layout layout;
  TrainingSetup setup;
  Reading reading = Reading::device;
  bool set_aside = false;
};

Run start(const TruthRow& row,
          const Architecture& model,
          Stack stack,
          const MemoryCoefficients& c) {
  Run run;
  auto& training = run.demand.training;
  run.demand.model = model;
  run.demand.stack = stack;
  training.sequence = row.whole("seq_len", 0);
  if (row.text("task") == "lora")
    training.method = Method::lora;
  if (row.text("task") == "qlora")
    training.method = Method::qlora;
  if (training.method != Method::full)
    training.adapter = Adapter{};
  if (row.has("optimizer", "8bit"))
    training.optimizer = Optimizer::adamw_8bit;
  if (row.text("precision") == "fp32" || row.has("precision", "tf32"))
    training.compute = NumberFormat::fp32;
  run.layout.micro_batch = static_cast<std::int32_t>(row.whole("micro_batch", 1));
  run.layout.data = static_cast<std::int32_t>(row.whole("gpus", 1));
  if (row.text("activation_checkpointing") == "yes" ||
      row.text("activation_checkpointing") == "offload")
    run.layout.recompute = Recompute::full;
  const auto& stage = row.text("zero_stage");
  if (stage == "1")
    run.layout.sharding = Sharding::optimizer;
  if (stage == "2")
    run.layout.sharding = Sharding::gradients;
  if (stage == "3" || stage.rfind("fsdp", 0) == 0)
    run.layout.sharding = Sharding::full;
  run.setup = sizing::training_setup(run.demand, c);
  return run;
}

void adapt(Run& run, double rank, bool all_linear) {
  run.demand.training.adapter->parameters =
      std::lround(lora_parameters(run.demand.model.dims, rank, all_linear));
}

/// Qwen's own recipes: HF Trainer with DeepSpeed, rank 64 on every matrix, accumulation 8,
/// checkpointing; Q-LoRA trains on GPTQ weights.
Run qwen(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::finetune_recipe, c);
  run.layout.accumulation = 8;
  if (run.demand.training.adapter) {
    adapt(run, 64, true);
    run.demand.training.adapter->train_tables =
        row.has("notes", "trained embedding") || row.has("notes", "LoRA with trained");
  }
  if (run.demand.training.method == Method::qlora)
    run.setup.frozen_layers = c.int4;
  run.set_aside = run.demand.training.sequence == 0 ||
                  (row.has("source", "recipes") && row.has("model", "qwen-7b"));
  if (run.demand.training.sequence == 0) // not stated
    run.demand.training.sequence = 512;
  return run;
}

/// LitGPT of 2023: eager layers, everything in bf16, rank 8 on query and value. Its FSDP rows ran
/// with checkpointing (0.43 GiB a sample shows it) and FSDP1, which keeps frozen layers gathered.
Run litgpt(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::framework_amp, c);
  run.reading = Reading::allocated;
  run.layout.accumulation = 8;
  adapt(run, 8, false);
  run.setup.adapter = {.weights = 2, .gradients = 2, .optimizer = 4};
  if (row.has("precision", "double-quant"))
    run.setup.frozen_layers = run.setup.gathered = memory_coefficient("memory.format.nf4_double");
  if (run.layout.sharding == Sharding::full) {
    run.layout.recompute = Recompute::full;
    run.setup.gathered_life = GatheredLayers::kept;
  }
  run.set_aside = row.has("notes", "adapter v2");
  return run;
}

/// torchtune: pure bf16. The ablation adds, in order: packing, compile, chunked loss,
/// checkpointing, the optimizer in the backward pass, offloaded checkpoints, 8-bit AdamW.
Run torchtune(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::fsdp, c);
  run.reading = Reading::allocated;
  const bool small = row.has("optimizer", "8bit") || row.has("notes", "low-memory recipe");
  run.setup.state.fill({.weights = 2, .gradients = 2, .optimizer = small ? 2.0 : 4.0});
  run.setup.logits = c.logits_chunked;
  if (row.has("notes", "packed 4096")) {
    run.setup.activations.norm = c.norm_eager;
    run.setup.logits = c.logits_plain;
  }
  if (row.text("activation_checkpointing") == "offload")
    run.setup.checkpoints = sizing::Checkpoints::host;
  if (row.has("notes", "optimizer in backward") || row.has("notes", "8-bit AdamW") ||
      row.has("notes", "low-memory recipe"))
    run.setup.step = OptimizerStep::in_backward;
  if (row.has("notes", "low-memory recipe") || run.demand.training.method == Method::qlora)
    run.layout.recompute = Recompute::full; // as these recipes are configured
  if (run.demand.training.adapter)
    adapt(run, 8, true);
  run.set_aside = run.demand.training.sequence == 0; // the tutorial: its peak is at load
  if (run.demand.training.sequence == 0)
    run.demand.training.sequence = 512;
  return run;
}

/// axolotl: HF Trainer in pure bf16 without checkpointing; rank 32 on every matrix. Where GPUs are
/// not stated under ZeRO-2, two are assumed.
Run axolotl(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::finetune_recipe, c);
  if (run.layout.sharding == Sharding::gradients)
    run.layout.data = 2;
  run.setup.state.fill({.weights = 2, .gradients = 2, .optimizer = 2});
  if (run.demand.training.adapter)
    adapt(run, 32, true);
  if (row.has("precision", "8-bit")) { // length and batch are not stated
    run.setup.frozen_layers = 1;
    run.demand.training.sequence = 512;
    run.layout.recompute = Recompute::full;
  }
  return run;
}

/// PEFT's README: fp32 weights, eight short texts; the offload rows do not say what is offloaded.
Run peft_readme(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::finetune_recipe, c);
  run.reading = Reading::allocated;
  run.demand.training.compute = NumberFormat::fp32;
  run.demand.training.sequence = 64;
  run.layout.micro_batch = 8;
  run.setup = sizing::training_setup(run.demand, c);
  if (run.demand.training.adapter)
    adapt(run, 8, false);
  run.set_aside = row.has("zero_stage", "offload");
  return run;
}

/// PEFT's method comparison: bf16 base, fp32 adapters, batches padded to the longest text.
Run peft_comparison(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::finetune_recipe, c);
  run.reading = Reading::reserved;
  run.setup.reserve.slack = c.slack_ragged;
  const auto& notes = row.text("notes");
  const auto end = notes.find(" trainable");
  const auto begin = notes.rfind(' ', end - 1) + 1;
  run.demand.training.adapter->parameters = std::stol(notes.substr(begin, end - begin));
  return run;
}

/// llm-foundry: FSDP on fp32 weights, plain GELU without dropout, framework cross entropy.
Run llm_foundry(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::fsdp, c);
  run.layout.accumulation = 2;
  return run;
}

/// BERT in TensorFlow 1.11 and in NVIDIA's PyTorch examples: eager attention, dropout.
Run bert(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  auto run = start(row, model, Stack::framework_amp, c);
  run.demand.training.fused_attention = false;
  run.setup = sizing::training_setup(run.demand, c);
  if (!row.has("source", "google-research"))
    return run;
  run.setup.state.fill({.weights = memory_coefficient("memory.tensorflow1.state")});
  run.setup.activation_factor *= memory_coefficient("memory.tensorflow1.activation");
  return run;
}

std::optional<Run>
run_of(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  if (row.has("source", "QwenLM/Qwen"))
    return qwen(row, model, c);
  if (row.has("source", "litgpt"))
    return litgpt(row, model, c);
  if (row.has("source", "torchtune"))
    return torchtune(row, model, c);
  if (row.has("source", "axolotl") || row.has("source", "qwerrwe"))
    return axolotl(row, model, c);
  if (row.has("source", "huggingface/peft:README"))
    return peft_readme(row, model, c);
  if (row.has("source", "huggingface/peft:method"))
    return peft_comparison(row, model, c);
  if (row.has("source", "llm-foundry"))
    return llm_foundry(row, model, c);
  if (model.network == NetworkClass::encoder)
    return bert(row, model, c);
  return std::nullopt;
}

} // namespace

std::optional<PublishedRun>
training_run(const TruthRow& row, const Architecture& model, const MemoryCoefficients& c) {
  const auto run = run_of(row, model, c);
  if (!run)
    return std::nullopt;
  PublishedRun published;
  published.reading = run->reading;
  published.set_aside = run->set_aside;
  published.language_model = model.network != NetworkClass::encoder;
  published.predict = [run = *run] {
    return sizing::MemoryQuery{run.demand, run.setup}.estimate(run.layout);
  };
  return published;
}

} // namespace gpuplan::test
