#include "catalog/loader/files.hpp"

#include "catalog/loader/kinds.hpp"
#include "core/text.hpp"
#include "source/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

/// A reader of the list (or mapping) under one top-level key.
struct ListKind {
  std::string_view key;
  source::NodeKind shape;
  void (*load)(const source::Document&, const source::Node&, Drafts&, core::DiagnosticSink&);
};

constexpr std::array k_list_kinds{
    ListKind{"accelerators", source::NodeKind::sequence, load_accelerators},
    ListKind{"regions", source::NodeKind::sequence, load_regions},
    ListKind{"groups", source::NodeKind::mapping, load_place_groups},
    ListKind{"products", source::NodeKind::mapping, load_billing_products},
    ListKind{"currencies", source::NodeKind::sequence, load_currencies},
    ListKind{"compatibility", source::NodeKind::sequence, load_compatibility},
    ListKind{"transformers", source::NodeKind::sequence, load_language_models},
    ListKind{"networks", source::NodeKind::sequence, load_sample_models},
    ListKind{"datasets", source::NodeKind::sequence, load_datasets}};

/// `rules:` heads the billing rules and the rules of the field; the former name a product.
bool is_billing_rules(const source::Node& rules) {
  return rules.is_sequence() && !rules.items.empty() &&
         rules.items.front().find("product") != nullptr;
}

/// The provider of a file named alone: `…/providers/aws/prices.csv`.
std::string_view provider_in_path(std::string_view path) {
  const auto file = path.rfind('/');
  if (file == std::string_view::npos)
    return {};
  const auto folder = path.substr(0, file);
  const auto begin = folder.rfind('/');
  const auto parents = folder.substr(0, begin == std::string_view::npos ? 0 : begin);
  const bool below_providers = parents == "providers" || parents.ends_with("/providers");
  return below_providers ? folder.substr(begin + 1) : std::string_view{};
}

class FileLoader {
public:
  FileLoader(source::Limits yaml_limits,
             source::FileReader& files,
             Drafts& drafts,
             core::DiagnosticSink& sink)
      : yaml_limits_(yaml_limits),
        files_(files),
        drafts_(drafts),
        sink_(sink) {}

  void load_folder(const std::string& folder, const FileContext& context) {
    for (const auto& name : files_.list(folder)) {
      if (name.starts_with('.'))
        continue;
      const auto path = fmt::format("{}/{}", folder, name);
      if (files_.is_folder(path))
        load_folder(path, context_of(folder, name, context));
      else if (is_yaml(name) || name.ends_with(".csv"))
        load_file(path, context);
    }
  }

  void load_file(const std::string& path, const FileContext& context) {
    ++files_met_;
    if (path.ends_with(".csv"))
      load_csv(path, context);
    else
      load_yaml(path, context);
  }

  /// How many files were looked into, however many faults they have.
  [[nodiscard]] std::size_t files_met() const { return files_met_; }

private:
  static bool is_yaml(std::string_view name) {
    return name.ends_with(".yaml") || name.ends_with(".yml");
  }

  static std::string_view name_of(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
  }

  /// Below `providers` a folder is named for the provider its files are about.
  FileContext context_of(std::string_view folder, std::string_view name, const FileContext& outer) {
    if (name_of(folder) == "providers")
      return {.provider = drafts_.texts.keep(name)};
    return outer;
  }

  void load_csv(const std::string& path, const FileContext& context) {
    auto text = files_.read(path, source::k_csv_limits.most_bytes, sink_);
    if (text == nullptr)
      return;
    const auto table = source::read_csv(text, source::k_csv_limits, sink_);
    if (!table)
      return;
    drafts_.sources.push_back(text);
    if (table->column("price_hourly") || table->column("instance_type"))
      load_prices(*table, context, drafts_, sink_);
    else if (table->column("price"))
      load_storage(*table, context, drafts_, sink_);
    else if (table->column("scope"))
      load_storage_performance(*table, context, drafts_, sink_);
    else
      source::report(*text,
                     {.line = 1, .column = 1},
                     "CAT005",
                     "met a table of no known kind, expected prices or storage",
                     "a price table has the columns instance_type and price_hourly",
                     sink_);
  }

