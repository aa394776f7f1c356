#include "catalog/builder/emit.hpp"
#include "catalog/builder/emit_values.hpp"

namespace gpuplan::catalog {

namespace {

/// Lines of `part number`.
std::string other_parameters(const LanguageModelRecord& model) {
  std::string lines;
  for (const auto& part : model.other_params) {
    if (!lines.empty())
      lines += '\n';
    lines.append(part.part).append(" ").append(std::to_string(part.count));
  }
  return lines;
}

} // namespace

fb::PlaceGroupsT emit_place_groups(const Drafts& drafts, TextTable& texts) {
  fb::PlaceGroupsT columns;
  for (const auto& row : drafts.place_groups) {
    const auto& each = row.record;
    columns.id.push_back(texts.id(each.id));
    columns.name.push_back(texts.id(each.name));
    columns.countries.push_back(texts.lines(each.countries));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::CurrenciesT emit_currencies(const Drafts& drafts, TextTable& texts) {
  fb::CurrenciesT columns;
  for (const auto& row : drafts.currencies) {
    const auto& each = row.record;
    columns.code.push_back(texts.id(each.code));
    columns.name.push_back(texts.id(each.name));
    columns.decimals.push_back(each.decimals);
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::CompatibilityT emit_compatibility(const Drafts& drafts, TextTable& texts) {
  fb::CompatibilityT columns;
  for (const auto& row : drafts.compatibility) {
    const auto& each = row.record;
    columns.feature.push_back(texts.id(each.feature));
    columns.kind.push_back(texts.id(each.kind));
    columns.format.push_back(texts.id(each.format));
    columns.vendor.push_back(texts.id(each.vendor));
    columns.min_compute_capability.push_back(number_value(each.min_compute_capability));
    columns.min_cuda.push_back(texts.id(each.min_cuda));
    columns.last_cuda.push_back(texts.id(each.last_cuda));
    columns.min_driver.push_back(texts.id(each.min_driver));
    columns.min_rocm.push_back(texts.id(each.min_rocm));
    columns.frameworks.push_back(texts.lines(each.frameworks));
    columns.versions.push_back(texts.id(each.versions));
    columns.cuda_builds.push_back(texts.lines(each.cuda_builds));
    columns.rocm_builds.push_back(texts.lines(each.rocm_builds));
    columns.compute_capabilities.push_back(texts.lines(each.compute_capabilities));
    columns.generations.push_back(texts.lines(each.generations));
    columns.accelerators.push_back(texts.lines(each.accelerators));
    columns.supported.push_back(static_cast<std::uint8_t>(each.supported));
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::LanguageModelsT emit_language_models(const Drafts& drafts, TextTable& texts) {
  fb::LanguageModelsT columns;
  for (const auto& row : drafts.language_models) {
    const auto& each = row.record;
    columns.id.push_back(texts.id(each.id));
    columns.family.push_back(texts.id(each.family));
    columns.hf_name.push_back(texts.id(each.hf_name));
    columns.hf_aliases.push_back(texts.lines(each.hf_aliases));
    columns.params_total.push_back(whole_value(each.params_total));
    columns.params_active.push_back(whole_value(each.params_active));
    columns.params_source.push_back(texts.id(each.params_source));
    columns.params_citation.push_back(texts.id(each.params_citation));
    columns.other_params.push_back(texts.id(other_parameters(each)));
    columns.layers.push_back(each.layers);
    columns.hidden.push_back(each.hidden);
    columns.ffn.push_back(each.ffn);
    columns.heads.push_back(each.heads);
    columns.kv_heads.push_back(each.kv_heads);
    columns.head_dim.push_back(each.head_dim);
    columns.vocab.push_back(each.vocab);
    columns.max_position.push_back(whole_value(each.max_position));
    columns.tied_embeddings.push_back(truth_value(each.tied_embeddings));
    columns.attention.push_back(texts.id(each.attention));
    columns.moe_experts.push_back(each.moe_experts);
    columns.moe_active.push_back(each.moe_active);
    columns.moe_shared.push_back(each.moe_shared);
    columns.moe_ffn.push_back(each.moe_ffn);
    columns.moe_every.push_back(each.moe_every);
    columns.first_dense_layers.push_back(each.first_dense_layers);
    columns.mla_kv_lora_rank.push_back(each.mla_kv_lora_rank);
    columns.mla_q_lora_rank.push_back(each.mla_q_lora_rank);
    columns.mla_rope_dim.push_back(each.mla_rope_dim);
    columns.window_tokens.push_back(each.sliding_window);
    columns.window_sliding.push_back(each.window_sliding);
    columns.window_full.push_back(each.window_full);
    columns.full_attention_layers.push_back(whole_value(each.full_attention_layers));
    columns.mtp_layers.push_back(each.mtp_layers);
    columns.dtype.push_back(texts.id(each.dtype));
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::SampleModelsT emit_sample_models(const Drafts& drafts, TextTable& texts) {
  fb::SampleModelsT columns;
  for (const auto& row : drafts.sample_models) {
    const auto& each = row.record;
    columns.id.push_back(texts.id(each.id));
    columns.aliases.push_back(texts.lines(each.aliases));
    columns.task.push_back(texts.id(each.task));
    columns.params.push_back(number_value(each.params));
    columns.flops_forward.push_back(number_value(each.flops_forward));
    columns.input_shape.push_back(texts.id(each.input_shape));
    columns.activation_elements.push_back(number_value(each.activation_elements));
    columns.transformer.push_back(texts.id(each.transformer));
    columns.assumed.push_back(static_cast<std::uint8_t>(each.assumed));
    columns.note.push_back(texts.id(each.note));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::DatasetsT emit_datasets(const Drafts& drafts, TextTable& texts) {
  fb::DatasetsT columns;
  for (const auto& row : drafts.datasets) {
    const auto& each = row.record;
    columns.id.push_back(texts.id(each.id));
    columns.name.push_back(texts.id(each.name));
    columns.task.push_back(texts.id(each.task));
    columns.samples.push_back(number_value(each.samples));
    columns.bytes.push_back(number_value(each.bytes));
    columns.bytes_per_sample.push_back(number_value(each.bytes_per_sample));
    columns.tokens.push_back(number_value(each.tokens));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.source_file));
    columns.line.push_back(each.source_line);
  }
  return columns;
}

fb::CoefficientsT emit_coefficients(const Drafts& drafts, TextTable& texts) {
  fb::CoefficientsT columns;
  for (const auto& row : drafts.coefficients) {
    const auto& each = row.record;
    columns.key.push_back(texts.id(each.key));
    columns.value.push_back(each.value);
    columns.factor_sigma.push_back(number_value(each.factor_sigma));
    columns.sigma.push_back(number_value(each.sigma));
    columns.by.push_back(texts.id(each.by));
    columns.unit.push_back(texts.id(each.unit));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.file));
    columns.line.push_back(each.line);
  }
  return columns;
}

fb::SettingsT emit_settings(const Drafts& drafts, TextTable& texts) {
  fb::SettingsT columns;
  for (const auto& row : drafts.settings) {
    const auto& each = row.record;
    columns.key.push_back(texts.id(each.key));
    columns.value.push_back(texts.id(each.value));
    columns.why.push_back(texts.id(each.why));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.file));
    columns.line.push_back(each.line);
  }
  return columns;
}

fb::RulesT emit_rules(const Drafts& drafts, TextTable& texts) {
  fb::RulesT columns;
  for (const auto& row : drafts.rules) {
    const auto& each = row.record;
    columns.id.push_back(texts.id(each.id));
    columns.corner.push_back(texts.id(each.corner));
    columns.applies.push_back(texts.id(each.applies));
    columns.check.push_back(texts.id(each.check));
    columns.level.push_back(texts.id(each.level));
    columns.unknown.push_back(texts.id(each.unknown));
    columns.message.push_back(texts.id(each.message));
    columns.why.push_back(texts.id(each.why));
    columns.source.push_back(texts.id(each.source));
    columns.file.push_back(texts.id(each.file));
    columns.line.push_back(each.line);
  }
  return columns;
}

} // namespace gpuplan::catalog
