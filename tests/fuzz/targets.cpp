#include "fuzz/targets.hpp"

#include "core/ensure.hpp"
#include "core/money_text.hpp"
#include "core/unit_text.hpp"
#include "facts/rule_reader.hpp"
#include "source/readers.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace gpuplan::fuzz {
namespace {

source::SourceTextPtr text_of(const std::string& bytes) {
  return std::make_shared<const source::SourceText>("input", bytes);
}

/// Every diagnostic can be printed.
void check_diagnostics(const core::DiagnosticSink& sink) {
  for (const auto& diagnostic : sink.diagnostics()) {
    GPUPLAN_ENSURE(!diagnostic.code.empty() && !diagnostic.headline.empty());
    GPUPLAN_ENSURE(!core::render(diagnostic).empty());
  }
}

/// Every node lies inside the text and no deeper than allowed.
void check_node(const source::Document& document, const source::Node& node, std::size_t depth) {
  GPUPLAN_ENSURE(node.at.line >= 1 && node.at.column >= 1 && node.at.length >= 1);
  GPUPLAN_ENSURE(document.text->line_offset(node.at.line) <= document.text->bytes().size());
  constexpr std::size_t k_deepest = 64;
  GPUPLAN_ENSURE(depth <= k_deepest + (node.is_sequence() || node.is_mapping() ? 0U : 1U));
  for (const auto& item : node.items)
    check_node(document, item, depth + 1);
  for (const auto& [key, value] : node.entries) {
    GPUPLAN_ENSURE(key.is_scalar());
    GPUPLAN_ENSURE(node.find(key.text) == &value);
    check_node(document, value, depth + 1);
  }
}

void run_yaml(const std::string& bytes) {
  core::DiagnosticSink sink;
  const auto document = read_yaml(text_of(bytes), source::k_yaml_limits, sink);
  GPUPLAN_ENSURE(document.has_value() == !sink.failed());
  if (document) {
    check_node(*document, document->root, 1);
    facts::RuleSet rules;
    add_rules(rules, *document, sink);
  }
  check_diagnostics(sink);
}

bool is_syntax_fault(const core::DiagnosticSink& sink) {
  return !sink.diagnostics().empty() && sink.diagnostics().back().code == "SRC010";
}

/// Ours and nlohmann's parser agree on what is JSON, but for what we read beyond it (NaN), for what
/// that parser refuses beyond the grammar (numbers out of range), and for a text after a NUL.
void compare_json(const std::string& bytes, bool accepted, const core::DiagnosticSink& sink) {
  const bool has_words =
      bytes.find("NaN") != std::string::npos || bytes.find("Infinity") != std::string::npos;
  constexpr std::size_t k_no_overflow_below = 300;
  const bool may_overflow =
      bytes.find_first_of("eE") != std::string::npos || bytes.size() >= k_no_overflow_below;
  if (has_words)
    return;
  const bool is_json = nlohmann::json::accept(bytes);
  if (accepted && !may_overflow)
    GPUPLAN_ENSURE(is_json);
  if (is_json && !accepted)
    GPUPLAN_ENSURE(!is_syntax_fault(sink));
}

void run_json(const std::string& bytes) {
  core::DiagnosticSink sink;
  const auto document = read_json(text_of(bytes), source::k_json_limits, sink);
  GPUPLAN_ENSURE(document.has_value() == !sink.failed());
  if (document)
    check_node(*document, document->root, 1);
  check_diagnostics(sink);
  compare_json(bytes, document.has_value(), sink);
}

void run_csv(const std::string& bytes) {
  core::DiagnosticSink sink;
  const auto table = read_csv(text_of(bytes), source::k_csv_limits, sink);
  GPUPLAN_ENSURE(table.has_value() == !sink.failed());
  check_diagnostics(sink);
  if (!table)
    return;
  GPUPLAN_ENSURE(!table->header.empty());
  for (const auto& row : table->rows) {
    GPUPLAN_ENSURE(row.size() == table->header.size());
    for (const auto& cell : row)
      GPUPLAN_ENSURE(cell.at.line >= 1 && cell.at.column >= 1);
  }
}

void run_quantity(const std::string& bytes) {
  using core::Dimension;
  for (const auto dimension : {Dimension::count,
                               Dimension::memory,
                               Dimension::bandwidth,
                               Dimension::duration,
                               Dimension::rate}) {
    const auto result = core::parse_quantity(bytes, dimension);
    if (const auto* value = std::get_if<double>(&result)) {
      GPUPLAN_ENSURE(std::isfinite(*value) && *value >= 0.0);
    } else {
      GPUPLAN_ENSURE(!std::get<core::UnitError>(result).headline.empty());
    }
  }
  const auto money = core::parse_money(bytes, core::Currency{});
  if (const auto* amount = std::get_if<core::Money>(&money)) {
    GPUPLAN_ENSURE(amount->nanos() >= 0);
    const auto again = core::Money::parse(core::to_decimal(*amount), amount->currency());
    GPUPLAN_ENSURE(again == *amount);
  }
}

void run_expression(const std::string& bytes) {
  facts::FactValues values;
  values.set(facts::FactId::nodes, 2);
  values.set(facts::FactId::gpu_count, 0);
  values.set_text(facts::FactId::provider, "aws");
  const auto result = facts::compile(bytes);
  if (const auto* error = std::get_if<facts::ExpressionError>(&result)) {
    GPUPLAN_ENSURE(error->offset <= bytes.size());
    GPUPLAN_ENSURE(!core::render(diagnose(*error, "input", bytes)).empty());
  } else {
    const auto& expression = std::get<facts::Expression>(result);
    const auto value = expression.evaluate(values);
    GPUPLAN_ENSURE(!value.known() || std::isfinite(*value));
    const facts::Expression copy = expression;
    GPUPLAN_ENSURE(copy.evaluate(values) == value);
  }
  const auto message = facts::parse_message(bytes);
  if (const auto* filled = std::get_if<facts::Message>(&message))
    static_cast<void>(filled->fill(values));
}

constexpr auto k_targets = std::to_array<Target>({
    {"yaml", run_yaml},
    {"json", run_json},
    {"csv", run_csv},
    {"quantity", run_quantity},
    {"expression", run_expression},
});

} // namespace

std::span<const Target> targets() {
  return k_targets;
}

const Target* find_target(std::string_view name) {
  for (const auto& target : k_targets) {
    if (target.name == name)
      return &target;
  }
  return nullptr;
}

} // namespace gpuplan::fuzz
