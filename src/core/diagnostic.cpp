#include "core/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::core {
namespace {

/// Spaces under the characters before the caret; tabs stay tabs so that the caret lines up.
std::string caret_indent(std::string_view line, std::uint32_t column) {
  std::string indent;
  std::uint32_t at = 1;
  for (const char c : line) {
    const bool continuation = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (continuation)
      continue;
    if (at++ >= column)
      break;
    indent += c == '\t' ? '\t' : ' ';
  }
  return indent;
}

std::string place(const Span& span) {
  if (span.file.empty())
    return {};
  if (span.line == 0)
    return span.file + ": ";
  return fmt::format("{}:{}:{}: ", span.file, span.line, std::max(span.column, 1U));
}

std::string excerpt(const Span& span) {
  if (span.line == 0 || span.line_text.empty())
    return {};
  const std::string number = std::to_string(span.line);
  const std::string margin(number.size(), ' ');
  const std::uint32_t column = std::max(span.column, span.line_text_column);
  return fmt::format("  {} | {}\n  {} | {}{}\n",
                     number,
                     span.line_text,
                     margin,
                     caret_indent(span.line_text, column - span.line_text_column + 1),
                     std::string(std::max(span.length, 1U), '^'));
}

} // namespace

std::string_view to_string(Severity severity) {
  switch (severity) {
  case Severity::note: return "note";
  case Severity::warning: return "warning";
  case Severity::error: return "error";
  }
  return "error";
}

void DiagnosticSink::report(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error)
    ++errors_;
  if (kept_.size() < cap_) {
    kept_.push_back(std::move(diagnostic));
  } else {
    ++dropped_;
  }
}

std::string render(const Diagnostic& diagnostic) {
  std::string text = fmt::format("{}{}[{}]: {}\n",
                                 place(diagnostic.at),
                                 to_string(diagnostic.severity),
                                 diagnostic.code,
                                 diagnostic.headline);
  text += excerpt(diagnostic.at);
  for (const auto& label : diagnostic.labels) {
    text += fmt::format("  {}{}\n{}", place(label.span), label.text, excerpt(label.span));
  }
  for (const auto& note : diagnostic.notes)
    text += fmt::format("  note: {}\n", note);
  if (!diagnostic.help.empty())
    text += fmt::format("  help: {}\n", diagnostic.help);
  return text;
}

} // namespace gpuplan::core
