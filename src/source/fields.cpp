#include "source/fields.hpp"

#include "core/text.hpp"
#include "source/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::source {
namespace {

/// What a node is, in the words of a message.
std::string met(const Node& node) {
  switch (node.kind) {
  case NodeKind::null: return node.text.empty() ? "no value" : node.text;
  case NodeKind::sequence: return "a list";
  case NodeKind::mapping: return "a mapping";
  case NodeKind::scalar: break;
  }
  if (node.text.empty())
    return "an empty text";
  if (node.form == ScalarForm::quoted)
    return fmt::format("the text \"{}\"", in_quotes(node.text));
  return in_quotes(node.text);
}

/// `1`, `0.88`, `1000000` rather than `1e+06`.
std::string limit_text(double limit) {
  constexpr double k_as_digits_below = 1e15;
  if (std::abs(limit) < k_as_digits_below)
    return fmt::format("{:.15g}", limit);
  return fmt::format("{:g}", limit);
}

/// `null` or `~` written out says "not known", and an optional key may say so; a key with nothing
/// behind it is more likely forgotten.
bool says_unknown(const Node& node) {
  return node.is_null() && !node.text.empty();
}

std::string known_keys(const std::vector<std::string>& keys) {
  constexpr std::size_t k_most = 12;
  std::string list;
  for (std::size_t i = 0; i < keys.size() && i < k_most; ++i)
    list += fmt::format("{}{}", i == 0 ? "" : ", ", keys[i]);
  if (keys.size() > k_most)
    list += ", …";
  return list;
}

} // namespace

Fields::Fields(const Document& document,
               const Node& mapping,
               std::string_view what,
               core::DiagnosticSink& sink)
    : document_(document),
      mapping_(mapping),
      what_(what),
      sink_(sink) {
  if (!mapping_.is_mapping())
    fault(
        mapping_, "SRC032", fmt::format("met {}, expected {} with its keys", met(mapping_), what_));
}

void Fields::fault(const Node& at, std::string_view code, std::string headline, std::string help) {
  report(*document_.text, at.at, code, std::move(headline), std::move(help), sink_);
}

const Node* Fields::take(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
    asked_.emplace_back(key);
  return mapping_.find(key);
}

const Node* Fields::require(std::string_view key) {
  const Node* value = take(key);
  if (value == nullptr) {
    if (mapping_.is_mapping())
      fault(mapping_, "SRC030", fmt::format("met {} without the key {}", what_, key));
    return nullptr;
  }
  if (value->is_null()) {
    fault(*value, "SRC030", fmt::format("met {} for {}, expected a value", met(*value), key));
    return nullptr;
  }
  return value;
}

/// The value of an optional key; nothing where it is absent or said to be unknown.
const Node* Fields::optional(std::string_view key, std::string_view expected) {
  const Node* value = take(key);
  if (value == nullptr || says_unknown(*value))
    return nullptr;
  if (value->is_null()) {
    fault(*value,
          "SRC032",
          fmt::format("met no value for {}, expected {}", key, expected),
          "leave the key out, or write null where it is not known");
    return nullptr;
  }
  return value;
}

std::optional<std::string> Fields::text_of(const Node* value, std::string_view key) {
  if (value == nullptr)
    return std::nullopt;
  if (!value->is_scalar()) {
    fault(*value, "SRC032", fmt::format("met {} for {}, expected a text", met(*value), key));
    return std::nullopt;
  }
  return value->text;
}

std::optional<std::string> Fields::text(std::string_view key) {
  return text_of(optional(key, "a text"), key);
}

std::optional<std::string> Fields::required_text(std::string_view key) {
  const Node* value = require(key);
  auto text = text_of(value, key);
  if (text && text->empty()) {
    fault(*value, "SRC032", fmt::format("met an empty text for {}, expected a text", key));
    return std::nullopt;
  }
  return text;
}

/// True for a scalar that may be read as a number; else the fault is reported.
bool Fields::may_be_number(const Node& value, std::string_view key, std::string_view expected) {
  if (value.is_scalar() && value.form != ScalarForm::quoted)
    return true;
  const bool number_in_quotes = value.is_scalar() && parse_number(value.text).has_value();
  fault(value,
        "SRC033",
        fmt::format("met {} for {}, expected {}", met(value), key, expected),
        number_in_quotes ? "take the quotes off" : "");
  return false;
}

