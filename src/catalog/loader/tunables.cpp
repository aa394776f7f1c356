#include "catalog/loader/kinds.hpp"
#include "catalog/loader/row.hpp"
#include "facts/rule_reader.hpp"
#include "source/checks.hpp"

namespace gpuplan::catalog {

namespace {

constexpr double k_most_magnitude = 1e30;
constexpr double k_most_sigma = 100;

bool is_leaf(const source::Node& node) {
  return node.is_mapping() && node.find("value") != nullptr;
}

std::string joined(std::string_view prefix, std::string_view name) {
  return prefix.empty() ? std::string{name} : std::string{prefix} + "." + std::string{name};
}

/// Calls `read(key, node)` for every mapping below `section` that has a `value`, and for every
/// scalar, with the names on the way joined by points.
template <class Read>
void walk(const source::Node& section, const std::string& prefix, Read& read) {
  for (const auto& [name, value] : section.entries) {
    const auto key = joined(prefix, name.text);
    if (value.is_mapping() && !is_leaf(value))
      walk(value, key, read);
    else if (!value.is_null() || !value.text.empty())
      read(key, name, value);
  }
}

Origin origin_of(const source::Document& document, const source::Node& node, Drafts& drafts) {
  return {.text = document.text.get(),
          .file = drafts.texts.keep(document.text->name()),
          .line = node.at.line,
          .layer = drafts.layer};
}

} // namespace

void load_calibration(const source::Document& document,
                      Drafts& drafts,
                      core::DiagnosticSink& sink) {
  const auto read = [&](const std::string& key,
                        const source::Node& name,
                        const source::Node& node) {
    Row row{document, node, "a coefficient", drafts, sink};
    if (!node.is_mapping())
      return;
    const auto value = row.fields().required_number("value", -k_most_magnitude, k_most_magnitude);
    const Coefficient coefficient{.key = drafts.texts.keep(key),
                                  .value = value.value_or(0),
                                  .factor_sigma = row.number("factor_sigma", 1, k_most_sigma),
                                  .unit = row.text("unit"),
                                  .source = row.text("source"),
                                  .line = name.at.line,
                                  .file = row.file(),
                                  .sigma = row.number("sigma", 0, k_most_magnitude),
                                  .by = row.text("by")};
    row.text("note"); // for whoever reads the file
    row.finish();
    drafts.coefficients.push_back(
        {.record = coefficient, .origin = origin_of(document, name, drafts)});
  };
  walk(document.root, "", read);
}

void load_settings(const source::Document& document, Drafts& drafts, core::DiagnosticSink& sink) {
  const auto read =
      [&](const std::string& key, const source::Node& name, const source::Node& node) {
        Row row{document, node, "a default", drafts, sink};
        if (!node.is_mapping())
          return;
        const Setting setting{.key = drafts.texts.keep(key),
                              .value = row.required_text("value"),
                              .why = row.required_text("why"),
                              .source = row.text("source"),
                              .file = row.file(),
                              .line = name.at.line};
        row.finish();
        drafts.settings.push_back({.record = setting, .origin = origin_of(document, name, drafts)});
      };
  walk(document.root, "", read);
}

void load_rules(const source::Document& document, Drafts& drafts, core::DiagnosticSink& sink) {
  const auto kept = [&](const std::optional<std::string>& text) {
    return text ? drafts.texts.keep(*text) : std::string_view{};
  };
  for (const auto& rule : facts::read_rules(document, sink)) {
    const Origin origin{.text = document.text.get(),
                        .file = drafts.texts.keep(document.text->name()),
                        .line = rule.position.line,
                        .layer = drafts.layer};
    drafts.rules.push_back({.record = {.id = drafts.texts.keep(rule.id),
                                       .corner = kept(rule.corner),
                                       .applies = kept(rule.applies),
                                       .check = kept(rule.check),
                                       .level = kept(rule.level),
                                       .unknown = kept(rule.unknown),
                                       .message = kept(rule.message),
                                       .why = kept(rule.why),
                                       .source = kept(rule.source),
                                       .file = origin.file,
                                       .line = origin.line},
                            .origin = origin});
  }
}

} // namespace gpuplan::catalog
