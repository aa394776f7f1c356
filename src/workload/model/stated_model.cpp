#include "workload/model/stated_model.hpp"

#include "core/unit_text.hpp"
#include "source/fields.hpp"
#include "workload/families/counting.hpp"
#include "workload/families/family.hpp"
#include "workload/model/model_arithmetic.hpp"
#include "workload/model/scaled_model.hpp"
#include "workload/read/input_shape.hpp"
#include "workload/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

using source::Fields;

/// `8B`, `25.6M`, `8.2e9`: a count within limits, or nothing with a fault.
std::optional<double>
count(Fields& fields, std::string_view key, double least = 1, double most = 1e18) {
  const source::Node* node = fields.take(key);
  if (node == nullptr || node->is_null())
    return std::nullopt;
  if (!node->is_scalar()) {
    fields.fault(*node, "WRK032", fmt::format("met no number for {}", key));
    return std::nullopt;
  }
  const auto read = core::parse_quantity(node->text, core::Dimension::count);
  if (const auto* error = std::get_if<core::UnitError>(&read)) {
    fields.fault(*node, "WRK032", fmt::format("{} for {}", error->headline, key), error->help);
    return std::nullopt;
  }
  const double value = std::get<double>(read);
  if (value < least || value > most) {
    fields.fault(*node,
                 "WRK032",
                 fmt::format("met {} for {}, expected {:g} to {:g}", node->text, key, least, most));
    return std::nullopt;
  }
  return value;
}

constexpr std::int64_t k_widest = 10'000'000;
constexpr std::int64_t k_most_layers = 10'000;

std::int64_t sized(Fields& fields, std::string_view key, std::int64_t most, std::int64_t fallback) {
  return fields.whole(key, 1, most).value_or(fallback);
}

void read_expert_dims(Fields& fields, TransformerDims& dims) {
  auto& experts = dims.experts;
  experts.experts = fields.whole("experts", 2, k_widest).value_or(0);
  experts.active = sized(fields, "active_experts", k_widest, 0);
  experts.shared = fields.whole("shared_experts", 0, k_widest).value_or(0);
  experts.ffn = sized(fields, "expert_ffn", k_widest, dims.ffn);
  experts.dense_layers = fields.whole("dense_layers", 0, dims.layers).value_or(0);
  experts.dense_ffn = dims.ffn;
  if (experts.experts == 0) {
    experts = {};
  } else if (experts.active == 0 || experts.active > experts.experts) {
    fields.fault(fields.mapping(),
                 "WRK032",
                 fmt::format("met {} experts without active_experts, expected 1 to {}",
                             experts.experts,
                             experts.experts));
  }
}