std::optional<double>
Fields::number_of(const Node* value, std::string_view key, double least, double most) {
  if (value == nullptr || !may_be_number(*value, key, "a number"))
    return std::nullopt;
  const auto number = parse_number(value->text);
  if (!number) {
    fault(*value, "SRC033", fmt::format("met {} for {}, expected a number", met(*value), key));
    return std::nullopt;
  }
  if (*number < least || *number > most) {
    fault(*value,
          "SRC034",
          fmt::format("met {} for {}, expected a number from {} to {}",
                      met(*value),
                      key,
                      limit_text(least),
                      limit_text(most)));
    return std::nullopt;
  }
  return number;
}

std::optional<double> Fields::number(std::string_view key, double least, double most) {
  return number_of(optional(key, "a number"), key, least, most);
}

std::optional<double> Fields::required_number(std::string_view key, double least, double most) {
  return number_of(require(key), key, least, most);
}

std::optional<std::int64_t>
Fields::whole(std::string_view key, std::int64_t least, std::int64_t most) {
  const Node* value = optional(key, "a whole number");
  if (value == nullptr || !may_be_number(*value, key, "a whole number"))
    return std::nullopt;
  const auto whole = parse_whole(value->text);
  if (!whole) {
    fault(
        *value, "SRC033", fmt::format("met {} for {}, expected a whole number", met(*value), key));
    return std::nullopt;
  }
  if (*whole < least || *whole > most) {
    fault(
        *value,
        "SRC034",
        fmt::format(
            "met {} for {}, expected a whole number from {} to {}", met(*value), key, least, most));
    return std::nullopt;
  }
  return whole;
}

std::optional<bool> Fields::boolean(std::string_view key) {
  const Node* value = optional(key, "true or false");
  if (value == nullptr)
    return std::nullopt;
  const bool unquoted = value->is_scalar() && value->form != ScalarForm::quoted;
  if (unquoted && (value->text == "true" || value->text == "false"))
    return value->text == "true";
  fault(*value, "SRC032", fmt::format("met {} for {}, expected true or false", met(*value), key));
  return std::nullopt;
}

std::vector<std::string> Fields::texts(std::string_view key) {
  std::vector<std::string> texts;
  const Node* value = optional(key, "a list of texts");
  if (value == nullptr)
    return texts;
  if (!value->is_sequence()) {
    fault(*value,
          "SRC032",
          fmt::format("met {} for {}, expected a list", met(*value), key),
          value->is_scalar() ? fmt::format("write [{}]", in_quotes(value->text)) : "");
    return texts;
  }
  for (const auto& item : value->items) {
    if (item.is_scalar())
      texts.push_back(item.text);
    else
      fault(item, "SRC032", fmt::format("met {} in {}, expected a text", met(item), key));
  }
  return texts;
}

std::optional<std::size_t> Fields::choice(std::string_view key,
                                          std::span<const std::string_view> words) {
  const Node* value = optional(key, "a word");
  if (value == nullptr)
    return std::nullopt;
  if (value->is_scalar()) {
    const auto found = std::find(words.begin(), words.end(), value->text);
    if (found != words.end())
      return static_cast<std::size_t>(found - words.begin());
  }
  const auto near = value->is_scalar() ? core::nearest(value->text, words) : std::nullopt;
  fault(*value,
        "SRC035",
        fmt::format("met {} for {}, expected one of {}", met(*value), key, fmt::join(words, ", ")),
        near ? fmt::format("did you mean {}?", *near) : "");
  return std::nullopt;
}

void Fields::finish(const KeyHint& meant) {
  const std::vector<std::string_view> names(asked_.begin(), asked_.end());
  for (const auto& [key, value] : mapping_.entries) {
    if (std::find(asked_.begin(), asked_.end(), key.text) != asked_.end())
      continue;
    auto help = meant ? meant(key.text) : std::string{};
    if (const auto near = core::nearest(key.text, names); help.empty())
      help = near ? fmt::format("did you mean {}?", *near)
                  : fmt::format("known keys: {}", known_keys(asked_));
    fault(key,
          "SRC031",
          fmt::format("met the unknown key {} in {}", in_quotes(key.text), what_),
          std::move(help));
  }
}

} // namespace gpuplan::source
