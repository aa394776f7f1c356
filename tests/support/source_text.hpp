#pragma once

#include "core/diagnostic.hpp"
#include "source/readers.hpp"

#include <memory>
#include <string>

namespace gpuplan::test {

inline source::SourceTextPtr source_text(std::string bytes, std::string name = "test.yaml") {
  return std::make_shared<const source::SourceText>(std::move(name), std::move(bytes));
}

/// All diagnostics as a person sees them, one after the other.
inline std::string rendered(const core::DiagnosticSink& sink) {
  std::string text;
  for (const auto& diagnostic : sink.diagnostics())
    text += core::render(diagnostic);
  return text;
}

} // namespace gpuplan::test
