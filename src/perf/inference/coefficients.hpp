#pragma once

#include "core/diagnostic.hpp"
#include "perf/links.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::perf::inference {

constexpr double k_seconds_per_us = 1e-6; ///< of the coefficients called `_us`
constexpr double k_seconds_per_ms = 1e-3; ///< of those called `_ms`

/// Calibration as plain data: key (`inference.engine.vllm.layer_us`) to value. From the catalog, or
/// from the text of catalogs/calibration.yaml in tests.
using Values = std::map<std::string, double, std::less<>>;

/// Engine classes with measured rows of their own.
enum class Engine : std::uint8_t {
  tensorrt_llm,        ///< in-flight batching
  tensorrt_llm_static, ///< one fixed batch from start to end
  vllm,
  sglang,
  llama_cpp,
  exllama,
  autoawq_gemm,
  autoawq_gemv,
  eager, ///< Hugging Face generate and relatives
  neuronx,
  mlperf_tensorrt,
  mlperf_vllm_rocm,
};
constexpr std::size_t k_engines = 12;

/// One engine's set; its members trade against each other, so use a row as a set.
struct EngineRow {
  double bandwidth_share = 0;    ///< on top of the generation's
  double compute_share = 0;      ///< on top of the generation's
  double layer_us = 0;           ///< host time a layer and pass
  double sequence_us = 0;        ///< host time a running sequence and step
  double time_factor = 0;        ///< on the whole pass, newest release; below 1 is faster
  double memory_share = 0;       ///< of 0.98 × nominal memory that weights and KV may take
  double reserve_gib = 0;        ///< per device, context and workspace
  double batch_limit = 0;        ///< running sequences, per pipeline stage
  double chunk_tokens = 0;       ///< prompt tokens of one step
  double small_chunk_tokens = 0; ///< the same where small-card defaults hold; 0: no difference
  double reserved_output = 0;    ///< share of the output a sequence holds KV for
  double attention_share = 0;    ///< of the 16-bit rate
  double hbm_bandwidth = 1;      ///< extra factor on bandwidth on HBM cards
  double idle_ms = 0;            ///< added to the time to first token, nothing else running
};

/// How stored weights multiply.
enum class FormatUse : std::uint8_t {
  sixteen_bit,
  fp32,
  fp8,
  int8,
  weights_only_8bit,
  int4,
  q4_k_m,
  q8_0,
  nf4,
  nvfp4,
  mxfp4,
};
constexpr std::size_t k_format_uses = 11;

struct FormatRow {
  double weight_bytes = 0;
  double expert_bytes = 0;    ///< of routed experts where they are stored otherwise; 0: as the rest
  double head_bytes = 0;      ///< tables
  double bandwidth_share = 0; ///< relative to 16-bit
  double compute_share = 0;   ///< of the rate of the format that multiplies
  double eager_launch = 1;    ///< on the host time a layer in eager code
};

/// Formats a sample model's matrix products run in.
enum class SampleFormat : std::uint8_t { sixteen_bit, int8, fp8, tf32, fp32 };
constexpr std::size_t k_sample_formats = 5;

struct GenerationRow {
  std::string name; ///< catalog vocabulary; `default` where nothing was measured
  double bandwidth_share = 0;
  double compute_share = 0;
  double power_reference = 0; ///< watts per dense 16-bit TFLOP/s; 0: no power term
  double small_defaults = 0;  ///< 1 where vLLM takes its small-card defaults whatever the memory
  std::array<double, k_sample_formats> sample_rate{}; ///< share of peak; 0: not measured
};

/// What is left of one chip after the form; also says that it was measured.
struct ChipRow {
  std::string id;
  double language = 0; ///< on compute; 0: no measurement of language models
  double samples = 0;  ///< on compute; 0: no measurement of sample models
  double most_16bit =
      0;               ///< share of its dense peak that its maker's own kernels reach; 0: not said
  double most_fp8 = 0; ///< the same in fp8
};

/// Networks by how their kernels use a chip.
enum class SampleClass : std::uint8_t {
  convnet,
  depthwise,
  vision_transformer,
  windowed,
  encoder,
  unet,
  diffusion,
  detection,
  speech,
};
constexpr std::size_t k_sample_classes = 9;

