#include "core/number_text.hpp"
#include "core/text.hpp"
#include "source/checks.hpp"
#include "source/json_mask.hpp"
#include "source/position_cursor.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstring>

namespace gpuplan::source {
namespace {

namespace ondemand = simdjson::ondemand;

/// Walks one document by simdjson's on-demand interface, which keeps places and the raw text of
/// numbers. What that interface leaves unchecked until a value is converted is checked here.
class JsonReader {
public:
  JsonReader(const SourceText& text, Limits limits, core::DiagnosticSink& sink)
      : text_(text),
        limits_(limits),
        sink_(sink),
        cursor_(text),
        masked_(text.content()) {
    mask_non_finite(masked_);
    size_ = masked_.size();
    masked_.resize(size_ + simdjson::SIMDJSON_PADDING, ' ');
  }

  /// False after a fault that was reported.
  bool read(Node& root) {
    if (const auto quote = unclosed_string(json()))
      return fail_at(*quote, "met the end inside a text", "add the closing quote");
    ondemand::parser parser;
    ondemand::document document;
    const auto error = parser.iterate(masked_.data(), size_, masked_.size()).get(document);
    if (error != simdjson::SUCCESS)
      return fail_to_begin(error);
    if (!read_value(document, root, 0))
      return false;
    const bool is_token = root.is_null() || (root.is_scalar() && root.form != ScalarForm::quoted);
    if (is_token && root.text.size() != core::trim(json_as_written()).size())
      return fail_at(root.text.size(), "met more text after the end of the value", {});
    const char* rest = nullptr;
    if (!is_token && document.current_location().get(rest) == simdjson::SUCCESS)
      return fail_at(offset_of(rest), "met more text after the end of the value", {});
    return true;
  }

private:
  static bool raw_token(ondemand::value& value, std::string_view& token) {
    token = value.raw_json_token();
    return true;
  }

  static bool raw_token(ondemand::document& document, std::string_view& token) {
    return document.raw_json_token().get(token) == simdjson::SUCCESS;
  }

  template <class Value>
  bool read_value(Value& value, Node& node, std::size_t depth) {
    ondemand::json_type type{};
    std::string_view token;
    if (!raw_token(value, token))
      return fail_at(size_, "met the end, expected a value", {});
    const std::size_t begin = offset_of(token.data());
    if (begin >= size_)
      return fail_at(size_, "met the end, expected a value", {});
    token = core::trim(token);
    if (value.type().get(type) != simdjson::SUCCESS)
      return fail_no_value(begin);
    if (++values_ > limits_.most_values)
      return fail_at(
          begin, fmt::format("met more than {} values", limits_.most_values), {}, "SRC004");
    node.at = position(begin, token.size());
    switch (type) {
    case ondemand::json_type::array: return read_array(value, node, depth + 1, begin);
    case ondemand::json_type::object: return read_object(value, node, depth + 1, begin);
    case ondemand::json_type::string: return read_string(value, node, begin);
    case ondemand::json_type::number: return read_number(node, token, begin);
    case ondemand::json_type::boolean:
      node.form = ScalarForm::boolean;
      return read_word(node, token, begin, {"true", "false"}, NodeKind::scalar);
    case ondemand::json_type::null: return read_word(node, token, begin, {"null"}, NodeKind::null);
    }
    return fail_no_value(begin);
  }

  template <class Value>
  bool read_array(Value& value, Node& node, std::size_t depth, std::size_t begin) {
    node.kind = NodeKind::sequence;
    node.at.length = 1;
    if (depth > limits_.deepest_nesting)
      return fail_too_deep(begin);
    ondemand::array array;
    if (const auto error = value.get_array().get(array); error != simdjson::SUCCESS)
      return fail_to_open(value, begin, error);
    for (auto item : array) {
      ondemand::value element;
      if (item.get(element) != simdjson::SUCCESS)
        return fail_here(value, begin);
      if (!read_value(element, node.items.emplace_back(), depth))
        return false;
    }
    return true;
  }

  template <class Value>
  bool read_object(Value& value, Node& node, std::size_t depth, std::size_t begin) {
    node.kind = NodeKind::mapping;
    node.at.length = 1;
    if (depth > limits_.deepest_nesting)
      return fail_too_deep(begin);
    ondemand::object object;
    if (const auto error = value.get_object().get(object); error != simdjson::SUCCESS)
      return fail_to_open(value, begin, error);
    for (auto&& result : object) {
      ondemand::field field;
      if (std::move(result).get(field) != simdjson::SUCCESS)
        return fail_here(value, begin);
      auto& [key, member] = node.entries.emplace_back();
      const std::size_t quote = offset_of(field.key().raw()) - 1;
      std::string_view name;
      if (field.unescaped_key().get(name) != simdjson::SUCCESS)
        return fail_string(quote);
      set_string(key, name, quote);
      if (!read_value(field.value(), member, depth))
        return false;
    }
    check_unique_keys(text_, node, sink_);
    return true;
  }

  template <class Value>
  bool read_string(Value& value, Node& node, std::size_t begin) {
    std::string_view string;
    if (value.get_string().get(string) != simdjson::SUCCESS)
      return fail_string(begin);
    set_string(node, string, begin);
    return true;
  }

