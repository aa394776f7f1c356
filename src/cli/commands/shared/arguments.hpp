#pragma once

#include "cli/environment.hpp"
#include "cli/exit_code.hpp"
#include "core/money.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>

namespace gpuplan::cli::commands {

/// Heading of options that only `--help-all` shows.
constexpr const char* k_more = "More";

/// Heading of the help itself; it ends every page.
constexpr const char* k_help = "Help";

/// Options that are accepted and shown nowhere: other tools' names for ours.
constexpr const char* k_hidden = "";

/// Parses a verb's arguments. Answers how the command ends if it ends here: help was asked for, or
/// the usage is wrong (message on standard error with the nearest option, exit code 2).
std::optional<ExitCode>
parse(CLI::App& app, const Environment& environment, std::span<const std::string> arguments);

/// Reports wrong usage found after parsing: one phrase and, if there is one, a help line.
ExitCode usage_error(const Environment& environment,
                     const std::string& message,
                     const std::string& help = {});

/// Reports two things said that contradict each other: `--json` and `-o csv`.
ExitCode contradiction(const Environment& environment,
                       const std::string& one,
                       const std::string& other,
                       const std::string& help = {});

/// `--currency`; without one it stays as it is. An exit code where it is no code.
std::optional<ExitCode>
read_currency(const Environment& environment, const std::string& text, core::Currency& into);

} // namespace gpuplan::cli::commands
