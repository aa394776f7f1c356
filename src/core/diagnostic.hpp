#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::core {

enum class Severity : std::uint8_t { note, warning, error };

std::string_view to_string(Severity severity);

/// A run of characters on one line of an input. Line and column are 1-based; column counts
/// characters (code points), a tab is one. Line 0 means the whole file.
struct Span {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
  std::string line_text;              ///< the source line, for the caret; empty where there is none
  std::uint32_t line_text_column = 1; ///< the column at which `line_text` begins, if it was cut
};

struct Label {
  Span span;
  std::string text;
};

/// One fault or remark about an input. The headline is one phrase that stands alone: what was met,
/// what was expected. Context goes to notes, advice (the nearest valid name) to help.
struct Diagnostic {
  std::string code; ///< stable, `SRC004`; the letters name the module
  Severity severity = Severity::error;
  std::string headline;
  Span at;
  std::vector<Label> labels;
  std::vector<std::string> notes;
  std::string help;
};

/// Collects the faults of an input so that loading goes on and all are reported at once. Beyond
/// `cap` they are counted, not kept.
class DiagnosticSink {
public:
  explicit DiagnosticSink(std::size_t cap = 50) : cap_(cap) {}

  void report(Diagnostic diagnostic);

  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return kept_; }

  [[nodiscard]] std::size_t error_count() const { return errors_; }

  [[nodiscard]] std::size_t dropped() const { return dropped_; }

  [[nodiscard]] bool failed() const { return errors_ > 0; }

private:
  std::vector<Diagnostic> kept_;
  std::size_t cap_;
  std::size_t errors_ = 0;
  std::size_t dropped_ = 0;
};

/// The text for people:
///
///     workload.yaml:3:8: error[SRC004]: met 4 k, expected a whole number of tokens
///       3 | sequence_length: 4 k
///         |                  ^^^
///       note: …
///       help: did you mean 4k?
std::string render(const Diagnostic& diagnostic);

} // namespace gpuplan::core
