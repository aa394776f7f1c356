#pragma once

#include "catalog/accelerator.hpp"
#include "core/known.hpp"
#include "workload/architecture.hpp"

#include <cstdint>
#include <optional>

namespace gpuplan::workload {

enum class JobKind : std::uint8_t { train, serve, batch_inference };
enum class Method : std::uint8_t { full, lora, qlora };

/// Software that runs the job; sets efficiencies and what is stored where.
enum class Stack : std::uint8_t {
  megatron,
  megatron_deepspeed,
  fsdp,
  finetune_recipe,
  framework_amp,
  xla,
  neuron,
  mlperf,
  other,
  vllm,
  sglang,
  tensorrt_llm,
  llama_cpp,
  transformers,
};

enum class Optimizer : std::uint8_t {
  adamw,
  adamw_8bit,
  adamw_bf16,
  sgd_momentum,
  sgd,
  adafactor,
  lion
};

enum class Recompute : std::uint8_t { none, selective, full };

enum class WeightFormat : std::uint8_t {
  fp32,
  fp16,
  bf16,
  fp8,
  int8,
  nf4,
  awq_int4,
  gptq_int4,
  q4_k_m,
  q8_0,
  mxfp4,
  nvfp4,
};

std::string_view to_string(JobKind kind);
std::string_view to_string(Method method);
std::string_view to_string(Stack stack);
std::string_view to_string(Optimizer optimizer);
std::string_view to_string(Recompute recompute);
std::string_view to_string(WeightFormat format);
std::optional<JobKind> parse_job_kind(std::string_view word);
std::optional<Method> parse_method(std::string_view word);
std::optional<Stack> parse_stack(std::string_view word);
std::optional<Optimizer> parse_optimizer(std::string_view word);
std::optional<Recompute> parse_recompute(std::string_view word);
std::optional<WeightFormat> parse_weight_format(std::string_view word);

/// Low-rank adapters. `all_linear` adapts every matrix of a layer, else query and value alone.
struct Adapter {
  std::int64_t rank = 16;
  bool all_linear = true;
  bool train_tables = false;   ///< embedding and head trained as well
  std::int64_t parameters = 0; ///< exact, from the architecture
};

/// What one training step and the whole job ask for. Pure function of the workload.
struct TrainingDemand {
  Method method = Method::full;
  Optimizer optimizer = Optimizer::adamw;
  catalog::NumberFormat compute = catalog::NumberFormat::bf16;
  std::optional<Adapter> adapter;
  std::int64_t sequence = 0;          ///< tokens a sample; 1 for sample models
  std::int64_t global_batch = 0;      ///< samples a step
  double units_total = 0;             ///< tokens for transformers, else samples, over all epochs
  std::optional<Recompute> recompute; ///< none: free to choose
  std::optional<std::int64_t> micro_batch;
  bool fused_attention = true;
  double sample_bytes = 0;   ///< read from storage per sample; 0 where it does not matter
  double spatial_scale = 1;  ///< pixels or voxels against the model's reference input
  double flops_per_unit = 0; ///< model FLOPs a token or sample, forward and backward, no recompute
};

/// What serving or batch inference asks for.
struct ServingDemand {
  WeightFormat weights = WeightFormat::bf16;
  catalog::NumberFormat compute = catalog::NumberFormat::bf16;
  double kv_bytes_per_element = 2;
  bool kv_follows_compute = false; ///< narrow only because the multiplication is
  double weight_bytes = 0;         ///< of the whole model in that format, tables at their width
  double kv_bytes_per_token = 0;   ///< of full-length layers, whole model
  double kv_bytes_window = 0;      ///< of windowed layers, at most, per sequence
  double input_tokens = 0;
  double output_tokens = 0;
  core::Known<double> requests_per_s; ///< offered load; unknown: one replica at its best
  core::Known<double> concurrency;
  core::Known<double> ttft_limit_ms;
  core::Known<double> tpot_limit_ms;
  core::Known<double> latency_limit_ms;
  double units_total = 0;    ///< batch inference: requests or samples in all; 0 for serve
  double memory_share = 0.9; ///< of usable memory the engine takes
  std::int64_t beams = 1;
  double spatial_scale = 1;
  double steps = 1;            ///< calls of the network for a generated sample, all steps
  double calls_per_step = 1;   ///< of its denoising steps: 2 with guidance
  double flops_per_sample = 0; ///< sample models and encoders, forward
};

/// The job as numbers: everything the estimators need and nothing about price or place.
struct Demand {
  JobKind kind = JobKind::train;
  Architecture model;
  Stack stack = Stack::fsdp;
  bool stack_given = false; ///< else it follows chip and layout
  TrainingDemand training;  ///< holds for train
  ServingDemand serving;    ///< holds for serve and batch_inference
};

} // namespace gpuplan::workload
