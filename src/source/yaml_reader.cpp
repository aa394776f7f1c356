#include "core/text.hpp"
#include "source/checks.hpp"
#include "source/yaml_builder.hpp"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <array>
#include <sstream>

namespace gpuplan::source {
namespace {

/// What yaml-cpp says, and what we say: what was met, what was expected.
struct SyntaxMessage {
  std::string_view theirs;
  std::string_view headline;
  std::string_view help;
};

constexpr auto k_syntax_messages = std::to_array<SyntaxMessage>({
    {"illegal tab when looking for indentation",
     "met a tab in the indentation, expected spaces",
     "replace the tab by spaces"},
    {"end of map not found",
     "met something that is no key of this mapping",
     "keys of one mapping stand in one column; a text with ': ' or '#' needs quotes"},
    {"end of map flow not found",
     "met { without its }",
     "or a comma is missing between two of its keys"},
    {"end of sequence not found",
     "met something that is no item of this list",
     "items of one list begin with '- ' in one column"},
    {"end of sequence flow not found",
     "met [ without its ]",
     "or a comma is missing between two of its items"},
    {"illegal map value",
     "met a second ': ' on one line, expected one key and its value",
     "a text with ': ' needs quotes"},
    {"illegal map key", "met a key where no key can stand", ""},
    {"illegal block entry",
     "met a list item where no list can stand",
     "begin the list on a line of its own"},
    {"illegal flow end", "met a closing bracket that was never opened", ""},
    {"illegal EOF in scalar", "met the end inside a quoted text", "add the closing quote"},
    {"illegal document indicator in scalar",
     "met --- or ... inside a quoted text",
     "add the closing quote"},
    {"the referenced anchor is not defined", "met an alias of an anchor that is not there", ""},
    {"unknown escape character",
     "met an escape that YAML does not have",
     "write \\\\ for a backslash, or use single quotes"},
    {"unknown token",
     "met a character that cannot begin a value",
     "a text that begins with @, ` or % needs quotes"},
    {"alias not found", "met * without a name behind it", "a text that begins with * needs quotes"},
    {"anchor not found",
     "met & without a name behind it",
     "a text that begins with & needs quotes"},
    {"illegal character found while scanning alias",
     "met a character that no alias may have",
     "a text that begins with * needs quotes"},
    {"illegal character found while scanning anchor",
     "met a character that no anchor may have",
     "a text that begins with & needs quotes"},
    {"cannot assign multiple", "met a second tag, anchor or alias on one value", "keep one"},
    {"cannot assign the same alias", "met an anchor that is taken already", "give it another name"},
    {"aliases can't have any content", "met a value behind an alias", "an alias stands alone"},
    {"bad character found while scanning hex number",
     "met an escape whose digits are not hexadecimal",
     "write \\u and four digits of 0-9, a-f"},
    {"invalid unicode", "met an escape that makes no character", "look at the digits behind \\u"},
    {"illegal character in scalar", "met a character that no text may have", ""},
    {"cannot set zero indentation",
     "met a text block with an indentation of 0",
     "leave the digit out behind | or >"},
    {"unexpected character in block scalar",
     "met text behind | or >",
     "the text begins on the next line"},
    {"illegal character found while scanning tag handle",
     "met a tag with a character that no tag may have",
     "a text that begins with ! needs quotes"},
    {"tag handle with no suffix",
     "met ! without a name behind it",
     "a text that begins with ! needs quotes"},
    {"end of verbatim tag not found", "met !< without its >", "add the closing >"},
    {"YAML directives must have", "met %YAML without a version", "take out the line"},
    {"bad YAML version", "met %YAML with a version that is none", "take out the line"},
    {"YAML major version too large",
     "met %YAML with a version that is not known",
     "take out the line"},
    {"repeated YAML directive", "met %YAML a second time", "take out one of the lines"},
    {"TAG directives must have", "met %TAG without handle and prefix", "take out the line"},
    {"repeated TAG directive", "met %TAG a second time", "take out one of the lines"},
});

/// The place of a fault; of a bracket that is never closed, the bracket's.
Position place_of(const YAML::Exception& fault, YamlBuilder& builder) {
  const bool unclosed =
      fault.msg == "end of map flow not found" || fault.msg == "end of sequence flow not found";
  const auto bracket = unclosed ? builder.innermost() : std::nullopt;
  return bracket ? *bracket : builder.position(fault.mark);
}

/// A tab among the blanks that a line begins with. Whatever else the parser makes of it, that is
/// what has to be changed.
std::optional<Position> tab_in_indentation(const SourceText& text, std::uint32_t line) {
  const auto content = text.line(line);
  const auto tab = content.substr(0, content.find_first_not_of(" \t")).find('\t');
  if (tab == std::string_view::npos)
    return std::nullopt;
  return Position{.line = line, .column = static_cast<std::uint32_t>(tab + 1)};
}

/// Whether the first ': ' of a line is the one that was met: then the line is a key too far in,
/// below a key that has its value already.
bool is_first_colon(const SourceText& text, Position at) {
  const auto line = text.line(at.line);
  return line.find(": ") + 1 == at.column;
}

void report_syntax(const YAML::Exception& fault,
                   const SourceText& text,
                   Position at,
                   core::DiagnosticSink& sink) {
  if (const auto tab = tab_in_indentation(text, at.line)) {
    report(text,
           *tab,
           "SRC010",
           "met a tab in the indentation, expected spaces",
           "replace the tab by spaces",
           sink);
    return;
  }
  core::Diagnostic diagnostic{.code = "SRC010",
                              .headline = "met text that is no YAML at this place",
                              .at = text.span(at),
                              .help = "look for a missing quote, colon or space before it"};
  for (const auto& message : k_syntax_messages) {
    if (fault.msg.starts_with(message.theirs)) {
      diagnostic.headline = message.headline;
      diagnostic.help = message.help;
    }
  }
  if (fault.msg == "illegal map value" && at.line > 1 && is_first_colon(text, at)) {
    diagnostic.headline = "met a key further in than the one above, which has its value already";
    diagnostic.help = "keys of one mapping stand in one column";
  }
  sink.report(std::move(diagnostic));
}

struct SecondDocument {
  YAML::Mark mark;
};

/// Meets a second document only to name its place.
class ExtraDocument final : public YAML::EventHandler {
public:
  void OnDocumentStart(const YAML::Mark& mark) override { throw SecondDocument{mark}; }

  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}

  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}

