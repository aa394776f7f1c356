#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace gpuplan::cli::commands {

/// The help page of a verb, as wide as said (0: unlimited) and at most 100 columns: usage, purpose,
/// then the options by group with what is said under `--help-all` last. Aliases stay hidden.
std::string help_page(const CLI::App& app, bool all, std::size_t width);

} // namespace gpuplan::cli::commands
