#pragma once

#include "cli/environment.hpp"
#include "cli/exit_code.hpp"

#include <span>
#include <string>

namespace gpuplan::cli::commands {

ExitCode catalog(const Environment& environment, std::span<const std::string> arguments);

} // namespace gpuplan::cli::commands
