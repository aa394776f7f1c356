#include "workload/model/hf_config.hpp"

#include "core/text.hpp"
#include "workload/families/counting.hpp"
#include "workload/hf/config_class.hpp"
#include "workload/hf/dimensions.hpp"
#include "workload/hf/quantization.hpp"
#include "workload/hf/towers.hpp"

#include <fmt/format.h>

namespace gpuplan::workload {
namespace {

/// Whether a checkpoint of this architecture word stores an output table: `MistralModel`, and
/// classifiers and reward models, do not. ChatGLM's model class is its causal one.
bool stores_head(std::string_view architecture) {
  if (architecture.empty() || architecture == "ChatGLMModel" ||
      architecture.ends_with("LMHeadModel"))
    return true;
  return !architecture.ends_with("Model") && !architecture.ends_with("ForSequenceClassification") &&
         !architecture.ends_with("ForTokenClassification");
}

std::string architecture_word(const ConfigKeys& keys) {
  const source::Node* list = keys.outer().find("architectures");
  if (list == nullptr || !list->is_sequence() || list->items.empty())
    return {};
  return list->items.front().text;
}

void read_head(ConfigKeys& keys, const Family& family, Shape& shape) {
  const auto word = architecture_word(keys);
  if (family.network != NetworkClass::decoder || shape.dims.tied_embeddings || stores_head(word))
    return;
  shape.rules.has_head = false;
  keys.note(fmt::format("{} stores no output table", word));
}

/// The shape, with faults reported; what the checkpoint stores beyond it comes later.
std::optional<Shape> read_shape(ConfigKeys& keys,
                                const ConfigClass& kind,
                                const Family& family,
                                const core::DiagnosticSink& sink) {
  const auto errors = sink.error_count();
  Shape shape;
  if (kind.dims != nullptr)
    kind.dims(keys, shape);
  read_dimensions(keys, kind.model_type, shape);
  if (sink.error_count() != errors)
    return std::nullopt;
  read_table_tie(keys, family, shape);
  read_experts(keys, shape);
  read_windows(keys, shape);
  if (!shape.plan.empty() && static_cast<std::int64_t>(shape.plan.size()) != shape.dims.layers)
    keys.fault(
        keys.model(),
        fmt::format("met {} layers one by one, expected {}", shape.plan.size(), shape.dims.layers));
  if (family.network == NetworkClass::encoder_decoder && shape.dims.decoder_layers == 0)
    shape.dims.decoder_layers = shape.dims.layers;
  family.apply(shape);
  if (kind.rules != nullptr)
    kind.rules(keys, shape);
  read_head(keys, family, shape);
  if (sink.error_count() != errors)
    return std::nullopt;
  if (!countable(shape)) {
    keys.fault(keys.model(), "met dimensions that give more than 10^16 parameters");
    return std::nullopt;
  }
  complete(shape);
  return shape;
}

void set_precision(ConfigKeys& keys,
                   const source::Document* quantization,
                   Architecture& architecture) {
  architecture.native_precision = keys.text_anywhere({"torch_dtype", "dtype"}).value_or("");
  auto native = native_format(keys.find_anywhere({"quantization_config"}));
  if (native.format.empty() && quantization != nullptr)
    native = native_format_of_optimizer(quantization->root);
  architecture.native_format = native.format;
  if (!native.note.empty())
    keys.note(native.note);
}

/// Whether an object has keys of a workload file and none that every config has. A config may have
/// a key of the name of a single one, such as `method`.
bool is_workload(const source::Node& root) {
  for (const auto* key : {"model_type", "architectures", "hidden_size"}) {
    if (root.find(key) != nullptr)
      return false;
  }
  return root.find("model") != nullptr &&
         (root.find("kind") != nullptr || root.find("serve") != nullptr ||
          root.find("data") != nullptr || root.find("constraints") != nullptr);
}

void add_towers(ConfigKeys& keys, Architecture& architecture) {
  const auto towers = count_towers(keys, architecture.dims.hidden);
  architecture.params.total += towers.parameters;
  architecture.params.other_towers += towers.parameters;
  for (const auto& part : towers.counted)
    keys.note(fmt::format(
        "{}: {} parameters are counted", part, core::with_thousands(towers.parameters)));
  architecture.left_out = towers.left_out;
}

} // namespace

std::optional<Architecture> read_hf_config(const source::Document& config,
                                           const source::Document* quantization,
                                           std::string_view name,
                                           core::DiagnosticSink& sink) {
  const auto errors = sink.error_count();
  ConfigKeys keys(config, sink);
  if (!config.root.is_mapping()) {
    keys.fault(config.root, "met a config that is no object, expected a model's config.json");
    return std::nullopt;
  }
  if (is_workload(config.root)) {
    keys.fault(config.root,
               "met a workload, expected a model's config.json",
               "a workload file ends in .yaml, and YAML reads JSON: rename it, or pipe it in as -");
    return std::nullopt;
  }
  const auto kind = config_class(keys);
  const Family* family = find_family(kind.family);
  const auto shape = read_shape(keys, kind, *family, sink);
  if (!shape)
    return std::nullopt;
  Architecture architecture{.name = std::string(name),
                            .family = std::string(kind.family),
                            .network = family->network,
                            .dims = shape->dims,
                            .params = family->count(*shape)};
  if (architecture.params.other_towers > 0)
    keys.note(fmt::format("{} parameters of multi-token prediction are counted",
                          core::with_thousands(architecture.params.other_towers)));
  set_precision(keys, quantization, architecture);
  add_towers(keys, architecture);
  if (sink.error_count() != errors)
    return std::nullopt;
  architecture.notes = std::move(keys.notes());
  return architecture;
}

} // namespace gpuplan::workload
