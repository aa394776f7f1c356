#pragma once

#include "catalog/catalog.hpp"
#include "cli/commands/shared/job_options.hpp"

#include <optional>
#include <string>

namespace gpuplan::cli::commands {

/// For verbs about one plan: an exit code, with messages printed, where two are named. `why_not` is
/// the plan of `--why-not`, beside which a word is the model.
std::optional<ExitCode> expect_one_plan(const Environment& environment,
                                        const catalog::Catalog& catalog,
                                        const JobOptions& job,
                                        const std::string& why_not = {});

/// Whether a word means machines or hardware of the catalog, and no model.
bool names_plan(const catalog::Catalog& catalog, const std::string& word);

} // namespace gpuplan::cli::commands
