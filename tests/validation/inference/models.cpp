#include "validation/inference/models.hpp"

#include "workload/model/model_arithmetic.hpp"

#include <algorithm>

namespace gpuplan::validation {

namespace {

using workload::Architecture;
using workload::AttentionKind;
using workload::TransformerDims;

std::int64_t whole(const Record& row, std::string_view column) {
  return static_cast<std::int64_t>(number(row, column));
}

/// Layers with experts: Maverick has them in every second layer.
std::int64_t expert_layers(const std::string& id, const TransformerDims& dims) {
  return id == "llama-4-maverick" ? dims.layers / 2 : dims.layers - dims.experts.dense_layers;
}

void set_window(const std::string& id, TransformerDims& dims) {
  if (starts_with(id, "gpt-oss")) {
    dims.window = 128;
    dims.windowed_layers = dims.layers / 2;
  } else if (starts_with(id, "llama-4")) {
    dims.window = 8192;
    dims.windowed_layers = dims.layers * 3 / 4;
  }
}

Architecture from_dims(const Record& row) {
  Architecture model;
  model.name = text(row, "id");
  TransformerDims& dims = model.dims;
  dims.layers = whole(row, "layers");
  dims.hidden = whole(row, "hidden");
  dims.ffn = whole(row, "ffn");
  dims.heads = whole(row, "heads");
  dims.kv_heads = whole(row, "kv_heads");
  dims.head_dim = whole(row, "head_dim");
  dims.vocab = whole(row, "vocab");
  dims.attention_layers = dims.layers;
  dims.tied_embeddings = text(row, "tied_embeddings") == "1";
  dims.experts.experts = whole(row, "moe_experts");
  dims.experts.active = whole(row, "moe_active");
  dims.experts.ffn = whole(row, "moe_ffn");
  dims.experts.dense_layers = whole(row, "first_dense_layers");
  dims.latent.kv_rank = whole(row, "mla_kv_lora_rank");
  dims.latent.rope_dim = whole(row, "mla_rope_dim");
  if (text(row, "attention") == "mla")
    dims.attention = AttentionKind::latent;
  set_window(model.name, dims);

  workload::ParameterCounts& params = model.params;
  params.total = whole(row, "params_total");
  params.embedding = dims.vocab * dims.hidden;
  params.head = dims.tied_embeddings ? 0 : params.embedding;
  if (dims.experts.experts > 0)
    params.experts =
        3 * dims.hidden * dims.experts.ffn * dims.experts.experts * expert_layers(model.name, dims);
  return model;
}

Record from_measured(const Record& measured) {
  const double hidden = number(measured, "hidden");
  const double heads = number(measured, "heads");
  if (hidden <= 0 || heads <= 0)
    return {};
  Record row;
  row["id"] = text(measured, "model");
  row["params_total"] = std::to_string(number(measured, "params_b") * 1e9);
  for (const char* column : {"layers", "hidden", "heads", "kv_heads", "vocab"})
    row[column] = text(measured, column);
  row["ffn"] = std::to_string(4 * hidden);
  row["head_dim"] = std::to_string(hidden / heads);
  return row;
}

} // namespace

LanguageModels::LanguageModels(const std::string& facts) {
  for (Record& row : read_records(facts + "/models_llm.csv")) {
    std::string id = text(row, "id");
    rows_.emplace(std::move(id), std::move(row));
  }
}

std::optional<Architecture> LanguageModels::find(const Record& measured) const {
  const auto listed = rows_.find(text(measured, "model"));
  const Record row = listed != rows_.end() ? listed->second : from_measured(measured);
  if (row.empty() || number(row, "layers") <= 0)
    return std::nullopt;
  return from_dims(row);
}

void set_kv(workload::Demand& demand, double bytes_per_element) {
  demand.serving.kv_bytes_per_element = bytes_per_element;
  demand.serving.kv_bytes_per_token =
      workload::kv_bytes_per_token(demand.model.dims, bytes_per_element);
}

} // namespace gpuplan::validation
