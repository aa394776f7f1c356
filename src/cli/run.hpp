#pragma once

#include "cli/environment.hpp"
#include "cli/exit_code.hpp"

namespace gpuplan::cli {

/// Runs the command the arguments name. Everything a user can do wrong ends in a message and an
/// exit code; an exception that reaches this place is our bug (70) or trouble with a file (5).
ExitCode run(const Environment& environment);

} // namespace gpuplan::cli
