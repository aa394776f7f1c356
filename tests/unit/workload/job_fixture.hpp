#pragma once

#include "support/catch.hpp"
#include "support/source_text.hpp"
#include "unit/workload/model_files.hpp"
#include "workload/read/workload_file.hpp"

#include <algorithm>

namespace gpuplan::test {

/// A job as built from text and overrides with the shipped models and defaults.
struct Job {
  std::optional<workload::Workload> built;
  std::string messages;
  std::vector<core::Diagnostic> diagnostics;

  [[nodiscard]] const workload::Workload& get() const {
    INFO(messages);
    REQUIRE(built.has_value());
    return *built;
  }

  /// The assumed value of a name; empty where it was not assumed.
  [[nodiscard]] std::string assumed(std::string_view name) const {
    for (const auto& assumption : get().assumptions) {
      if (assumption.name == name)
        return assumption.value;
    }
    return {};
  }
};

inline Job job(const std::string& yaml, const workload::Overrides& overrides = {}) {
  core::DiagnosticSink sink(200);
  std::optional<source::Document> document;
  if (!yaml.empty()) {
    document = source::read_yaml(source_text(yaml, "job.yaml"), source::k_yaml_limits, sink);
    INFO(rendered(sink));
    REQUIRE(document.has_value());
  }
  source::MemoryReader files;
  const auto& shipped = ModelFiles::shipped();
  const workload::ModelSources sources{.models = shipped.models(),
                                       .settings = shipped.settings(),
                                       .files = files,
                                       .hub_cache = {},
                                       .base_folder = {}};
  Job result;
  result.built =
      workload::build_workload(document ? &*document : nullptr, overrides, sources, sink);
  result.messages = rendered(sink);
  result.diagnostics = sink.diagnostics();
  return result;
}

/// Flags alone: `{{"data.tokens", "500M", "--tokens"}}`.
inline Job job(const workload::Overrides& overrides) {
  return job(std::string{}, overrides);
}

} // namespace gpuplan::test
