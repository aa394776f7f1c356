#pragma once

#include "catalog/catalog.hpp"
#include "plan/recommendation.hpp"
#include "source/files.hpp"
#include "workload/read/statements.hpp"

#include <optional>
#include <string>

namespace gpuplan::plan {

/// Where the models and files that a job names are looked for.
struct JobSources {
  const catalog::Catalog& catalog;
  source::FileReader& files;
  std::string hub_cache; ///< folder of the local Hugging Face cache; empty: none
};

/// What a workload file states; nothing with a diagnostic where it cannot be read.
std::optional<Stated>
read_stated(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink);

/// The job of a stated file (or of none) and exactly these overrides; nothing with diagnostics
/// where there is a fault. Relative paths in the file begin at its folder.
std::optional<workload::Workload> build_stated(const Stated& stated,
                                               const workload::Overrides& overrides,
                                               const JobSources& sources,
                                               core::DiagnosticSink& sink);

/// What was said, with changes in place of what was said of their keys.
workload::Overrides said_anew(workload::Overrides said, const workload::Overrides& changes);

} // namespace gpuplan::plan