  void
  OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}

  void OnSequenceStart(const YAML::Mark&,
                       const std::string&,
                       YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}

  void OnSequenceEnd() override {}

  void OnMapStart(const YAML::Mark&,
                  const std::string&,
                  YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}

  void OnMapEnd() override {}
};

void parse(const SourceText& text, YamlBuilder& builder, core::DiagnosticSink& sink) {
  std::istringstream stream{std::string(text.content())};
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder))
      return;
    ExtraDocument extra;
    parser.HandleNextDocument(extra);
  } catch (const StopReading&) {
    // Reported where it was thrown.
  } catch (const SecondDocument& second) {
    const auto at = builder.position(second.mark);
    const bool marked = text.content().find("\n---") != std::string_view::npos;
    report(text,
           at,
           "SRC014",
           marked ? "met a second document, expected one in a file"
                  : "met more text after the end of the value, expected one mapping",
           marked ? "split the file, or take out the line with ---"
                  : "keys and items of one level stand in one column",
           sink);
  } catch (const YAML::Exception& fault) {
    report_syntax(fault, text, place_of(fault, builder), sink);
  }
}

} // namespace

std::optional<Document> read_yaml(SourceTextPtr text, Limits limits, core::DiagnosticSink& sink) {
  constexpr std::string_view k_advice = "split the file; long tables are read as CSV";
  if (!check_bytes(*text, limits, "YAML", k_advice, sink))
    return std::nullopt;
  const std::size_t errors_before = sink.error_count();
  YamlBuilder builder(*text, limits, sink);
  parse(*text, builder, sink);
  if (sink.error_count() != errors_before)
    return std::nullopt;
  if (!builder.root()) {
    report(*text, {.line = 0}, "SRC005", "met nothing but comments, expected YAML", {}, sink);
    return std::nullopt;
  }
  return Document{.text = std::move(text), .root = std::move(*builder.root())};
}

} // namespace gpuplan::source
