#include "core/text.hpp"
#include "source/checks.hpp"
#include "source/fields.hpp"
#include "workload/keys/key_names.hpp"
#include "workload/read/fault.hpp"
#include "workload/read/statement_readers.hpp"
#include "workload/read/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

using StatedRows = std::vector<std::pair<std::string, std::string>>;
using source::Node;

std::string path_of(std::string_view prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

/// The names that may stand directly below a prefix, in the order of the table.
std::vector<std::string_view> children(std::string_view prefix) {
  std::vector<std::string_view> names;
  for (const auto& key : keys()) {
    std::string_view rest = key.path;
    if (!prefix.empty()) {
      if (!rest.starts_with(prefix) || rest.size() <= prefix.size() || rest[prefix.size()] != '.')
        continue;
      rest.remove_prefix(prefix.size() + 1);
    }
    const auto name = rest.substr(0, rest.find('.'));
    if (std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return names;
}

/// Reads a workload file, mapping by mapping.
class FileReading {
public:
  FileReading(const source::Document& document, AllStatements& all, core::DiagnosticSink& sink)
      : document_(document),
        all_(all),
        sink_(sink) {}

  void mapping(std::string_view prefix, const Node& node) {
    source::Fields fields(document_, node, prefix.empty() ? "the workload" : prefix, sink_);
    for (const auto name : children(prefix)) {
      const Node* value = fields.take(name);
      if (value == nullptr || (value->is_null() && !value->text.empty()))
        continue; // `null` says: not stated
      const std::string path = path_of(prefix, name);
      const Key* key = find_key(path);
      const bool has_children = !children(path).empty();
      if (value->is_mapping() && has_children)
        mapping(path, *value);
      else if (key != nullptr)
        leaf(*key, *value);
      else
        fault(*value,
              fmt::format("met {} for {}, expected a mapping with its keys", met(*value), path));
    }
    fields.finish([&](std::string_view name) { return key_meant(prefix, name); });
  }

private:
  /// The key that is meant by a name that its mapping does not have: one that another mapping or a
  /// flag has. A neighbour that is near is told by whoever asks.
  static std::string key_meant(std::string_view prefix, std::string_view name) {
    const Key* key = key_named(name);
    if (key == nullptr && !core::nearest(name, children(prefix)))
      key = key_near(name);
    if (key == nullptr)
      return {};
    const bool beside = !prefix.empty() && key->path.starts_with(std::string(prefix) + ".");
    return fmt::format("did you mean {}?",
                       beside ? key->path.substr(prefix.size() + 1) : key->path);
  }

  static std::string met(const Node& node) {
    if (node.is_mapping())
      return "a mapping";
    if (node.is_sequence())
      return "a list";
    return node.is_null() ? "no value" : source::in_quotes(node.text);
  }

  void fault(const Node& at, std::string headline, std::string help = {}) {
    report_fault(sink_, document_.span(at.at), "WRK001", std::move(headline), std::move(help));
  }

  void keep(const Key& key, const Node& node, Statement statement) {
    statement.at = document_.span(node.at);
    all_.insert_or_assign(std::string(key.path), std::move(statement));
  }

  void leaf(const Key& key, const Node& node) {
    if (key.kind == ValueKind::table)
      return table(key, node);
    if (key.kind == ValueKind::model && node.is_mapping())
      return keep(key, node, {.mapping = &node});
    if (key.kind == ValueKind::list && node.is_sequence())
      return list(key, node);
    if (!node.is_scalar())
      return fault(
          node,
          fmt::format("met {} for {}, expected a {}", met(node), key.path, to_string(key.kind)));
    auto read = read_value(key, node.text, BareUnit::refused);
    if (auto* wrong = std::get_if<ValueFault>(&read))
      return fault(node, std::move(wrong->headline), std::move(wrong->help));
    keep(key, node, std::move(std::get<Statement>(read)));
  }

  void list(const Key& key, const Node& node) {
    std::vector<std::string> items;
    for (const auto& item : node.items) {
      if (item.is_scalar() && !item.text.empty())
        items.push_back(item.text);
      else
        fault(item, fmt::format("met {} in {}, expected a name", met(item), key.path));
    }
    if (!items.empty())
      keep(key, node, {.value = std::move(items)});
  }

  void table(const Key& key, const Node& node) {
    if (!node.is_mapping())
      return fault(node,
                   fmt::format("met {} for {}, expected names with values", met(node), key.path));
    StatedRows rows;
    for (const auto& [name, value] : node.entries) {
      if (value.is_scalar())
        rows.emplace_back(name.text, value.text);
      else
        fault(value,
              fmt::format("met {} for {}.{}, expected a value", met(value), key.path, name.text));
    }
    keep(key, node, {.value = std::move(rows)});
  }

  const source::Document& document_;
  AllStatements& all_;
  core::DiagnosticSink& sink_;
};

} // namespace

void read_file_statements(const source::Document& document,
                          AllStatements& all,
                          core::DiagnosticSink& sink) {
  FileReading(document, all, sink).mapping("", document.root);
}

} // namespace gpuplan::workload
