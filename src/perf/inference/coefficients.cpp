#include "perf/inference/coefficients.hpp"

#include "perf/coefficient_table.hpp"
#include "perf/link_bindings.hpp"

#include <algorithm>
#include <initializer_list>
#include <set>

namespace gpuplan::perf::inference {

namespace {

enum class Need : std::uint8_t { required, optional };

/// One line of the table: the last word of a key, and the member it fills.
template <class Row>
struct Field {
  std::string_view name;
  double Row::*member;
  Need need = Need::required;
};

constexpr std::array<std::string_view, k_engines> k_engine_keys = {"tensorrt_llm",
                                                                   "tensorrt_llm_static",
                                                                   "vllm",
                                                                   "sglang",
                                                                   "llama_cpp",
                                                                   "exllama",
                                                                   "autoawq_gemm",
                                                                   "autoawq_gemv",
                                                                   "transformers",
                                                                   "neuron",
                                                                   "mlperf",
                                                                   "mlperf_rocm"};

constexpr Field<EngineRow> k_engine_fields[] = {
    {"bandwidth_share", &EngineRow::bandwidth_share},
    {"compute_share", &EngineRow::compute_share},
    {"layer_us", &EngineRow::layer_us},
    {"sequence_us", &EngineRow::sequence_us},
    {"time_factor", &EngineRow::time_factor},
    {"memory_share", &EngineRow::memory_share},
    {"reserve_gib", &EngineRow::reserve_gib},
    {"batch_limit", &EngineRow::batch_limit},
    {"chunk_tokens", &EngineRow::chunk_tokens},
    {"small_chunk_tokens", &EngineRow::small_chunk_tokens, Need::optional},
    {"reserved_output", &EngineRow::reserved_output},
    {"attention_share", &EngineRow::attention_share},
    {"hbm_bandwidth", &EngineRow::hbm_bandwidth, Need::optional},
    {"idle_ms", &EngineRow::idle_ms},
};

constexpr std::array<std::string_view, k_format_uses> k_format_keys = {"sixteen_bit",
                                                                       "fp32",
                                                                       "fp8",
                                                                       "int8",
                                                                       "weights_only_8bit",
                                                                       "int4",
                                                                       "q4_k_m",
                                                                       "q8_0",
                                                                       "nf4",
                                                                       "nvfp4",
                                                                       "mxfp4"};

constexpr Field<FormatRow> k_format_fields[] = {
    {"weight_bytes", &FormatRow::weight_bytes},
    {"expert_bytes", &FormatRow::expert_bytes, Need::optional},
    {"head_bytes", &FormatRow::head_bytes},
    {"bandwidth_share", &FormatRow::bandwidth_share},
    {"compute_share", &FormatRow::compute_share},
    {"eager_launch", &FormatRow::eager_launch, Need::optional},
};

constexpr std::array<std::string_view, k_sample_formats> k_sample_format_keys = {"sample_16bit",
                                                                                 "sample_int8",
                                                                                 "sample_fp8",
                                                                                 "sample_tf32",
                                                                                 "sample_fp32"};

constexpr Field<ChipRow> k_chip_fields[] = {
    {"language", &ChipRow::language, Need::optional},
    {"samples", &ChipRow::samples, Need::optional},
    {"most_16bit", &ChipRow::most_16bit, Need::optional},
    {"most_fp8", &ChipRow::most_fp8, Need::optional},
};

constexpr std::array<std::string_view, k_sample_classes> k_sample_class_keys = {
    "convnet",
    "depthwise",
    "vision_transformer",
    "windowed",
    "encoder",
    "unet",
    "diffusion",
    "detection",
    "speech"};

constexpr Field<EagerClassRow> k_eager_fields[] = {
    {"work", &EagerClassRow::work},
    {"activations", &EagerClassRow::activations},
    {"measured", &EagerClassRow::measured, Need::optional},
};

constexpr Field<TensorRtClassRow> k_tensorrt_fields[] = {
    {"work", &TensorRtClassRow::work},
    {"single_ms", &TensorRtClassRow::single_ms},
    {"single_factor", &TensorRtClassRow::single_factor},
    {"measured", &TensorRtClassRow::measured, Need::optional},
};

constexpr Field<Shared> k_shared_fields[] = {
    {"experts.bandwidth", &Shared::expert_bandwidth},
    {"experts.compute", &Shared::expert_compute},
    {"experts.launch", &Shared::expert_launch},
    {"experts.gptq_layer_us", &Shared::gptq_expert_layer_us},
    {"experts.eager_us", &Shared::eager_expert_us},
    {"experts.eager_fp8", &Shared::eager_expert_fp8},
    {"kv.bandwidth", &Shared::kv_bandwidth},
    {"kv.memory_visible", &Shared::memory_visible},
    {"kv.memory_share_reference", &Shared::memory_share_reference},
    {"kv.weights_limit", &Shared::weights_limit},
    {"kv.tight_share", &Shared::tight_share},
    {"eager.bitsandbytes_int8_launch", &Shared::eager_bitsandbytes_int8},
    {"link.message_us", &Shared::link_message_us},
    {"link.share", &Shared::link_share},
    {"pcie.message_us", &Shared::pcie_message_us},
    {"pcie.share", &Shared::pcie_share},
    {"pcie.gb_s_gen3", &Shared::pcie_gb_s_gen3},
    {"pcie.gb_s_gen4", &Shared::pcie_gb_s_gen4},
    {"pcie.gb_s_gen5", &Shared::pcie_gb_s_gen5},
    {"power.exponent", &Shared::power_exponent},
    {"power.lowest", &Shared::power_lowest},
    {"power.highest", &Shared::power_highest},
    {"large_memory_gib", &Shared::large_memory_gib},
    {"pipeline.share", &Shared::pipeline_share},
    {"layer_split.decode", &Shared::split_decode},
    {"layer_split.prefill_exponent", &Shared::split_prefill_exponent},
    {"load.prompt_batch_tokens", &Shared::prompt_batch_tokens},
    {"load.first_token_ms", &Shared::loaded_first_token_ms},
    {"load.limit", &Shared::load_limit},
    {"load.length_spread", &Shared::length_spread},
    {"unknown_engine.time_factor", &Shared::unknown_engine_factor},
    {"weights_only.min_compute_capability", &Shared::weights_only_capability},
    {"llama_cpp.consumer_prefill_rate", &Shared::consumer_prefill_rate},
    {"prefill.most", &Shared::most_of_peak},
};

constexpr Field<SampleShared> k_sample_fields[] = {
    {"power_exponent", &SampleShared::power_exponent},
    {"bandwidth_share", &SampleShared::bandwidth_share},
    {"eager.host_ms", &SampleShared::eager_host_ms},
    {"eager.factor", &SampleShared::eager_factor},
    {"eager.p99", &SampleShared::eager_p99},
    {"neuron.host_ms", &SampleShared::neuron_host_ms},
    {"neuron.encoder_factor", &SampleShared::neuron_encoder_factor},
    {"tensorrt.activations", &SampleShared::tensorrt_activations},
    {"tensorrt.speed", &SampleShared::tensorrt_speed},
    {"batch_limit", &SampleShared::batch_limit},
    {"batch_memory_share", &SampleShared::batch_memory_share},
    {"waiting_runs", &SampleShared::waiting_runs},
};

constexpr Field<Bands> k_band_fields[] = {
    {"known", &Bands::known},
    {"new_chip", &Bands::new_chip},
    {"new_generation", &Bands::new_generation},
    {"new_engine", &Bands::new_engine},
    {"eager", &Bands::eager},
    {"samples_known", &Bands::samples_known},
    {"samples_new_chip", &Bands::samples_new_chip},
    {"samples_new_class", &Bands::samples_new_class},
    {"rule_of_thumb", &Bands::rule_of_thumb},
};

/// Settings of catalogs/defaults.yaml, not calibration; absent ones leave their rule unknown.
constexpr Field<RuleOfThumb> k_rule_fields[] = {
    {"recommender.flops_share", &RuleOfThumb::recommender_flops_share, Need::optional},
    {"recommender.bandwidth_share", &RuleOfThumb::recommender_bandwidth_share, Need::optional},
    {"recommender.overhead_ms", &RuleOfThumb::recommender_overhead_ms, Need::optional},
    {"cpu.gflops_per_vcpu.x86_64", &RuleOfThumb::cpu_gflops_x86_64, Need::optional},
    {"cpu.gflops_per_vcpu.arm64", &RuleOfThumb::cpu_gflops_arm64, Need::optional},
};

class Binder {
public:
  explicit Binder(const Values& values) : values_(values) {}

