#include "catalog/catalog.hpp"
#include "catalog/view/decode.hpp"
#include "catalog/words.hpp"

#include <charconv>

namespace gpuplan::catalog {

namespace {

std::vector<OtherParameters> decode_other_parameters(std::string_view lines) {
  std::vector<OtherParameters> parts;
  for (const auto line : split_lines(lines)) {
    const auto space = line.find(' ');
    OtherParameters part{.part = line.substr(0, space)};
    if (space != std::string_view::npos)
      std::from_chars(line.data() + space + 1, line.data() + line.size(), part.count);
    parts.push_back(part);
  }
  return parts;
}

} // namespace

PlaceGroup decode_place_group(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::PlaceGroups>();
  return {.id = view.text(table.id()->Get(i)),
          .name = view.text(table.name()->Get(i)),
          .countries = split_lines(view.text(table.countries()->Get(i))),
          .source = view.text(table.source()->Get(i)),
          .source_file = view.text(table.file()->Get(i)),
          .source_line = table.line()->Get(i)};
}

CurrencyRecord decode_currency(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Currencies>();
  return {.code = view.text(table.code()->Get(i)),
          .name = view.text(table.name()->Get(i)),
          .decimals = table.decimals()->Get(i),
          .source_file = view.text(table.file()->Get(i)),
          .source_line = table.line()->Get(i)};
}

CompatibilityRecord decode_compatibility(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Compatibility>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  return {.feature = text(table.feature()),
          .kind = text(table.kind()),
          .format = text(table.format()),
          .vendor = text(table.vendor()),
          .min_compute_capability = known_number(table.min_compute_capability()->Get(i)),
          .min_cuda = text(table.min_cuda()),
          .last_cuda = text(table.last_cuda()),
          .min_driver = text(table.min_driver()),
          .min_rocm = text(table.min_rocm()),
          .frameworks = split_lines(text(table.frameworks())),
          .versions = text(table.versions()),
          .cuda_builds = split_lines(text(table.cuda_builds())),
          .rocm_builds = split_lines(text(table.rocm_builds())),
          .compute_capabilities = split_lines(text(table.compute_capabilities())),
          .generations = split_lines(text(table.generations())),
          .accelerators = split_lines(text(table.accelerators())),
          .supported = table.supported()->Get(i) != 0,
          .note = text(table.note()),
          .source = text(table.source()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

LanguageModelRecord decode_language_model(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::LanguageModels>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  const auto tied = table.tied_embeddings()->Get(i);
  return {.id = text(table.id()),
          .family = text(table.family()),
          .hf_name = text(table.hf_name()),
          .hf_aliases = split_lines(text(table.hf_aliases())),
          .params_total = known_whole(table.params_total()->Get(i)),
          .params_active = known_whole(table.params_active()->Get(i)),
          .params_source = text(table.params_source()),
          .layers = table.layers()->Get(i),
          .hidden = table.hidden()->Get(i),
          .ffn = table.ffn()->Get(i),
          .heads = table.heads()->Get(i),
          .kv_heads = table.kv_heads()->Get(i),
          .head_dim = table.head_dim()->Get(i),
          .vocab = table.vocab()->Get(i),
          .max_position = known_whole(table.max_position()->Get(i)),
          .tied_embeddings = tied > 1 ? core::Known<bool>{} : core::Known<bool>{tied == 1},
          .attention = text(table.attention()),
          .moe_experts = table.moe_experts()->Get(i),
          .moe_active = table.moe_active()->Get(i),
          .moe_shared = table.moe_shared()->Get(i),
          .moe_ffn = table.moe_ffn()->Get(i),
          .first_dense_layers = table.first_dense_layers()->Get(i),
          .mla_kv_lora_rank = table.mla_kv_lora_rank()->Get(i),
          .mla_q_lora_rank = table.mla_q_lora_rank()->Get(i),
          .mla_rope_dim = table.mla_rope_dim()->Get(i),
          .sliding_window = table.window_tokens()->Get(i),
          .dtype = text(table.dtype()),
          .source = text(table.source()),
          .window_sliding = table.window_sliding()->Get(i),
          .window_full = table.window_full()->Get(i),
          .full_attention_layers = known_whole(table.full_attention_layers()->Get(i)),
          .moe_every = table.moe_every()->Get(i),
          .mtp_layers = table.mtp_layers()->Get(i),
          .other_params = decode_other_parameters(text(table.other_params())),
          .params_citation = text(table.params_citation()),
          .note = text(table.note()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

SampleModelRecord decode_sample_model(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::SampleModels>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  return {.id = text(table.id()),
          .task = text(table.task()),
          .params = known_number(table.params()->Get(i)),
          .flops_forward = known_number(table.flops_forward()->Get(i)),
          .input_shape = text(table.input_shape()),
          .activation_elements = known_number(table.activation_elements()->Get(i)),
          .assumed = table.assumed()->Get(i) != 0,
          .note = text(table.note()),
          .source = text(table.source()),
          .aliases = split_lines(text(table.aliases())),
          .transformer = text(table.transformer()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

DatasetRecord decode_dataset(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Datasets>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  return {.id = text(table.id()),
          .name = text(table.name()),
          .task = text(table.task()),
          .samples = known_number(table.samples()->Get(i)),
          .bytes = known_number(table.bytes()->Get(i)),
          .bytes_per_sample = known_number(table.bytes_per_sample()->Get(i)),
          .tokens = known_number(table.tokens()->Get(i)),
          .source = text(table.source()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

Coefficient decode_coefficient(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Coefficients>();
  return {.key = view.text(table.key()->Get(i)),
          .value = table.value()->Get(i),
          .factor_sigma = known_number(table.factor_sigma()->Get(i)),
          .unit = view.text(table.unit()->Get(i)),
          .source = view.text(table.source()->Get(i)),
          .line = table.line()->Get(i),
          .file = view.text(table.file()->Get(i)),
          .sigma = known_number(table.sigma()->Get(i)),
          .by = view.text(table.by()->Get(i))};
}

Setting decode_setting(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Settings>();
  return {.key = view.text(table.key()->Get(i)),
          .value = view.text(table.value()->Get(i)),
          .why = view.text(table.why()->Get(i)),
          .source = view.text(table.source()->Get(i)),
          .file = view.text(table.file()->Get(i)),
          .line = table.line()->Get(i)};
}

RuleRecord decode_rule(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Rules>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  return {.id = text(table.id()),
          .corner = text(table.corner()),
          .applies = text(table.applies()),
          .check = text(table.check()),
          .level = text(table.level()),
          .unknown = text(table.unknown()),
          .message = text(table.message()),
          .why = text(table.why()),
          .source = text(table.source()),
          .file = text(table.file()),
          .line = table.line()->Get(i)};
}

} // namespace gpuplan::catalog
