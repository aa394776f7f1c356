#include "core/text.hpp"
#include "workload/keys/key_names.hpp"
#include "workload/read/fault.hpp"
#include "workload/read/statement_readers.hpp"
#include "workload/read/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

using OverrideRows = std::vector<std::pair<std::string, std::string>>;

core::Span span_of(const Override& override) {
  core::Span span;
  span.file = override.origin;
  return span;
}

/// `tokens` is meant for `data.tokens`, `constraints.regions` for `constraints.places`.
void report_unknown(const Override& override, core::DiagnosticSink& sink) {
  std::vector<std::string_view> paths;
  for (const auto& key : keys())
    paths.push_back(key.path);
  const std::string_view met = override.key;
  const auto name = met.substr(met.rfind('.') + 1);
  std::string_view meant;
  if (const auto* named = key_named(name))
    meant = named->path;
  else if (const auto near = core::nearest(met, paths))
    meant = *near;
  else if (const auto* close = key_near(name))
    meant = close->path;
  report_fault(sink,
               span_of(override),
               "USE011",
               fmt::format("met the unknown key {}", override.key),
               meant.empty() ? std::string{} : fmt::format("did you mean {}?", meant));
}

/// Overrides in their order, on top of what the file states.
class OverrideReading {
public:
  OverrideReading(AllStatements& all, FaultyKeys& faulty, core::DiagnosticSink& sink)
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
    if (!std::holds_alternative<OverrideRows>(statement.value))
      statement.value = OverrideRows{};
    statement.at = span_of(override);
    statement.by_flag = true;
    auto& rows = std::get<OverrideRows>(statement.value);
    std::erase_if(rows, [&](const auto& row) { return row.first == name; });
    rows.emplace_back(name, value);
  }

  AllStatements& all_;
  FaultyKeys& faulty_;
  core::DiagnosticSink& sink_;
  std::map<std::string, std::string, std::less<>> origins_;
};

} // namespace

void read_override_statements(const Overrides& overrides,
                              AllStatements& all,
                              FaultyKeys& faulty,
                              core::DiagnosticSink& sink) {
  OverrideReading reading(all, faulty, sink);
  for (const auto& override : overrides)
    reading.apply(override);
}

} // namespace gpuplan::workload
