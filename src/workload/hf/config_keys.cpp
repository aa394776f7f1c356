#include "workload/hf/config_keys.hpp"

#include "source/checks.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace gpuplan::workload {
namespace {

using source::Node;

constexpr auto k_wrappers = std::to_array<std::string_view>({
    "text_config",
    "llm_config",
    "language_config",
    "language_model_config",
    "thinker_config",
});

const Node* find_in(const Node& mapping, KeyNames names) {
  for (const auto name : names) {
    const Node* value = mapping.find(name);
    if (value != nullptr && !value->is_null())
      return value;
  }
  return nullptr;
}

/// Down through the wrappers to the innermost language model.
const Node* language_model(const Node& root) {
  const Node* at = &root;
  constexpr int k_deepest = 3;
  for (int depth = 0; depth < k_deepest; ++depth) {
    const Node* inner = nullptr;
    for (const auto wrapper : k_wrappers) {
      const Node* value = at->find(wrapper);
      if (inner == nullptr && value != nullptr && value->is_mapping() && !value->entries.empty())
        inner = value;
    }
    if (inner == nullptr)
      break;
    at = inner;
  }
  return at;
}

std::string met(const Node& node) {
  if (node.is_sequence())
    return "a list";
  if (node.is_mapping())
    return "an object";
  if (node.is_scalar() && node.form == source::ScalarForm::quoted)
    return fmt::format("the text \"{}\"", source::in_quotes(node.text));
  return node.is_null() ? "null" : source::in_quotes(node.text);
}

} // namespace

ConfigKeys::ConfigKeys(const source::Document& document, core::DiagnosticSink& sink)
    : document_(document),
      sink_(sink),
      model_(language_model(document.root)) {}

const Node* ConfigKeys::find(KeyNames names) const {
  return find_in(*model_, names);
}

const Node* ConfigKeys::find_anywhere(KeyNames names) const {
  const Node* value = find(names);
  return value != nullptr ? value : find_in(document_.root, names);
}

std::optional<std::int64_t> ConfigKeys::whole(const Node& value, std::string_view name) {
  constexpr std::int64_t k_most = std::numeric_limits<std::int32_t>::max();
  const bool may_be = value.is_scalar() && value.form == source::ScalarForm::number;
  const auto number = may_be ? source::parse_whole(value.text) : std::nullopt;
  if (number && *number >= 0 && *number <= k_most)
    return number;
  fault(
      value,
      fmt::format("met {} for {}, expected a whole number from 0 to {}", met(value), name, k_most));
  return std::nullopt;
}

std::optional<std::int64_t> ConfigKeys::whole(KeyNames names) {
  const Node* value = find(names);
  return value == nullptr ? std::nullopt : whole(*value, *names.begin());
}

std::optional<double> ConfigKeys::number(const Node& value, std::string_view name) {
  const bool may_be = value.is_scalar() && value.form == source::ScalarForm::number;
  const auto number = may_be ? source::parse_number(value.text) : std::nullopt;
  if (!number)
    fault(value, fmt::format("met {} for {}, expected a number", met(value), name));
  return number;
}

std::optional<double> ConfigKeys::number(KeyNames names) {
  const Node* value = find(names);
  return value == nullptr ? std::nullopt : number(*value, *names.begin());
}

std::optional<bool> ConfigKeys::flag_of(const Node* value, std::string_view name) {
  if (value == nullptr)
    return std::nullopt;
  if (value->is_scalar() && value->form == source::ScalarForm::boolean)
    return value->text == "true";
  fault(*value, fmt::format("met {} for {}, expected true or false", met(*value), name));
  return std::nullopt;
}

std::optional<bool> ConfigKeys::flag(KeyNames names) {
  return flag_of(find(names), *names.begin());
}

std::optional<bool> ConfigKeys::flag_anywhere(KeyNames names) {
  return flag_of(find_anywhere(names), *names.begin());
}

std::optional<std::string> ConfigKeys::text(KeyNames names) const {
  const Node* value = find(names);
  return value != nullptr && value->is_scalar() ? std::optional{value->text} : std::nullopt;
}

std::optional<std::string> ConfigKeys::text_anywhere(KeyNames names) const {
  const Node* value = find_anywhere(names);
  return value != nullptr && value->is_scalar() ? std::optional{value->text} : std::nullopt;
}

std::vector<std::string> ConfigKeys::list(std::string_view name) const {
  std::vector<std::string> texts;
  const Node* value = find({name});
  if (value == nullptr || !value->is_sequence())
    return texts;
  for (const auto& item : value->items) {
    if (item.is_scalar())
      texts.push_back(item.text);
  }
  return texts;
}

void ConfigKeys::missing(std::string_view name, std::string_view why) {
  fault(*model_,
        fmt::format("met a model config without {}, expected {}", name, why),
        "it has no default for this class of model; add the key or name the model by its hub id");
}

void ConfigKeys::fault(const Node& at, std::string headline, std::string help) {
  source::report(*document_.text, at.at, "WRK010", std::move(headline), std::move(help), sink_);
}

} // namespace gpuplan::workload