TransformerDims read_dims(Fields& fields) {
  TransformerDims dims;
  const auto required = [&](std::string_view key, std::int64_t most) {
    return fields.require(key) == nullptr ? 0 : sized(fields, key, most, 0);
  };
  dims.layers = required("layers", k_most_layers);
  dims.hidden = required("hidden", k_widest);
  dims.heads = required("heads", k_widest);
  dims.ffn = required("ffn", k_widest);
  dims.vocab = required("vocab", k_widest);
  dims.kv_heads = sized(fields, "kv_heads", k_widest, dims.heads);
  dims.head_dim = fields.whole("head_dim", 1, k_widest).value_or(0);
  dims.max_position = sized(fields, "max_position", 2'000'000'000, 0);
  dims.tied_embeddings = fields.boolean("tied_embeddings").value_or(false);
  dims.window = sized(fields, "window", k_widest, 0);
  dims.windowed_layers =
      fields.whole("windowed_layers", 0, std::max<std::int64_t>(0, dims.layers)).value_or(0);
  if (dims.head_dim == 0 && dims.heads > 0) {
    if (dims.hidden % dims.heads != 0)
      fields.fault(fields.mapping(),
                   "WRK032",
                   fmt::format("met no head_dim, and hidden size {} is no multiple of {} heads",
                               dims.hidden,
                               dims.heads));
    dims.head_dim = dims.hidden / dims.heads;
  }
  read_expert_dims(fields, dims);
  return dims;
}

const Family* read_family(Fields& fields) {
  const source::Node* node = fields.take("family");
  if (node == nullptr)
    return find_family("llama");
  const auto all = families();
  std::vector<std::string_view> names;
  names.reserve(all.size());
  for (const auto& family : all)
    names.push_back(family.name);
  const auto index = fields.choice("family", names);
  return index ? find_family(names[*index]) : nullptr;
}

std::optional<Architecture>
from_dims(const source::Document& document, const source::Node& node, core::DiagnosticSink& sink) {
  const auto errors = sink.error_count();
  Fields fields(document, node, "the model's dims", sink);
  const Family* family = read_family(fields);
  Shape shape{.dims = read_dims(fields)};
  fields.finish();
  if (sink.error_count() != errors || family == nullptr)
    return std::nullopt;
  if (family->network == NetworkClass::encoder_decoder)
    shape.dims.decoder_layers = shape.dims.layers;
  family->apply(shape);
  if (!countable(shape)) {
    fields.fault(node, "WRK032", "met dimensions that give more than 10^16 parameters");
    return std::nullopt;
  }
  complete(shape);
  return Architecture{.name = "stated dimensions",
                      .family = std::string(family->name),
                      .network = family->network,
                      .dims = shape.dims,
                      .params = family->count(shape)};
}

/// `tables: 50B` of the parameters, else those that no multiply-add of a sample needs; and the
/// bytes of the rows that a sample reads.
void read_tables(Fields& fields, Architecture& model) {
  const double all = static_cast<double>(model.params.total);
  model.sample.embedding_parameters =
      count(fields, "tables", 0, std::max(all, 1.0))
          .value_or(table_parameters(all, model.sample.flops_forward));
  model.sample.embedding_bytes = count(fields, "row_bytes").value_or(0);
  if (model.sample.embedding_bytes <= 0)
    model.notes.emplace_back("what a sample reads from its tables is not stated: row_bytes");
}

std::optional<Architecture> from_sample(Fields& fields) {
  Architecture model{.name = "stated cost", .family = "stated", .network = NetworkClass::cnn};
  if (const auto index = fields.choice("network", k_network_words))
    model.network = static_cast<NetworkClass>(*index);
  constexpr double k_most_flops = 1e24;
  model.sample.flops_forward = count(fields, "flops_per_sample", 1, k_most_flops).value_or(0);
  if (fields.take("params") == nullptr)
    fields.fault(fields.mapping(),
                 "WRK032",
                 "met a model with flops_per_sample and without params, which settle the memory of "
                 "weights, gradients and optimizer",
                 "add the number of parameters, {flops_per_sample: 950B, params: 31M}: the time "
                 "alone names no machine that holds the job");
  model.params.total = static_cast<std::int64_t>(count(fields, "params", 1, 1e16).value_or(0));
  model.params.active = model.params.total;
  model.sample.activation_elements = count(fields, "activations").value_or(0);
  if (const auto text = fields.text("input")) {
    auto input = parse_input_shape(*text);
    if (input.elements.empty())
      fields.fault(*fields.take("input"),
                   "WRK032",
                   fmt::format("met {} for input, expected a shape such as 3x224x224", *text));
    model.sample.input_shape = std::move(input.elements);
    model.sample.reference_size = std::move(input.size);
  }
  if (model.network == NetworkClass::recommender)
    read_tables(fields, model);
  if (model.sample.activation_elements <= 0)
    model.notes.emplace_back("no size of its activations is stated");
  return model;
}

} // namespace

std::optional<Architecture> read_stated_model(const source::Document& document,
                                              const source::Node& mapping,
                                              const ModelSources& sources,
                                              core::DiagnosticSink& sink) {
  const auto errors = sink.error_count();
  Fields fields(document, mapping, "the model", sink);
  const source::Node* dims = fields.take("dims");
  const bool by_sample = mapping.find("flops_per_sample") != nullptr;
  std::optional<Architecture> model;
  if (dims != nullptr) {
    model = from_dims(document, *dims, sink);
  } else if (by_sample) {
    model = from_sample(fields);
  } else if (const auto size = count(fields, "params", 1e6, 1e14)) {
    fields.take("flops_per_sample");
    model = scaled_model(*size, sources.models);
    if (!model)
      fields.fault(mapping, "WRK032", "met a size alone, but no Llama to scale from is known");
  } else if (mapping.find("params") == nullptr) {
    fields.take("flops_per_sample");
    fields.fault(mapping,
                 "WRK032",
                 "met a model without dims, params or flops_per_sample",
                 "write {params: 8B}, {dims: {layers: 32, …}} or {flops_per_sample: 8.2B, …}");
  }
  fields.finish();
  return sink.error_count() == errors ? model : std::nullopt;
}

} // namespace gpuplan::workload
