#include "unit/workload/model_files.hpp"

#include "core/ensure.hpp"
#include "source/fields.hpp"
#include "source/files.hpp"
#include "support/source_text.hpp"

#include <algorithm>
#include <iostream>
#include <limits>

namespace gpuplan::test {

using source::Fields;
using source::Node;

struct ModelFiles::Reader {
  ModelFiles& files;
  source::DiskReader disk;
  core::DiagnosticSink sink;

  std::string_view keep(std::optional<std::string> text) {
    return text ? std::string_view{files.texts_.emplace_back(std::move(*text))}
                : std::string_view{};
  }

  std::optional<source::Document> open(const std::string& path) {
    auto text = disk.read(path, source::k_yaml_limits.most_bytes, sink);
    GPUPLAN_ENSURE(text != nullptr);
    return source::read_yaml(text, source::k_yaml_limits, sink);
  }

  static std::int64_t count(Fields& fields, std::string_view key) {
    return fields.whole(key, 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
  }

  static core::Known<std::int64_t> known(Fields& fields, std::string_view key) {
    const auto value = fields.whole(key, 0, std::numeric_limits<std::int64_t>::max());
    return value ? core::Known<std::int64_t>(*value) : core::Known<std::int64_t>();
  }

  static core::Known<double> real(Fields& fields, std::string_view key, double factor = 1) {
    const auto value = fields.number(key, 0, 1e18);
    return value ? core::Known<double>(*value * factor) : core::Known<double>();
  }

  std::vector<std::string_view> list(Fields& fields, std::string_view key) {
    std::vector<std::string_view> kept;
    for (auto& text : fields.texts(key))
      kept.push_back(keep(std::move(text)));
    return kept;
  }

  void language(const source::Document& document, const Node& node) {
    Fields fields(document, node, "a transformer", sink);
    catalog::LanguageModelRecord record;
    record.id = keep(fields.required_text("id"));
    record.family = keep(fields.required_text("family"));
    record.hf_name = keep(fields.text("hf_name"));
    record.hf_aliases = list(fields, "hf_aliases");
    record.params_total = known(fields, "params_total");
    record.params_active = known(fields, "params_active");
    record.params_source = keep(fields.text("params_source"));
    record.layers = count(fields, "layers");
    record.hidden = count(fields, "hidden");
    record.ffn = count(fields, "ffn");
    record.heads = count(fields, "heads");
    record.kv_heads = count(fields, "kv_heads");
    record.head_dim = count(fields, "head_dim");
    record.vocab = count(fields, "vocab");
    record.max_position = known(fields, "max_position");
    if (const auto tied = fields.boolean("tied_embeddings"))
      record.tied_embeddings = *tied;
    record.attention = keep(fields.text("attention"));
    record.full_attention_layers = known(fields, "full_attention_layers");
    record.mtp_layers = count(fields, "mtp_layers");
    record.dtype = keep(fields.text("dtype"));
    nested(document, fields, record);
    files.language_.push_back(std::move(record));
  }

  void
  nested(const source::Document& document, Fields& fields, catalog::LanguageModelRecord& record) {
    if (const Node* node = fields.take("moe")) {
      Fields moe(document, *node, "moe", sink);
      record.moe_experts = count(moe, "experts");
      record.moe_active = count(moe, "active");
      record.moe_shared = count(moe, "shared");
      record.moe_ffn = count(moe, "ffn");
      record.moe_every = count(moe, "every");
      record.first_dense_layers = count(moe, "first_dense_layers");
    }
    if (const Node* node = fields.take("mla")) {
      Fields mla(document, *node, "mla", sink);
      record.mla_kv_lora_rank = count(mla, "kv_lora_rank");
      record.mla_q_lora_rank = count(mla, "q_lora_rank");
      record.mla_rope_dim = count(mla, "rope_dim");
    }
    if (const Node* node = fields.take("sliding_window")) {
      Fields window(document, *node, "sliding_window", sink);
      record.sliding_window = count(window, "tokens");
      record.window_sliding = count(window, "sliding");
      record.window_full = count(window, "full");
    }
    if (const Node* node = fields.take("other_params")) {
      for (const auto& [key, value] : node->entries) {
        const auto parameters = source::parse_whole(value.text);
        GPUPLAN_ENSURE(parameters.has_value());
        record.other_params.push_back({keep(key.text), *parameters});
      }
    }
  }

  void sample(const source::Document& document, const Node& node) {
    Fields fields(document, node, "a network", sink);
    catalog::SampleModelRecord record;
    record.id = keep(fields.required_text("id"));
    record.task = keep(fields.required_text("task"));
    record.params = real(fields, "params");
    record.flops_forward = real(fields, "gflops_forward_per_sample", 1e9);
    record.input_shape = keep(fields.text("input_shape"));
    record.activation_elements = real(fields, "activation_elements");
    record.assumed = fields.boolean("assumed").value_or(false);
    record.aliases = list(fields, "aliases");
    record.transformer = keep(fields.text("transformer"));
    files.sample_.push_back(std::move(record));
  }

  void models(const std::string& path) {
    const auto document = open(path);
    GPUPLAN_ENSURE(document.has_value());
    if (const Node* list = document->root.find("transformers")) {
      for (const auto& node : list->items)
        language(*document, node);
    }
    if (const Node* list = document->root.find("networks")) {
      for (const auto& node : list->items)
        sample(*document, node);
    }
  }

  void walk(const source::Document& document, const Node& group, const std::string& prefix) {
    for (const auto& [name, node] : group.entries) {
      const std::string key = prefix.empty() ? name.text : prefix + "." + name.text;
      if (node.find("value") == nullptr) {
        walk(document, node, key);
        continue;
      }
      Fields fields(document, node, "a default", sink);
      const catalog::Setting setting{.key = keep(key),
                                     .value = keep(fields.required_text("value")),
                                     .why = keep(fields.required_text("why"))};
      fields.take("source");
      fields.finish();
      files.settings_.push_back(setting);
    }
  }

  void defaults(const std::string& path) {
    const auto document = open(path);
    GPUPLAN_ENSURE(document.has_value());
    walk(*document, document->root, "");
  }
};

const ModelFiles& ModelFiles::shipped() {
  static const ModelFiles files = [] {
    ModelFiles made;
    Reader reader{.files = made, .disk = {}, .sink = core::DiagnosticSink{}};
    const std::string folder = GPUPLAN_CATALOGS_DIR;
    for (const auto& name : reader.disk.list(folder + "/models"))
      reader.models(folder + "/models/" + name);
    if (reader.disk.is_file(folder + "/defaults.yaml"))
      reader.defaults(folder + "/defaults.yaml");
    if (reader.sink.failed()) {
      std::cerr << rendered(reader.sink);
      GPUPLAN_ENSURE(!reader.sink.failed());
    }
    std::ranges::sort(made.settings_, {}, &catalog::Setting::key);
    return made;
  }();
  return files;
}

const catalog::LanguageModelRecord& ModelFiles::language(std::string_view id) const {
  const auto found = std::ranges::find(language_, id, &catalog::LanguageModelRecord::id);
  GPUPLAN_ENSURE(found != language_.end());
  return *found;
}

const catalog::SampleModelRecord& ModelFiles::sample(std::string_view id) const {
  const auto found = std::ranges::find(sample_, id, &catalog::SampleModelRecord::id);
  GPUPLAN_ENSURE(found != sample_.end());
  return *found;
}

} // namespace gpuplan::test
