#pragma once

#include "source/node.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// Other spellings of one key; the first that is there counts.
using KeyNames = std::initializer_list<std::string_view>;

/// The keys of a config.json. A multimodal config keeps its language model in a nested mapping
/// (text_config, llm_config, language_config, thinker_config.text_config); dimensions come from
/// there alone, since the outer ones may be of another tower. A null counts as absent. What is
/// there but of the wrong type is reported at its place, once.
class ConfigKeys {
public:
  ConfigKeys(const source::Document& document, core::DiagnosticSink& sink);

  /// The mapping of the language model; the whole config where nothing is nested.
  [[nodiscard]] const source::Node& model() const { return *model_; }

  [[nodiscard]] const source::Node& outer() const { return document_.root; }

  [[nodiscard]] bool is_nested() const { return model_ != &document_.root; }

  /// The value of a key of the language model, or null pointer.
  [[nodiscard]] const source::Node* find(KeyNames names) const;

  /// … else of the outer config, for keys that may stand in either.
  [[nodiscard]] const source::Node* find_anywhere(KeyNames names) const;

  [[nodiscard]] bool has(std::string_view name) const { return find({name}) != nullptr; }

  /// A size of the language model from 0 to 2^31 - 1.
  std::optional<std::int64_t> whole(KeyNames names);
  std::optional<std::int64_t> whole(const source::Node& value, std::string_view name);
  std::optional<double> number(KeyNames names);
  std::optional<double> number(const source::Node& value, std::string_view name);
  std::optional<bool> flag(KeyNames names);
  std::optional<bool> flag_anywhere(KeyNames names);
  std::optional<std::string> text(KeyNames names) const;
  std::optional<std::string> text_anywhere(KeyNames names) const;
  /// The scalars of a list; empty where it is absent or no list.
  [[nodiscard]] std::vector<std::string> list(std::string_view name) const;

  /// Reports that a key is missing, at the mapping that should have it.
  void missing(std::string_view name, std::string_view why);

  /// Reports a fault at a value.
  void fault(const source::Node& at, std::string headline, std::string help = {});

  /// How the answer came about, for people: class defaults that were used, above all.
  void note(std::string text) { notes_.push_back(std::move(text)); }

  [[nodiscard]] std::vector<std::string>& notes() { return notes_; }

private:
  std::optional<bool> flag_of(const source::Node* value, std::string_view name);

  const source::Document& document_;
  core::DiagnosticSink& sink_;
  const source::Node* model_;
  std::vector<std::string> notes_;
};

} // namespace gpuplan::workload