struct EagerClassRow {
  double work = 0;        ///< on FLOPs
  double activations = 0; ///< on activation bytes
  double measured = 1;    ///< 0: the value of a like class
};

struct TensorRtClassRow {
  double work = 0;      ///< on FLOPs
  double single_ms = 0; ///< latency at batch 1: single_ms + single_factor × time of a sample
  double single_factor = 0;
  double measured = 1; ///< 0: the value of a like class
};

struct Shared {
  double expert_bandwidth = 0;
  double expert_compute = 0;
  double expert_launch = 0;
  double kv_bandwidth = 0;
  double gptq_expert_layer_us = 0;
  double eager_expert_us = 0;
  double eager_expert_fp8 = 0;
  double eager_bitsandbytes_int8 = 0;
  double link_message_us = 0;
  double link_share = 0;
  double pcie_message_us = 0;
  double pcie_share = 0;
  double pcie_gb_s_gen3 = 0;
  double pcie_gb_s_gen4 = 0;
  double pcie_gb_s_gen5 = 0;
  double power_exponent = 0;
  double power_lowest = 0;
  double power_highest = 0;
  double memory_visible = 0;
  double memory_share_reference = 0;
  double weights_limit = 0;
  double tight_share = 0;
  double large_memory_gib = 0;
  double pipeline_share = 0;
  double split_decode = 0;
  double split_prefill_exponent = 0;
  double prompt_batch_tokens = 0;
  double loaded_first_token_ms = 0;
  double load_limit = 0;
  double length_spread = 0;
  double unknown_engine_factor = 0;
  double weights_only_capability = 0;
  double consumer_prefill_rate = 0;
  double most_of_peak = 0; ///< that products and attention of a pass reach together
};

struct SampleShared {
  double power_exponent = 0;
  double bandwidth_share = 0;
  double eager_host_ms = 0;
  double eager_factor = 0;
  double neuron_host_ms = 0;
  double neuron_encoder_factor = 0;
  double tensorrt_activations = 0;
  double tensorrt_speed = 0;
  double batch_limit = 0;
  double batch_memory_share = 0;
  double waiting_runs = 0;
  double eager_p99 = 0;
};

/// Intervals as factors around the point.
struct Bands {
  double known = 0;
  double new_chip = 0;
  double new_generation = 0;
  double new_engine = 0;
  double eager = 0;
  double samples_known = 0;
  double samples_new_chip = 0;
  double samples_new_class = 0;
  double rule_of_thumb = 0;
};

/// Rules of thumb for what has no measurements, from the catalog's defaults.
struct RuleOfThumb {
  double recommender_flops_share = 0;
  double recommender_bandwidth_share = 0;
  double recommender_overhead_ms = 0;
  double cpu_gflops_x86_64 = 0; ///< per vCPU
  double cpu_gflops_arm64 = 0;  ///< per vCPU
};

/// Everything the inference form needs, bound once.
struct Coefficients {
  std::array<EngineRow, k_engines> engines;
  std::array<FormatRow, k_format_uses> formats;
  std::vector<GenerationRow> generations; ///< sorted by name
  std::vector<ChipRow> chips;             ///< sorted by id
  GenerationRow default_generation;
  std::array<EagerClassRow, k_sample_classes> eager_classes;
  std::array<TensorRtClassRow, k_sample_classes> tensorrt_classes;
  Shared shared;
  LinkCoefficients links; ///< between the machines of a replica: those of training
  SampleShared samples;
  Bands bands;
  RuleOfThumb rules;

  /// Binds every coefficient by the tables in coefficients.cpp. Nothing, and a diagnostic for
  /// each, where keys are missing.
  static std::optional<Coefficients> bind(const Values& values, core::DiagnosticSink& sink);

  [[nodiscard]] const EngineRow& engine(Engine which) const {
    return engines[static_cast<std::size_t>(which)];
  }

  [[nodiscard]] const FormatRow& format(FormatUse which) const {
    return formats[static_cast<std::size_t>(which)];
  }

  /// The generation's row, or null.
  [[nodiscard]] const GenerationRow* generation(std::string_view name) const;
  /// The chip's row, or null.
  [[nodiscard]] const ChipRow* chip(std::string_view id) const;
};

} // namespace gpuplan::perf::inference
