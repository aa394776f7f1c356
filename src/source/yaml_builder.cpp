#include "source/yaml_builder.hpp"

#include "source/checks.hpp"
#include "source/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::source {
namespace {

/// What aliases may add to a document, in nodes; a catalog shares a handful of them.
constexpr std::size_t k_most_alias_weight = 50'000;
constexpr std::size_t k_bytes_per_weight = 64;

constexpr std::string_view k_text_tag = "tag:yaml.org,2002:str";

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool in_key_place(const Node& container, bool has_key) {
  return container.is_mapping() && !has_key;
}

/// The offset of the value itself where an anchor or a tag stands before it on the line.
std::size_t skip_properties(std::string_view bytes, std::size_t at) {
  while (at < bytes.size() && (bytes[at] == '&' || bytes[at] == '!')) {
    while (at < bytes.size() && !is_blank(bytes[at]) && bytes[at] != '\n')
      ++at;
    while (at < bytes.size() && is_blank(bytes[at]))
      ++at;
  }
  return at;
}

/// Just after the closing quote of a quoted text that begins at `at`; nothing without one.
std::optional<std::size_t> end_of_quoted(std::string_view bytes, std::size_t at) {
  const char quote = bytes[at];
  for (++at; at < bytes.size(); ++at) {
    const bool doubled = quote == '\'' && bytes.substr(at).starts_with("''");
    const bool escape = quote == '"' && bytes[at] == '\\';
    if (doubled || escape)
      ++at;
    else if (bytes[at] == quote)
      return at + 1;
  }
  return std::nullopt;
}

} // namespace

YamlBuilder::YamlBuilder(const SourceText& text, Limits limits, core::DiagnosticSink& sink)
    : text_(text),
      limits_(limits),
      sink_(sink),
      cursor_(text) {}

std::size_t YamlBuilder::offset_of(const YAML::Mark& mark) const {
  if (mark.line < 0 || mark.column < 0)
    return text_.line_offset(1);
  const auto line = static_cast<std::uint32_t>(mark.line) + 1;
  return std::min(text_.line_offset(line) + static_cast<std::size_t>(mark.column),
                  text_.bytes().size());
}

Position YamlBuilder::position(const YAML::Mark& mark) {
  return cursor_.at(offset_of(mark));
}

std::size_t YamlBuilder::written_length(std::size_t offset, const std::string& value) {
  const std::string_view bytes = text_.bytes();
  const std::size_t begin = skip_properties(bytes, offset);
  if (begin >= bytes.size())
    return 1;
  const char first = bytes[begin];
  if (first == '"' || first == '\'') {
    const auto end = end_of_quoted(bytes, begin);
    if (!end) { // yaml-cpp lets some of these pass
      stop(
          cursor_.at(begin), "SRC010", "met the end inside a quoted text", "add the closing quote");
    }
    return *end - offset;
  }
  if (bytes.substr(begin).starts_with(value.substr(0, value.find('\n'))))
    return begin - offset + value.size();
  return 1; // a block or folded text: the place where it begins
}

std::optional<Position> YamlBuilder::innermost() const {
  if (open_.empty())
    return std::nullopt;
  return open_.back().node.at;
}

void YamlBuilder::stop(Position at, std::string_view code, std::string headline, std::string help) {
  report(text_, at, code, std::move(headline), std::move(help), sink_);
  throw StopReading{};
}

void YamlBuilder::OnDocumentStart(const YAML::Mark& /*mark*/) {}

void YamlBuilder::OnDocumentEnd() {}

void YamlBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const std::size_t offset = offset_of(mark);
  const std::string_view rest = text_.bytes().substr(skip_properties(text_.bytes(), offset));
  Node node{.at = cursor_.at(offset)};
  for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
    if (rest.starts_with(word))
      node.text = word;
  }
  node.at.length = static_cast<std::uint32_t>(std::max<std::size_t>(node.text.size(), 1));
  const bool left_out = node.text.empty();
  if (left_out && !open_.empty() && open_.back().key)
    node.at = open_.back().key->at; // the mark is that of whatever comes next
  add(std::move(node), anchor, 0, 1);
}

void YamlBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const Position at = position(mark);
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end())
    stop(at, "SRC015", "met an alias inside the value that it stands for", {});
  const Anchored& target = found->second;
  alias_weight_ += target.weight;
  if (alias_weight_ > k_most_alias_weight) {
    stop(
        at,
        "SRC015",
        fmt::format("met aliases that multiply the document beyond {} values", k_most_alias_weight),
        "write out what is meant");
  }
  check_nesting(open_.size() + target.height, at);
  Node copy = target.node;
  copy.at = at;
  add(std::move(copy), 0, target.height, target.weight);
}

