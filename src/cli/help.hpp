#pragma once

#include "cli/environment.hpp"
#include "cli/exit_code.hpp"

#include <span>
#include <string>

namespace gpuplan::cli {

/// What `gpuplan` alone prints: three commands to paste, the catalog's date and counts.
std::string welcome();

/// What `gpuplan --help` prints: the verbs, exit codes, where to look next.
std::string overview();

/// `gpuplan help coming-from TOOL`: that tool's flags and ours.
ExitCode coming_from(const Environment& environment, std::span<const std::string> arguments);

} // namespace gpuplan::cli
