#include "catalog/loader/kinds.hpp"
#include "catalog/loader/row.hpp"

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_attentions{"mha"sv, "gqa"sv, "mqa"sv, "mla"sv, "hybrid"sv};
constexpr std::array k_params_sources{"exact"sv, "rounded"sv, "nominal"sv, "recalled"sv};
constexpr double k_flops_per_gflop = 1e9;

void read_experts(Row& row, LanguageModelRecord& model) {
  if (auto moe = row.nested("moe", "the experts of a model")) {
    model.moe_experts = moe->whole_or_zero("experts");
    model.moe_active = moe->whole_or_zero("active");
    model.moe_shared = moe->whole_or_zero("shared");
    model.moe_ffn = moe->whole_or_zero("ffn");
    model.moe_every = moe->whole_or_zero("every");
    model.first_dense_layers = moe->whole_or_zero("first_dense_layers");
    if (model.moe_active > model.moe_experts)
      moe->fault("active", "CAT019", "met more active experts than experts", "");
    moe->finish();
  }
}

void read_attention(Row& row, LanguageModelRecord& model) {
  if (const auto attention = row.fields().choice("attention", k_attentions))
    model.attention = k_attentions[*attention];
  if (auto mla = row.nested("mla", "the latent attention of a model")) {
    model.mla_kv_lora_rank = mla->whole_or_zero("kv_lora_rank");
    model.mla_q_lora_rank = mla->whole_or_zero("q_lora_rank");
    model.mla_rope_dim = mla->whole_or_zero("rope_dim");
    mla->finish();
  }
  if (auto window = row.nested("sliding_window", "the attention window of a model")) {
    model.sliding_window = window->whole_or_zero("tokens");
    model.window_sliding = window->whole_or_zero("sliding");
    model.window_full = window->whole_or_zero("full");
    window->finish();
  }
  model.full_attention_layers = row.whole("full_attention_layers");
}

void read_parameters(Row& row, LanguageModelRecord& model) {
  model.params_total = row.whole("params_total");
  model.params_active = row.whole("params_active");
  if (const auto source = row.fields().choice("params_source", k_params_sources))
    model.params_source = k_params_sources[*source];
  model.params_citation = row.text("params_citation");
  if (auto others = row.nested("other_params", "the parameters beside the decoder")) {
    for (const auto& [part, value] : others->fields().mapping().entries)
      model.other_params.push_back(
          {.part = row.drafts().texts.keep(part.text), .count = others->whole_or_zero(part.text)});
    others->finish();
  }
}

LanguageModelRecord read_language_model(Row& row) {
  LanguageModelRecord model{.id = row.required_text("id"),
                            .family = row.required_text("family"),
                            .hf_name = row.text("hf_name"),
                            .hf_aliases = row.texts("hf_aliases")};
  read_parameters(row, model);
  model.layers = row.whole_or_zero("layers");
  model.hidden = row.whole_or_zero("hidden");
  model.ffn = row.whole_or_zero("ffn");
  model.heads = row.whole_or_zero("heads");
  model.kv_heads = row.whole_or_zero("kv_heads");
  model.head_dim = row.whole_or_zero("head_dim");
  model.vocab = row.whole_or_zero("vocab");
  model.max_position = row.whole("max_position");
  model.tied_embeddings = row.boolean("tied_embeddings");
  read_attention(row, model);
  read_experts(row, model);
  model.mtp_layers = row.whole_or_zero("mtp_layers");
  model.dtype = row.text("dtype");
  model.note = row.text("note");
  model.source = row.text("source");
  model.source_file = row.file();
  model.source_line = row.line();
  return model;
}

} // namespace

void load_language_models(const source::Document& document,
                          const source::Node& list,
                          Drafts& drafts,
                          core::DiagnosticSink& sink) {
  read_rows(document, list, "a transformer", drafts, sink, [&](Row& row) {
    auto model = read_language_model(row);
    drafts.language_models.push_back({.record = std::move(model), .origin = row.origin()});
  });
}

void load_sample_models(const source::Document& document,
                        const source::Node& list,
                        Drafts& drafts,
                        core::DiagnosticSink& sink) {
  read_rows(document, list, "a network", drafts, sink, [&](Row& row) {
    SampleModelRecord model{.id = row.required_text("id"), .task = row.required_text("task")};
    model.params = row.number("params");
    model.flops_forward = row.number("gflops_forward_per_sample").transform([](double gflops) {
      return gflops * k_flops_per_gflop;
    });
    model.input_shape = row.text("input_shape");
    model.activation_elements = row.number("activation_elements");
    model.assumed = row.boolean("assumed").value_or(false);
    const auto reason = row.text("reason");
    const auto note = row.text("note");
    model.note = note.empty() ? reason : note;
    model.source = row.text("source");
    model.aliases = row.texts("aliases");
    model.transformer = row.text("transformer");
    model.source_file = row.file();
    model.source_line = row.line();
    drafts.sample_models.push_back({.record = std::move(model), .origin = row.origin()});
  });
}

} // namespace gpuplan::catalog
