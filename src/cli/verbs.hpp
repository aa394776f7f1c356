#pragma once

#include "cli/environment.hpp"
#include "cli/exit_code.hpp"

#include <span>
#include <string_view>

namespace gpuplan::cli {

/// A verb: one file pair under `commands/`. Its options are registered only when it is the verb.
struct Verb {
  std::string_view name;
  std::string_view group;   ///< heading in the help
  std::string_view summary; ///< one line
  ExitCode (*run)(const Environment& environment, std::span<const std::string> arguments);
};

/// All verbs, in the order help prints them.
std::span<const Verb> verbs();

const Verb* find_verb(std::string_view name);

} // namespace gpuplan::cli
