#include "source/checks.hpp"

#include "core/counted.hpp"
#include "core/text.hpp"
#include "source/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::source {
namespace {

/// Spans cost time in long lines, so none is made for a diagnostic that the sink will drop.
core::Span span_if_kept(const SourceText& text, Position at, const core::DiagnosticSink& sink) {
  return sink.dropped() > 0 ? core::Span{} : text.span(at);
}

} // namespace

std::string size_in_words(std::size_t bytes) {
  constexpr double k_kib = 1024.0;
  const auto size = static_cast<double>(bytes);
  if (size < k_kib)
    return core::counted(bytes, "byte");
  if (size < k_kib * k_kib)
    return fmt::format("{:.4g} KiB", size / k_kib);
  return fmt::format("{:.4g} MiB", size / k_kib / k_kib);
}

std::string over_limit_in_words(std::size_t size, std::size_t limit) {
  const std::string limit_words = size_in_words(limit);
  std::string size_words = size_in_words(size);
  if (size_words == limit_words)
    size_words = core::counted(size, "byte");
  return fmt::format("met {}, over the limit of {}", size_words, limit_words);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t k_most = 40;
  const bool cut = count_characters(text) > k_most;
  std::string shown = printable(text.substr(0, byte_of_character(text, cut ? k_most - 1 : k_most)));
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  return cut ? shown + "…" : shown;
}

void report(const SourceText& text,
            Position at,
            std::string_view code,
            std::string headline,
            std::string help,
            core::DiagnosticSink& sink) {
  sink.report({.code = std::string(code),
               .headline = std::move(headline),
               .at = span_if_kept(text, at, sink),
               .help = std::move(help)});
}

void report_repeat(const SourceText& text,
                   Position repeat,
                   Position first,
                   std::string_view code,
                   std::string headline,
                   core::DiagnosticSink& sink) {
  sink.report({.code = std::string(code),
               .headline = std::move(headline),
               .at = span_if_kept(text, repeat, sink),
               .labels = {{.span = span_if_kept(text, first, sink), .text = "first here"}},
               .help = "keep one of the two"});
}

bool check_bytes(const SourceText& text,
                 Limits limits,
                 std::string_view format,
                 std::string_view advice,
                 core::DiagnosticSink& sink) {
  const std::string_view bytes = text.bytes();
  const Position whole{.line = 0};
  if (bytes.size() > limits.most_bytes) {
    auto headline =
        fmt::format("{} for {}", over_limit_in_words(bytes.size(), limits.most_bytes), format);
    report(text, whole, "SRC004", std::move(headline), std::string(advice), sink);
    return false;
  }
  if (core::trim(text.content()).empty()) {
    report(text, whole, "SRC005", fmt::format("met an empty text, expected {}", format), {}, sink);
    return false;
  }
  const auto bad = first_bad_utf8(bytes);
  if (bad && bytes.find('\0') != std::string_view::npos) {
    // No line of it is shown: a person cannot read it.
    report(text,
           whole,
           "SRC006",
           fmt::format("met a binary file, whose byte {} is 0x{:02X}, expected {} as UTF-8 text",
                       *bad,
                       static_cast<unsigned char>(bytes[*bad]),
                       format),
           {},
           sink);
    return false;
  }
  if (bad) {
    auto headline = fmt::format("met the byte 0x{:02X}, which is no UTF-8",
                                static_cast<unsigned char>(bytes[*bad]));
    report(text,
           text.position_of(*bad),
           "SRC006",
           std::move(headline),
           "save the file as UTF-8",
           sink);
    return false;
  }
  if (const auto control = first_control(bytes)) {
    auto headline = fmt::format("met the control character U+{:04X}, expected text",
                                static_cast<unsigned char>(bytes[*control]));
    report(text, text.position_of(*control), "SRC007", std::move(headline), {}, sink);
    return false;
  }
  return true;
}

void check_scalar(const SourceText& text,
                  std::string_view scalar,
                  Position at,
                  core::DiagnosticSink& sink) {
  const auto bad = first_control(scalar);
  if (!bad)
    return;
  auto headline = fmt::format("met an escape that makes the control character U+{:04X}",
                              static_cast<unsigned char>(scalar[*bad]));
  report(text, at, "SRC007", std::move(headline), {}, sink);
}

void check_unique_keys(const SourceText& text, const Node& mapping, core::DiagnosticSink& sink) {
  std::vector<const Node*> keys;
  keys.reserve(mapping.entries.size());
  for (const auto& entry : mapping.entries)
    keys.push_back(&entry.first);
  std::stable_sort(
      keys.begin(), keys.end(), [](const Node* a, const Node* b) { return a->text < b->text; });
  std::vector<std::pair<const Node*, const Node*>> repeats; // the first, and one that repeats it
  const Node* first = nullptr;
  for (const Node* key : keys) {
    if (first != nullptr && first->text == key->text) {
      repeats.emplace_back(first, key);
    } else {
      first = key;
    }
  }
  std::sort(repeats.begin(), repeats.end(), [](const auto& a, const auto& b) {
    return std::pair{a.second->at.line, a.second->at.column} <
           std::pair{b.second->at.line, b.second->at.column};
  });
  for (const auto& [original, repeat] : repeats) {
    report_repeat(text,
                  repeat->at,
                  original->at,
                  "SRC012",
                  fmt::format("met the key {} a second time", in_quotes(repeat->text)),
                  sink);
  }
}

} // namespace gpuplan::source