  void load_yaml(const std::string& path, const FileContext& context) {
    auto text = files_.read(path, yaml_limits_.most_bytes, sink_);
    if (text == nullptr)
      return;
    const auto document = source::read_yaml(text, yaml_limits_, sink_);
    if (!document)
      return;
    drafts_.sources.push_back(text);
    if (!document->root.is_mapping()) {
      source::report(*text,
                     document->root.at,
                     "CAT005",
                     "met no mapping, expected a catalog file",
                     "a catalog file begins with a key such as accelerators: or instances:",
                     sink_);
      return;
    }
    const auto name = name_of(path);
    if (name.starts_with("calibration"))
      load_calibration(*document, drafts_, sink_);
    else if (name.starts_with("defaults"))
      load_settings(*document, drafts_, sink_);
    else
      load_by_keys(*document, context);
  }

  void load_by_keys(const source::Document& document, const FileContext& context) {
    const auto* rules = document.root.find("rules");
    if (rules != nullptr && !is_billing_rules(*rules) &&
        document.root.find("products") == nullptr) {
      load_rules(document, drafts_, sink_);
      return;
    }
    const bool is_provider =
        document.root.find("provider") != nullptr && document.root.find("instances") == nullptr;
    if (is_provider) {
      load_provider(document, context, drafts_, sink_);
      return;
    }
    for (const auto& [key, value] : document.root.entries)
      load_key(document, context, key, value);
  }

  void load_key(const source::Document& document,
                const FileContext& context,
                const source::Node& key,
                const source::Node& value) {
    if (key.text == "provider" || key.text == "schema")
      return;
    if (key.text == "instances") {
      if (has_shape(document, key, value, source::NodeKind::sequence))
        load_instances(document, value, provider_of(document, context), drafts_, sink_);
      return;
    }
    if (key.text == "rules") {
      if (has_shape(document, key, value, source::NodeKind::sequence))
        load_billing_rules(document, value, drafts_, sink_);
      return;
    }
    const auto kind = std::ranges::find(k_list_kinds, key.text, &ListKind::key);
    if (kind == k_list_kinds.end()) {
      report_unknown(document, key);
      return;
    }
    if (has_shape(document, key, value, kind->shape))
      kind->load(document, value, drafts_, sink_);
  }

  Mention provider_of(const source::Document& document, const FileContext& context) {
    if (const auto* provider = document.root.find("provider"); provider != nullptr)
      return {.name = drafts_.texts.keep(provider->text), .at = provider->at};
    return {.name = context.provider, .at = {}};
  }

  /// An empty list is read as nothing; anything else than the wanted shape is a fault.
  bool has_shape(const source::Document& document,
                 const source::Node& key,
                 const source::Node& value,
                 source::NodeKind shape) {
    if (value.kind == shape)
      return true;
    if (!value.is_null())
      source::report(*document.text,
                     value.at,
                     "CAT005",
                     fmt::format("met no {} under {}",
                                 shape == source::NodeKind::sequence ? "list" : "mapping",
                                 key.text),
                     "",
                     sink_);
    return false;
  }

  void report_unknown(const source::Document& document, const source::Node& key) {
    std::vector<std::string_view> keys{"instances", "provider", "rules"};
    for (const auto& kind : k_list_kinds)
      keys.push_back(kind.key);
    const auto near = core::nearest(key.text, keys);
    source::report(*document.text,
                   key.at,
                   "CAT005",
                   fmt::format("met the key {}, which heads no kind of catalog file",
                               source::in_quotes(key.text)),
                   near ? fmt::format("did you mean {}?", *near)
                        : fmt::format("known keys: {}", fmt::join(keys, ", ")),
                   sink_);
  }

  source::Limits yaml_limits_;
  source::FileReader& files_;
  Drafts& drafts_;
  core::DiagnosticSink& sink_;
  std::size_t files_met_ = 0;
};

} // namespace

void load_files(const std::string& path,
                source::Limits yaml_limits,
                source::FileReader& files,
                Drafts& drafts,
                core::DiagnosticSink& sink) {
  FileLoader loader{yaml_limits, files, drafts, sink};
  auto trimmed = path;
  while (trimmed.size() > 1 && trimmed.ends_with('/'))
    trimmed.pop_back();
  if (!files.is_folder(trimmed))
    return loader.load_file(trimmed, {.provider = drafts.texts.keep(provider_in_path(trimmed))});
  loader.load_folder(trimmed, {});
  if (loader.files_met() == 0)
    sink.report({.code = "CAT005",
                 .severity = core::Severity::warning,
                 .headline = fmt::format("met the folder {} without a catalog file, expected YAML "
                                         "or CSV",
                                         path),
                 .help = "a catalog folder is laid out like catalogs/; it changes nothing as it "
                         "is"});
}

} // namespace gpuplan::catalog