  bool read_number(Node& node, std::string_view token, std::size_t begin) {
    const std::string_view original = json_as_written().substr(begin, token.size());
    node.kind = NodeKind::scalar;
    node.form = ScalarForm::number;
    if (original != token) { // masked: NaN or an infinity
      node.form = ScalarForm::plain;
      const auto rest = json_as_written().substr(begin);
      node.text = rest.substr(0, rest.find('N') == 0 ? 3 : rest.find("ty") + 2);
      node.at = position(begin, node.text.size());
      return true;
    }
    if (!core::is_number(token)) {
      return fail_at(begin, fmt::format("met {}, which is no JSON number", in_quotes(token)), {});
    }
    node.text = token;
    return true;
  }

  bool read_word(Node& node,
                 std::string_view token,
                 std::size_t begin,
                 std::initializer_list<std::string_view> words,
                 NodeKind kind) {
    if (std::find(words.begin(), words.end(), token) == words.end())
      return fail_no_value(begin);
    node.kind = kind;
    node.text = token;
    return true;
  }

  void set_string(Node& node, std::string_view string, std::size_t begin) {
    node.kind = NodeKind::scalar;
    node.form = ScalarForm::quoted;
    node.text = string;
    std::size_t end = begin + 1;
    while (end < size_ && json()[end] != '"')
      end += json()[end] == '\\' ? 2U : 1U;
    node.at = position(begin, std::min(end + 1, size_) - begin);
    check_scalar(text_, node.text, node.at, sink_);
  }

  [[nodiscard]] std::string_view json() const { return {masked_.data(), size_}; }

  [[nodiscard]] std::string_view json_as_written() const { return text_.content(); }

  [[nodiscard]] std::size_t offset_of(const char* place) const {
    return place < masked_.data()
               ? 0
               : std::min(static_cast<std::size_t>(place - masked_.data()), size_);
  }

  Position position(std::size_t offset, std::size_t length) {
    return cursor_.at(text_.line_offset(1) + offset, length);
  }

  bool fail_at(std::size_t offset,
               std::string headline,
               std::string help,
               std::string_view code = "SRC010") {
    const std::size_t at = std::min(offset, size_);
    report(text_, position(at, 1), code, std::move(headline), std::move(help), sink_);
    return false;
  }

  bool fail_too_deep(std::size_t begin) {
    return fail_at(begin,
                   fmt::format("met more than {} levels of nesting", limits_.deepest_nesting),
                   {},
                   "SRC011");
  }

  bool fail_string(std::size_t begin) {
    return fail_at(
        begin, "met a text with an escape that JSON does not have", "write \\\\ for a backslash");
  }

  bool fail_no_value(std::size_t begin) {
    const std::string_view rest = json().substr(begin);
    const auto token = rest.substr(0, rest.find_first_of(",]} \t\r\n", 1));
    std::string_view help;
    if (token.starts_with('\''))
      help = "JSON texts take double quotes";
    else if (token.starts_with('/') || token.starts_with('#'))
      help = "JSON has no comments";
    else if (token.starts_with(']') || token.starts_with('}'))
      help = "take out the comma before it";
    else if (token == "True" || token == "False" || token == "None")
      help = "JSON writes true, false and null";
    return fail_at(
        begin, fmt::format("met {}, expected a value", in_quotes(token)), std::string(help));
  }

  template <class Value>
  bool fail_to_open(Value& value, std::size_t begin, simdjson::error_code error) {
    if (error == simdjson::INCOMPLETE_ARRAY_OR_OBJECT)
      return fail_at(size_, "met the end, expected a closing bracket", {});
    return fail_here(value, begin);
  }

  /// A fault between values: simdjson knows the place where it stopped.
  template <class Value>
  bool fail_here(Value& value, std::size_t begin) {
    const char* place = nullptr;
    if (value.current_location().get(place) != simdjson::SUCCESS)
      return fail_at(size_, "met the end, expected a comma or a closing bracket", {});
    const std::size_t offset = std::max(offset_of(place), begin);
    if (offset >= size_)
      return fail_at(size_, "met the end, expected a comma or a closing bracket", {});
    const std::string_view rest = json().substr(offset);
    const auto token = rest.substr(0, rest.find_first_of(" \t\r\n", 1));
    return fail_at(offset,
                   fmt::format("met {}, which is no JSON at this place", in_quotes(token)),
                   "look for a missing comma, colon, quote or bracket before it");
  }

  bool fail_to_begin(simdjson::error_code error) {
    if (error == simdjson::UNESCAPED_CHARS)
      return fail_at(0, "met a line end or tab inside a text", "write \\n or \\t");
    if (error == simdjson::INCOMPLETE_ARRAY_OR_OBJECT)
      return fail_at(size_, "met the end, expected a closing bracket", {});
    return fail_at(0, "met text that is no JSON", {});
  }

  const SourceText& text_;
  Limits limits_;
  core::DiagnosticSink& sink_;
  PositionCursor cursor_;
  std::string masked_; ///< what simdjson reads: the content with NaN and infinities masked, padded
  std::size_t size_ = 0;
  std::size_t values_ = 0;
};

} // namespace

std::optional<Document> read_json(SourceTextPtr text, Limits limits, core::DiagnosticSink& sink) {
  constexpr std::string_view k_advice = "split the file, or write one value a line (NDJSON)";
  if (!check_bytes(*text, limits, "JSON", k_advice, sink))
    return std::nullopt;
  const std::size_t errors_before = sink.error_count();
  Document document{.text = std::move(text)};
  JsonReader reader(*document.text, limits, sink);
  if (!reader.read(document.root) || sink.error_count() != errors_before)
    return std::nullopt;
  return document;
}

} // namespace gpuplan::source
