#include "facts/rule_reader.hpp"

#include "facts/expression_words.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::facts {
namespace {

constexpr std::array<std::string_view, 5> k_level_or_off{"require",
                                                         "warn",
                                                         "prefer",
                                                         "note",
                                                         "off"};

/// The place inside a scalar that stands on one line as it is read; else the scalar as a whole.
source::Position
inside(const source::Document& document, const source::Node& scalar, const ExpressionError& error) {
  const auto begin = document.text->line_offset(scalar.at.line);
  const std::string_view line = document.text->line(scalar.at.line);
  source::Position at = scalar.at;
  std::size_t byte = 0;
  for (std::uint32_t column = 1; column < at.column && byte < line.size(); ++column) {
    ++byte;
    while (byte < line.size() && (static_cast<unsigned char>(line[byte]) & 0xC0U) == 0x80U)
      ++byte;
  }
  if (scalar.form == source::ScalarForm::quoted)
    ++byte; // the quote
  if (!line.substr(std::min(byte, line.size())).starts_with(scalar.text))
    return at;
  at = document.text->position_of(begin + byte + error.offset);
  const auto end = document.text->position_of(begin + byte + error.offset + error.length);
  at.length = std::max(end.column - at.column, 1U);
  return at;
}

class RuleReader {
public:
  RuleReader(const source::Document& document, const source::Node& node, core::DiagnosticSink& sink)
      : document_(document),
        node_(node),
        fields_(document, node, "a rule", sink),
        sink_(sink) {}

  /// Nothing after a fault.
  std::optional<RuleText> read() {
    const std::size_t errors_before = sink_.error_count();
    RuleText rule{.position = document_.span(node_.at)};
    rule.id = fields_.required_text("id").value_or("");
    check_id(rule.id);
    rule.corner = word("corner", k_corner_words);
    rule.applies = expression("applies");
    rule.check = expression("check");
    rule.level = word("level", k_level_or_off);
    rule.unknown = word("unknown", k_unknown_words);
    rule.message = message("message");
    rule.why = fields_.text("why");
    rule.source = fields_.text("source");
    fields_.finish();
    if (sink_.error_count() != errors_before)
      return std::nullopt;
    return rule;
  }

private:
  void check_id(std::string_view id) {
    constexpr std::string_view k_characters = "abcdefghijklmnopqrstuvwxyz0123456789.-";
    constexpr std::size_t k_longest = 80;
    const source::Node* at = fields_.take("id");
    if (id.empty() || at == nullptr)
      return;
    if (id.size() > k_longest || id.find_first_not_of(k_characters) != std::string_view::npos) {
      fields_.fault(*at,
                    "FCT010",
                    fmt::format("met the rule id {}", id.substr(0, k_longest)),
                    "an id has up to 80 small letters, digits, points and hyphens");
    }
  }

  std::optional<std::string> word(std::string_view key, std::span<const std::string_view> words) {
    const auto index = fields_.choice(key, words);
    if (!index)
      return std::nullopt;
    return std::string(words[*index]);
  }

  std::optional<std::string> expression(std::string_view key) {
    auto text = fields_.text(key);
    if (!text)
      return std::nullopt;
    const auto result = compile_condition(*text);
    if (const auto* error = std::get_if<ExpressionError>(&result))
      fault(*fields_.take(key), *error);
    return text;
  }

  std::optional<std::string> message(std::string_view key) {
    auto text = fields_.text(key);
    if (!text)
      return std::nullopt;
    const auto result = parse_message(*text);
    if (const auto* error = std::get_if<ExpressionError>(&result))
      fault(*fields_.take(key), *error);
    return text;
  }

  void fault(const source::Node& scalar, const ExpressionError& error) {
    auto help = error.help;
    // YAML takes a plain value that begins with ! for a tag.
    if (error.offset == 0 && help == help_for_foreign("not"))
      help += ", and quotes around the whole: '!…'";
    sink_.report({.code = error.code,
                  .headline = error.headline,
                  .at = document_.span(inside(document_, scalar, error)),
                  .help = std::move(help)});
  }

  const source::Document& document_;
  const source::Node& node_;
  source::Fields fields_;
  core::DiagnosticSink& sink_;
};

/// Reports ids that stand twice in one file.
void check_unique(const std::vector<RuleText>& rules, core::DiagnosticSink& sink) {
  for (std::size_t i = 1; i < rules.size(); ++i) {
    const auto end = rules.begin() + static_cast<std::ptrdiff_t>(i);
    const auto first = std::find_if(
        rules.begin(), end, [&](const RuleText& rule) { return rule.id == rules[i].id; });
    if (first != end) {
      sink.report({.code = "FCT011",
                   .headline = fmt::format("met the rule {} a second time", rules[i].id),
                   .at = rules[i].position,
                   .labels = {{.span = first->position, .text = "first here"}},
                   .help = "keep one of the two"});
    }
  }
}

} // namespace

std::vector<RuleText> read_rules(const source::Document& document, core::DiagnosticSink& sink) {
  std::vector<RuleText> rules;
  source::Fields root(document, document.root, "a rules file", sink);
  root.take("schema");
  const source::Node* list = root.require("rules");
  root.finish();
  if (list == nullptr)
    return rules;
  if (!list->is_sequence()) {
    root.fault(*list, "SRC032", "met something else for rules, expected a list of rules");
    return rules;
  }
  for (const auto& node : list->items) {
    if (auto rule = RuleReader(document, node, sink).read())
      rules.push_back(std::move(*rule));
  }
  check_unique(rules, sink);
  return rules;
}

void add_rules(RuleSet& rules, const source::Document& document, core::DiagnosticSink& sink) {
  for (const auto& text : read_rules(document, sink)) {
    if (auto fault = rules.add(text)) {
      const auto near = rules.nearest(text.id);
      sink.report({.code = "FCT012",
                   .headline = std::move(*fault),
                   .at = text.position,
                   .help = near ? fmt::format("did you mean {}?", *near) : ""});
    }
  }
}

void add_rule_files(RuleSet& rules,
                    std::span<const std::string> paths,
                    source::FileReader& files,
                    core::DiagnosticSink& sink) {
  for (const auto& path : paths) {
    auto text = files.read(path, source::k_yaml_limits.most_bytes, sink);
    if (text == nullptr)
      continue;
    if (const auto document = source::read_yaml(std::move(text), source::k_yaml_limits, sink))
      add_rules(rules, *document, sink);
  }
}

} // namespace gpuplan::facts
