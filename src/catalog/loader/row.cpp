#include "catalog/loader/row.hpp"

#include "catalog/loader/limits.hpp"
#include "source/checks.hpp"

namespace gpuplan::catalog {

namespace {

constexpr std::int64_t k_most_whole = 1'000'000'000'000'000'000;
constexpr double k_least_positive = 1e-12;

template <class Value>
core::Known<Value> known(std::optional<Value> value) {
  return value ? core::Known<Value>{*value} : core::Known<Value>{};
}

} // namespace

void fault_at(const Origin& origin,
              source::Position at,
              std::string_view code,
              std::string headline,
              std::string help,
              core::DiagnosticSink& sink) {
  if (origin.text != nullptr && at.line > 0) {
    source::report(*origin.text, at, code, std::move(headline), std::move(help), sink);
    return;
  }
  sink.report({.code = std::string{code},
               .headline = std::move(headline),
               .at = {.file = std::string{origin.file}, .line = origin.line},
               .help = std::move(help)});
}

Row::Row(const source::Document& document,
         const source::Node& mapping,
         std::string_view what,
         Drafts& drafts,
         core::DiagnosticSink& sink)
    : fields_(document, mapping, what, sink),
      drafts_(drafts) {}

std::string_view Row::text(std::string_view key) {
  const auto value = fields_.text(key);
  return value ? drafts_.texts.keep(*value) : std::string_view{};
}

std::string_view Row::required_text(std::string_view key) {
  const auto value = fields_.required_text(key);
  return value ? drafts_.texts.keep(*value) : std::string_view{};
}

std::vector<std::string_view> Row::texts(std::string_view key) {
  std::vector<std::string_view> kept;
  for (const auto& value : fields_.texts(key))
    kept.push_back(drafts_.texts.keep(value));
  return kept;
}

Mention Row::mention(std::string_view key) {
  const auto name = text(key);
  const auto* node = fields_.mapping().find(key);
  return {.name = name, .at = node == nullptr ? source::Position{} : node->at};
}

Mention Row::required_mention(std::string_view key) {
  const auto name = required_text(key);
  const auto* node = fields_.mapping().find(key);
  return {.name = name, .at = node == nullptr ? source::Position{} : node->at};
}

core::Known<double> Row::number(std::string_view key) {
  return number(key, 0, k_most);
}

core::Known<double> Row::positive(std::string_view key) {
  return number(key, k_least_positive, k_most);
}

core::Known<double> Row::number(std::string_view key, double least, double most) {
  return known(fields_.number(key, least, most));
}

core::Known<std::int64_t> Row::whole(std::string_view key) {
  return known(fields_.whole(key, 0, k_most_whole));
}

std::int64_t Row::whole_or_zero(std::string_view key) {
  return whole(key).value_or(0);
}

core::Known<bool> Row::boolean(std::string_view key) {
  return known(fields_.boolean(key));
}

std::optional<Row> Row::nested(std::string_view key, std::string_view what) {
  const auto* node = fields_.take(key);
  if (node == nullptr)
    return std::nullopt;
  Row row{fields_.document(), *node, what, drafts_, fields_.sink()};
  if (!node->is_mapping())
    return std::nullopt;
  return row;
}

void Row::fault(std::string_view key,
                std::string_view code,
                std::string headline,
                std::string help) {
  const auto* node = fields_.mapping().find(key);
  fields_.fault(
      node == nullptr ? fields_.mapping() : *node, code, std::move(headline), std::move(help));
}

Origin Row::origin() const {
  const auto& text = *fields_.document().text;
  return {.text = &text,
          .file = drafts_.texts.keep(text.name()),
          .line = fields_.mapping().at.line,
          .layer = drafts_.layer};
}

} // namespace gpuplan::catalog
