#include "validation/training/transformer_shapes.hpp"

#include "validation/training/machine.hpp"

#include <array>
#include <cmath>
#include <map>

namespace gpuplan::validation {

namespace {

using test::CsvRow;

struct Widths {
  double hidden = 0, layers = 0, heads = 0, kv_heads = 0, ffn = 0, vocab = 0, head_dim = 0;
  bool gated = false;
};

double vocabulary(const std::string& model, double stated) {
  if (model == "transformer-xl-base")
    return 9000;
  if (model == "transformer-xl-large")
    return 20000;
  if (model.starts_with("llama2"))
    return 32000;
  if (stated > 0)
    return stated;
  if (model.starts_with("llama"))
    return 128256;
  if (model.starts_with("stablelm"))
    return 50432;
  return model.starts_with("maxtext") ? 32000 : 51200;
}

/// Shapes of models whose rows have none.
void fill_shape(const std::string& model, Widths& w) {
  struct Shape {
    const char* model;
    double hidden, layers, heads, kv_heads, ffn, vocab;
  };

  static constexpr std::array<Shape, 5> shapes{{{"gpt3-5b", 4096, 24, 32, 32, 16384, 51200},
                                                {"gpt3-20b", 6144, 44, 48, 48, 24576, 51200},
                                                {"nemotron-8b", 4096, 32, 32, 32, 16384, 256000},
                                                {"nemotron-22b", 6144, 40, 48, 48, 24576, 256000},
                                                {"llama2-34b", 8192, 48, 64, 8, 22016, 32000}}};
  for (const Shape& shape : shapes)
    if (model == shape.model)
      w = {shape.hidden,
           shape.layers,
           shape.heads,
           shape.kv_heads,
           shape.ffn,
           shape.vocab,
           0,
           false};
  static const std::map<std::string, double> widths{
      {"llama3-arch-7b", 14336}, {"llama3-arch-13b", 17920}, {"llama3-arch-70b", 28672}};
  if (const auto at = widths.find(model); at != widths.end())
    w.ffn = at->second;
}

Widths widths_of(const CsvRow& run) {
  const std::string& model = text(run, "model");
  Widths w{number(run, "hidden"),
           number(run, "layers"),
           number(run, "heads"),
           number(run, "kv_heads"),
           number(run, "ffn"),
           vocabulary(model, number(run, "vocab")),
           0,
           false};
  fill_shape(model, w);
  const double parameters = number(run, "params_b") * 1e9;
  if (w.layers == 0 && w.hidden > 0) // the layer count of some sweeps follows from the size
    w.layers = std::round((parameters - w.vocab * w.hidden) / (12 * w.hidden * w.hidden));
  if (w.heads == 0) {
    w.heads = w.kv_heads = w.hidden / 128;
    w.head_dim = 128;
  }
  if (w.ffn == 0)
    w.ffn = 4 * w.hidden;
  const bool plain_maxtext = model == "maxtext-22b" || model == "maxtext-52b";
  w.gated = model.starts_with("llama") || model.starts_with("qwen") ||
            (model.starts_with("maxtext") && !plain_maxtext);
  if (model.starts_with("maxtext"))
    w.head_dim = model == "maxtext-22b" ? 256 : plain_maxtext ? w.hidden / w.heads : 128;
  if (w.head_dim == 0)
    w.head_dim = w.hidden / w.heads;
  return w;
}

struct Experts {
  double count, active, shared, ffn, dense_layers, head_dim;
};

const std::map<std::string, Experts>& expert_shapes() {
  static const std::map<std::string, Experts> shapes{
      {"deepseek-v3", {256, 8, 1, 2048, 3, 160}},
      {"kimi-k2", {384, 8, 1, 2048, 1, 160}},
      {"gpt-oss-120b", {128, 4, 0, 2880, 0, 64}},
      {"qwen3-235b-a22b", {128, 8, 0, 1536, 0, 128}},
      {"qwen3-30b-a3b", {128, 8, 0, 768, 0, 128}},
  };
  return shapes;
}

std::int64_t whole(double value) {
  return static_cast<std::int64_t>(std::llround(value));
}

void set_dims(workload::Architecture& model, const Widths& w) {
  auto& dims = model.dims;
  dims.layers = whole(w.layers);
  dims.hidden = whole(w.hidden);
  dims.ffn = whole(w.ffn);
  dims.heads = whole(w.heads);
  dims.kv_heads = whole(w.kv_heads);
  dims.head_dim = whole(w.head_dim);
  dims.vocab = whole(w.vocab);
  dims.gated_mlp = w.gated;
  dims.attention_layers = dims.layers;
}

} // namespace

void set_mixture_shape(workload::Architecture& model, const CsvRow& run) {
  Widths w = widths_of(run);
  const Experts& e = expert_shapes().at(model.name);
  w.head_dim = e.head_dim;
  set_dims(model, w);
  auto& experts = model.dims.experts;
  experts.experts = whole(e.count);
  experts.active = whole(e.active);
  experts.shared = whole(e.shared);
  experts.ffn = whole(e.ffn);
  experts.dense_layers = whole(e.dense_layers);
  experts.dense_ffn = experts.dense_layers > 0 ? model.dims.ffn : 0;
  auto& params = model.params;
  params.total = whole(number(run, "params_b") * 1e9);
  params.active = whole(number(run, "active_params_b") * 1e9);
  params.embedding = params.head = whole(w.vocab * w.hidden);
  params.experts = whole((w.layers - e.dense_layers) * e.count * 3 * w.hidden * e.ffn);
}

void set_dense_shape(workload::Architecture& model, const CsvRow& run, bool relative_positions) {
  const Widths w = widths_of(run);
  set_dims(model, w);
  const double attention = (2 * w.heads + 2 * w.kv_heads) * w.head_dim * w.hidden;
  const double mlp = (w.gated ? 3 : 2) * w.hidden * w.ffn;
  double weights = w.layers * (attention + mlp);
  if (relative_positions) // relative positions have a matrix of their own
    weights = w.layers * (5 * w.hidden * w.hidden + 2 * w.hidden * w.ffn);
  auto& params = model.params;
  const double stated = number(run, "params_b") * 1e9;
  const double table = w.vocab * w.hidden;
  params.total = whole(stated > 0 ? stated : weights + table);
  params.active = params.total;
  params.embedding = whole(table);
  params.head = params.total - params.embedding - whole(weights);
}

} // namespace gpuplan::validation