  template <class Row, std::size_t Count>
  void row(std::string_view prefix, const Field<Row> (&fields)[Count], Row& row) {
    for (const Field<Row>& field : fields)
      one(std::string{prefix}.append(field.name), row.*field.member, field.need);
  }

  template <class Row, std::size_t Rows, std::size_t Count>
  void rows(std::string_view section,
            const std::array<std::string_view, Rows>& names,
            const Field<Row> (&fields)[Count],
            std::array<Row, Rows>& rows) {
    for (std::size_t i = 0; i < Rows; ++i)
      row(std::string{section}.append(names[i]).append("."), fields, rows[i]);
  }

  void one(std::string key, double& target, Need need) {
    if (need == Need::required)
      required_.push_back({.key = std::move(key), .value = &target});
    else if (const auto found = values_.find(key); found != values_.end())
      target = found->second;
  }

  void links(LinkCoefficients& links) { add_link_bindings(required_, links); }

  /// The words that follow a section in the keys: `hopper` of `inference.generation.hopper.hbm`.
  [[nodiscard]] std::set<std::string> names(std::string_view section) const {
    std::set<std::string> found;
    for (auto entry = values_.lower_bound(section);
         entry != values_.end() && entry->first.compare(0, section.size(), section) == 0;
         ++entry)
      found.insert(entry->first.substr(section.size(), entry->first.rfind('.') - section.size()));
    return found;
  }

