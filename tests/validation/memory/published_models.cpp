#include "validation/memory/published_models.hpp"

#include <cmath>
#include <set>

namespace gpuplan::test {

namespace {

using workload::Architecture;
using workload::NetworkClass;

bool has_gated_mlp(const std::string& family) {
  static const std::set<std::string> plain{"gpt2",
                                           "gpt3",
                                           "opt",
                                           "gptj",
                                           "gptneox",
                                           "bloom",
                                           "falcon7",
                                           "falcon",
                                           "mpt",
                                           "starcoder",
                                           "starcoder2",
                                           "phi",
                                           "bert",
                                           "whisper"};
  return plain.count(family) == 0;
}

Architecture of_row(const TruthRow& row) {
  Architecture model;
  model.name = row.text("id");
  model.family = row.text("family");
  auto& dims = model.dims;
  dims.layers = row.whole("layers", 0);
  dims.hidden = row.whole("hidden", 0);
  dims.ffn = row.whole("ffn", 0);
  dims.heads = row.whole("heads", 0);
  dims.kv_heads = row.whole("kv_heads", 0);
  dims.head_dim = row.whole("head_dim", 0);
  dims.vocab = row.whole("vocab", 0);
  dims.tied_embeddings = row.text("tied_embeddings") == "1";
  dims.gated_mlp = has_gated_mlp(model.family);
  dims.qk_norm = model.family.rfind("qwen3", 0) == 0;
  const bool parallel =
      model.family == "phi" || model.family == "falcon7" || model.family == "gptj";
  dims.norms_per_layer = parallel ? 1 : 2;
  dims.attention_layers = dims.layers;
  dims.experts.experts = row.whole("moe_experts", 0);
  dims.experts.active = row.whole("moe_active", 0);
  dims.experts.shared = row.whole("moe_shared", 0);
  dims.experts.ffn = row.whole("moe_ffn", 0);
  if (model.family == "bert")
    model.network = NetworkClass::encoder;
  const long table = dims.vocab * dims.hidden;
  model.params.total = row.whole("params_total", 0);
  model.params.embedding = table;
  model.params.head = dims.tied_embeddings || model.family == "bert" ? 0 : table;
  return model;
}

struct Shape {
  const char* name;
  double billions;
  long layers, hidden, ffn, heads, kv_heads, head_dim, vocab;
  bool gated, tied;
  long norms;
  long decoder_layers;
};

/// Public configurations of models that stand in the tables of published runs.
constexpr Shape k_shapes[] = {
    {"qwen-1.8b", 1.84, 24, 2048, 5504, 16, 16, 128, 151936, true, false, 2, 0},
    {"qwen-14b", 14.17, 40, 5120, 13696, 40, 40, 128, 152064, true, false, 2, 0},
    {"mpt-125m", 0.125, 12, 768, 3072, 12, 12, 64, 50368, false, true, 2, 0},
    {"mpt-350m", 0.356, 24, 1024, 4096, 16, 16, 64, 50368, false, true, 2, 0},
    {"mpt-760m", 0.760, 24, 1536, 6144, 12, 12, 128, 50368, false, true, 2, 0},
    {"mpt-1b", 1.316, 24, 2048, 8192, 16, 16, 128, 50368, false, true, 2, 0},
    {"mpt-3b", 2.652, 32, 2560, 10240, 20, 20, 128, 50368, false, true, 2, 0},
    {"mpt-13b", 12.85, 40, 5120, 20480, 40, 40, 128, 50368, false, true, 2, 0},
    {"mpt-70b", 64.86, 80, 8192, 32768, 64, 64, 128, 50368, false, true, 2, 0},
    {"stablelm-alpha-3b", 3.64, 16, 4096, 16384, 32, 32, 128, 50688, false, false, 2, 0},
    {"stablelm-2-1.6b", 1.64, 24, 2048, 5632, 32, 32, 64, 100352, true, false, 2, 0},
    {"moss-16b", 16.7, 34, 6144, 24576, 24, 24, 256, 107008, false, false, 1, 0},
    {"tinyllama-1.1b", 1.1, 22, 2048, 5632, 32, 4, 64, 32000, true, false, 2, 0},
    {"deepseek-coder-33b", 33.34, 62, 7168, 19200, 56, 8, 128, 32256, true, false, 2, 0},
    {"chatglm2-6b", 6.24, 28, 4096, 13696, 32, 2, 128, 65024, true, false, 2, 0},
    {"t0-3b", 2.85, 24, 2048, 5120, 32, 32, 64, 32128, true, false, 2, 24},
    {"mt0-xxl", 12.9, 24, 4096, 10240, 64, 64, 64, 250112, true, false, 2, 24},
};

Architecture of_shape(const Shape& shape) {
  Architecture model;
  model.name = shape.name;
  model.network = shape.decoder_layers > 0 ? NetworkClass::encoder_decoder : NetworkClass::decoder;
  auto& dims = model.dims;
  dims.layers = shape.layers;
  dims.hidden = shape.hidden;
  dims.ffn = shape.ffn;
  dims.heads = shape.heads;
  dims.kv_heads = shape.kv_heads;
  dims.head_dim = shape.head_dim;
  dims.vocab = shape.vocab;
  dims.gated_mlp = shape.gated;
  dims.tied_embeddings = shape.tied;
  dims.norms_per_layer = shape.norms;
  dims.decoder_layers = shape.decoder_layers;
  dims.attention_layers = shape.layers;
  model.params.total = std::lround(shape.billions * 1e9);
  model.params.embedding = shape.vocab * shape.hidden;
  model.params.head = shape.tied ? 0 : model.params.embedding;
  return model;
}

} // namespace

PublishedModels::PublishedModels(const std::vector<TruthRow>& language_models) {
  for (const auto& row : language_models)
    models_[row.text("id")] = of_row(row);
  for (const auto& shape : k_shapes)
    models_[shape.name] = of_shape(shape);
}

std::optional<Architecture> PublishedModels::find(const std::string& name,
                                                  double parameters) const {
  const auto found = models_.find(name);
  if (found == models_.end())
    return std::nullopt;
  auto model = found->second;
  if (parameters > 0)
    model.params.total = std::lround(parameters);
  return model;
}

double lora_parameters(const workload::TransformerDims& dims, double rank, bool all_linear) {
  const auto hidden = static_cast<double>(dims.hidden);
  const auto queries = static_cast<double>(dims.heads * dims.head_dim);
  const auto keys = static_cast<double>(dims.kv_heads * dims.head_dim);
  const auto ffn = static_cast<double>(dims.ffn);
  double widths = (hidden + queries) + (hidden + keys);
  if (all_linear)
    widths += (hidden + keys) + (queries + hidden) + (dims.gated_mlp ? 3 : 2) * (hidden + ffn);
  return rank * widths * static_cast<double>(dims.layers + dims.decoder_layers);
}

std::optional<double> usable_gib(const std::string& accelerator) {
  static const std::map<std::string, double> read{{"a100-sxm4-80gb", 79.15},
                                                  {"a100-pcie-80gb", 79.15},
                                                  {"a800-sxm4-80gb", 79.15},
                                                  {"a100-sxm4-40gb", 39.4},
                                                  {"a100-pcie-40gb", 39.4},
                                                  {"h100-sxm5-80gb", 79.1},
                                                  {"h100-pcie-80gb", 79.1},
                                                  {"v100-sxm2-16gb", 15.78},
                                                  {"v100-sxm2-32gb", 31.7},
                                                  {"a10", 22.5},
                                                  {"a40", 44.4},
                                                  {"l40s", 44.4},
                                                  {"rtxa6000", 47.5},
                                                  {"rtx6000ada", 47.5},
                                                  {"quadro-rtx8000", 47.5},
                                                  {"rtx3090", 23.6},
                                                  {"rtx4090", 23.6},
                                                  {"t4", 14.6},
                                                  {"l4", 22.0},
                                                  {"rtx4000ada", 19.5},
                                                  {"rtx5000ada", 31.5},
                                                  {"h20-96gb", 95.0}};
  const auto found = read.find(accelerator);
  if (found != read.end())
    return found->second;
  const auto dash = accelerator.rfind('-');
  if (dash == std::string::npos || accelerator.size() < dash + 4)
    return std::nullopt;
  return 0.985 * std::stod(accelerator.substr(dash + 1));
}

} // namespace gpuplan::test
