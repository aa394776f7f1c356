#pragma once

#include "cli/commands/shared/arguments.hpp"

#include <cstddef>
#include <string>

namespace gpuplan::cli::commands {

/// How many rows of a list are shown: `--top N`, `--all`, and what other tools call them.
class ListLength {
public:
  explicit ListLength(std::size_t usual) : most_(usual) {}

  /// What the list consists of, for the help: "lines of the list", "every ranked plan".
  void add(CLI::App& app, const std::string& rows, const std::string& every);

  /// An exit code where `--top` is no number of rows, or said beside what contradicts it.
  std::optional<ExitCode> check(const Environment& environment);

  [[nodiscard]] bool all() const { return all_; }

  [[nodiscard]] std::size_t most() const { return most_; }

  /// For scripts, that are given every row (0) unless fewer are asked for.
  [[nodiscard]] std::size_t most_for_scripts() const { return all_ || top_.empty() ? 0 : most_; }

private:
  std::size_t most_;
  std::string top_;
  std::string limit_; ///< of `--limit`, another name of `--top`
  bool all_ = false;
};

} // namespace gpuplan::cli::commands