void YamlBuilder::OnScalar(const YAML::Mark& mark,
                           const std::string& tag,
                           YAML::anchor_t anchor,
                           const std::string& value) {
  const std::size_t offset = offset_of(mark);
  const Position at = cursor_.at(offset, written_length(offset, value));
  const bool is_quoted = tag == "!" || tag == k_text_tag;
  if (!is_quoted)
    check_tag(tag, {}, at);
  check_scalar(text_, value, at, sink_);
  add({.kind = NodeKind::scalar,
       .form = is_quoted ? ScalarForm::quoted : ScalarForm::plain,
       .text = value,
       .at = at},
      anchor,
      0,
      1 + value.size() / k_bytes_per_weight);
}

void YamlBuilder::OnSequenceStart(const YAML::Mark& mark,
                                  const std::string& tag,
                                  YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value /*style*/) {
  open(NodeKind::sequence, mark, tag, anchor);
}

void YamlBuilder::OnSequenceEnd() {
  close();
}

void YamlBuilder::OnMapStart(const YAML::Mark& mark,
                             const std::string& tag,
                             YAML::anchor_t anchor,
                             YAML::EmitterStyle::value /*style*/) {
  open(NodeKind::mapping, mark, tag, anchor);
}

void YamlBuilder::OnMapEnd() {
  check_unique_keys(text_, open_.back().node, sink_);
  close();
}

void YamlBuilder::open(NodeKind kind,
                       const YAML::Mark& mark,
                       const std::string& tag,
                       YAML::anchor_t anchor) {
  const Position at = position(mark);
  check_nesting(open_.size() + 1, at);
  count_values(1, at);
  check_tag(tag, kind == NodeKind::mapping ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq", at);
  open_.push_back({.node = {.kind = kind, .at = at}, .anchor = anchor});
}

void YamlBuilder::close() {
  Open done = std::move(open_.back());
  open_.pop_back();
  key_fault_reported_ = done.bad_key_inside;
  if (!open_.empty())
    open_.back().bad_key_inside |= done.bad_key_inside;
  add(std::move(done.node), done.anchor, done.height, done.weight);
  key_fault_reported_ = false;
}

void YamlBuilder::add(Node node, YAML::anchor_t anchor, std::size_t height, std::size_t weight) {
  if (!node.is_sequence() && !node.is_mapping())
    count_values(1, node.at);
  if (anchor != 0)
    anchors_[anchor] = {.node = node, .height = height, .weight = weight};
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  Open& parent = open_.back();
  parent.height = std::max(parent.height, height + 1);
  parent.weight += weight;
  if (parent.node.is_sequence()) {
    parent.node.items.push_back(std::move(node));
  } else if (in_key_place(parent.node, parent.key.has_value())) {
    add_key(std::move(node));
  } else {
    if (!parent.key_is_bad)
      parent.node.entries.push_back({std::move(*parent.key), std::move(node)});
    parent.key.reset();
  }
}

void YamlBuilder::add_key(Node key) {
  Open& parent = open_.back();
  const bool bad_before = parent.bad_key_inside;
  parent.key_is_bad = true;
  parent.bad_key_inside = true;
  if (key_fault_reported_) {
    // A key inside of it was reported: one fault is enough for `{{name}}`.
  } else if (!key.is_scalar()) {
    report(text_,
           key.at,
           "SRC013",
           fmt::format("met {} as a key, expected a name",
                       key.is_null()       ? "no value"
                       : key.is_sequence() ? "a list"
                                           : "a mapping"),
           key.is_mapping() ? "a text with { } needs quotes" : "",
           sink_);
  } else if (key.text == "<<" && key.form == ScalarForm::plain) {
    report(text_,
           key.at,
           "SRC016",
           "met the merge key <<, expected a name",
           "write the shared keys out in each mapping",
           sink_);
  } else {
    parent.key_is_bad = false;
    parent.bad_key_inside = bad_before;
  }
  parent.key = std::move(key);
}

void YamlBuilder::check_tag(const std::string& tag, std::string_view standard, Position at) {
  if (tag.empty() || tag == "?" || tag == "!" || tag == standard)
    return;
  report(text_,
         at,
         "SRC017",
         fmt::format("met the tag {}, expected a plain value", in_quotes(tag)),
         tag.starts_with('!') ? "put quotes around a value that begins with !; leave a tag out"
                              : "leave the tag out",
         sink_);
}

void YamlBuilder::check_nesting(std::size_t depth, Position at) {
  if (depth > limits_.deepest_nesting) {
    stop(at,
         "SRC011",
         fmt::format("met more than {} levels of nesting", limits_.deepest_nesting),
         {});
  }
}

void YamlBuilder::count_values(std::size_t count, Position at) {
  values_ += count;
  if (values_ > limits_.most_values)
    stop(at, "SRC004", fmt::format("met more than {} values", limits_.most_values), {});
}

} // namespace gpuplan::source
