#include "workload/statements.hpp"

#include "core/text.hpp"
#include "source/checks.hpp"
#include "source/fields.hpp"
#include "workload/fault.hpp"
#include "workload/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

using All = std::map<std::string, Statement, std::less<>>;
using Paths = std::set<std::string, std::less<>>;
using Rows = std::vector<std::pair<std::string, std::string>>;
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
  FileReading(const source::Document& document, All& all, core::DiagnosticSink& sink)
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
    fields.finish();
  }

private:
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
    Rows rows;
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
  All& all_;
  core::DiagnosticSink& sink_;
};

core::Span span_of(const Override& override) {
  core::Span span;
  span.file = override.origin;
  return span;
}

void report_unknown(const Override& override, core::DiagnosticSink& sink) {
  std::vector<std::string_view> paths;
  for (const auto& key : keys())
    paths.push_back(key.path);
  const auto near = core::nearest(override.key, paths);
  // `tokens` is meant for `data.tokens`.
  std::string help = near ? fmt::format("did you mean {}?", *near) : std::string{};
  for (const auto path : paths) {
    if (!near && path.ends_with("." + override.key))
      help = fmt::format("did you mean {}?", path);
  }
  report_fault(
      sink, span_of(override), "USE011", fmt::format("met the unknown key {}", override.key), help);
}

/// Overrides in their order, on top of what the file states.
class OverrideReading {
public:
  OverrideReading(All& all, Paths& faulty, core::DiagnosticSink& sink)
      : all_(all),
        faulty_(faulty),
        sink_(sink) {}

  void apply(const Override& override) {
    const Key* key = find_key(override.key);
    if (key == nullptr)
      return report_unknown(override, sink_);
    if (key->kind == ValueKind::table)
      return table(*key, override);
    auto read = read_value(*key, override.value, BareUnit::allowed, override.currency);
    if (auto* wrong = std::get_if<ValueFault>(&read)) {
      faulty_.emplace(key->path);
      report_fault(
          sink_, span_of(override), "USE010", std::move(wrong->headline), std::move(wrong->help));
      return;
    }
    put(*key, override, std::move(std::get<Statement>(read)));
  }

private:
  void put(const Key& key, const Override& override, Statement statement) {
    const auto [said, first] = origins_.try_emplace(std::string(key.path), override.origin);
    statement.at = span_of(override);
    statement.by_flag = true;
    if (!first && key.kind == ValueKind::list) {
      auto& items = std::get<std::vector<std::string>>(all_.at(std::string(key.path)).value);
      auto& more = std::get<std::vector<std::string>>(statement.value);
      items.insert(items.end(), more.begin(), more.end());
      return;
    }
    if (!first) {
      report_fault(sink_,
                   span_of(override),
                   "USE012",
                   fmt::format("met {} a second time", key.path),
                   fmt::format("it is said by {} already; keep one", said->second));
      return;
    }
    // `--precision` replaces what the file says of its parts.
    std::erase_if(all_, [&](const auto& entry) {
      return !entry.second.by_flag && entry.first.starts_with(std::string(key.path) + ".");
    });
    all_.insert_or_assign(std::string(key.path), std::move(statement));
  }

  /// `labels.team` = `nlp`, or `labels` = `team=nlp`.
  void table(const Key& key, const Override& override) {
    std::string name;
    std::string value = override.value;
    if (override.key.size() > key.path.size()) {
      name = override.key.substr(key.path.size() + 1);
    } else if (const auto sign = override.value.find('='); sign != std::string::npos) {
      name = override.value.substr(0, sign);
      value = override.value.substr(sign + 1);
    }
    if (name.empty() || value.empty()) {
      report_fault(sink_,
                   span_of(override),
                   "USE010",
                   fmt::format("met {} for {}, expected name=value",
                               name.empty() ? override.value : name,
                               key.path));
      return;
    }
    auto& statement = all_[std::string(key.path)];
    if (!std::holds_alternative<Rows>(statement.value))
      statement.value = Rows{};
    statement.at = span_of(override);
    statement.by_flag = true;
    auto& rows = std::get<Rows>(statement.value);
    std::erase_if(rows, [&](const auto& row) { return row.first == name; });
    rows.emplace_back(name, value);
  }

  All& all_;
  Paths& faulty_;
  core::DiagnosticSink& sink_;
  std::map<std::string, std::string, std::less<>> origins_;
};

} // namespace

Statements Statements::read(const source::Document* file,
                            const Overrides& overrides,
                            core::DiagnosticSink& sink) {
  Statements statements;
  if (file != nullptr) {
    statements.root_ = file->span(file->root.at);
    FileReading(*file, statements.all_, sink).mapping("", file->root);
  }
  OverrideReading reading(statements.all_, statements.faulty_, sink);
  for (const auto& override : overrides)
    reading.apply(override);
  return statements;
}

const Statement* Statements::find(std::string_view path) const {
  const auto found = all_.find(path);
  return found == all_.end() ? nullptr : &found->second;
}

std::optional<double> Statements::number(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<double>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::optional<std::string> Statements::text(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<std::string>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::optional<core::Money> Statements::money(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<core::Money>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::optional<bool> Statements::boolean(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<bool>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::vector<std::string> Statements::list(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value =
      statement != nullptr ? std::get_if<std::vector<std::string>>(&statement->value) : nullptr;
  return value != nullptr ? *value : std::vector<std::string>{};
}

Rows Statements::table(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<Rows>(&statement->value) : nullptr;
  return value != nullptr ? *value : Rows{};
}

} // namespace gpuplan::workload
