#pragma once

#include "cli/environment.hpp"
#include "core/diagnostic.hpp"
#include "plan/recommendation.hpp"
#include "source/files.hpp"

#include <optional>
#include <string>

namespace gpuplan::cli::commands {

/// Where the last answer given on a terminal is kept; empty where there is no home.
std::string last_answer_path(const Environment& environment);

/// The job of a saved answer (`recommend --save FILE`); nothing with diagnostics where the file is
/// no answer.
std::optional<plan::Stated>
read_saved_answer(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink);

} // namespace gpuplan::cli::commands