  /// Fills what is required; false, with diagnostics, where some of it is missing.
  bool finish(core::DiagnosticSink& sink) const {
    return bind_coefficients(
        required_,
        [this](std::string_view key) -> std::optional<double> {
          const auto found = values_.find(key);
          return found == values_.end() ? std::nullopt : std::optional<double>{found->second};
        },
        sink);
  }

private:
  const Values& values_;
  std::vector<CoefficientBinding> required_;
};

constexpr std::string_view k_generation_section = "inference.generation.";
constexpr std::string_view k_chip_section = "inference.chip.";

void bind_generation(Binder& binder, GenerationRow& row) {
  const std::string prefix = std::string{k_generation_section} + row.name + ".";
  const Need need = row.name == "default" ? Need::required : Need::optional;
  binder.one(prefix + "bandwidth_share", row.bandwidth_share, need);
  binder.one(prefix + "compute_share", row.compute_share, need);
  binder.one(prefix + "power_reference", row.power_reference, Need::optional);
  binder.one(prefix + "small_defaults", row.small_defaults, Need::optional);
  for (std::size_t i = 0; i < k_sample_formats; ++i)
    binder.one(prefix + std::string{k_sample_format_keys[i]}, row.sample_rate[i], need);
}

void bind_rows(Binder& binder, Coefficients& result) {
  binder.rows("inference.engine.", k_engine_keys, k_engine_fields, result.engines);
  binder.rows("inference.format.", k_format_keys, k_format_fields, result.formats);
  binder.rows(
      "inference.samples.eager.class.", k_sample_class_keys, k_eager_fields, result.eager_classes);
  binder.rows("inference.samples.tensorrt.class.",
              k_sample_class_keys,
              k_tensorrt_fields,
              result.tensorrt_classes);
  binder.row("inference.", k_shared_fields, result.shared);
  binder.links(result.links);
  binder.row("inference.samples.", k_sample_fields, result.samples);
  binder.row("inference.band.", k_band_fields, result.bands);
  binder.row("", k_rule_fields, result.rules);
}

} // namespace

std::optional<Coefficients> Coefficients::bind(const Values& values, core::DiagnosticSink& sink) {
  Coefficients result;
  Binder binder{values};
  bind_rows(binder, result);
  result.default_generation.name = "default";
  bind_generation(binder, result.default_generation);
  for (const std::string& name : binder.names(k_generation_section)) {
    if (name == "default")
      continue;
    result.generations.emplace_back().name = name;
    bind_generation(binder, result.generations.back());
  }
  for (const std::string& id : binder.names(k_chip_section)) {
    ChipRow& row = result.chips.emplace_back();
    row.id = id;
    binder.row(std::string{k_chip_section} + id + ".", k_chip_fields, row);
  }
  if (!binder.finish(sink))
    return std::nullopt;
  return result;
}

const GenerationRow* Coefficients::generation(std::string_view name) const {
  const auto found = std::lower_bound(
      generations.begin(),
      generations.end(),
      name,
      [](const GenerationRow& row, std::string_view wanted) { return row.name < wanted; });
  return found != generations.end() && found->name == name ? &*found : nullptr;
}

const ChipRow* Coefficients::chip(std::string_view id) const {
  const auto found = std::lower_bound(
      chips.begin(), chips.end(), id, [](const ChipRow& row, std::string_view wanted) {
        return row.id < wanted;
      });
  return found != chips.end() && found->id == id ? &*found : nullptr;
}

} // namespace gpuplan::perf::inference
