#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace gpuplan::cli::commands {

/// The help page of a verb, 100 columns wide: usage, purpose, then the options by group with what
/// is said under `--help-all` last. Aliases stay hidden.
std::string help_page(const CLI::App& app, bool all);

} // namespace gpuplan::cli::commands
