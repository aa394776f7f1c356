#pragma once

#include "core/date.hpp"
#include "output/styled_text.hpp"

#include <cstddef>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::cli {

/// What a command sees of the machine it runs on. Taken once in `main`; tests make their own. The
/// only place that reads clock, environment and terminal.
struct Environment {
  std::vector<std::string> arguments; ///< without the program's name
  std::function<std::optional<std::string>(const std::string&)> variable;
  core::Date today;
  bool output_is_terminal = false;
  bool error_is_terminal = false;
  std::size_t terminal_width = 0; ///< 0: unlimited
  std::FILE* output = stdout;
  std::FILE* error = stderr;
};

/// The environment of this process.
Environment this_process(int argc, const char* const* argv);

enum class ColourWish : std::uint8_t { automatic, always, never };

/// NO_COLOR, CLICOLOR_FORCE, TERM=dumb and the flag, in the customary order.
output::Colour colour_of(const Environment& environment, ColourWish wish);

/// Columns of a table: COLUMNS where it is set, else the terminal's, unlimited in a pipe.
std::size_t width_of(const Environment& environment);

/// Writes to a stream. A closed pipe ends the process quietly, as other filters do; any other
/// trouble (a full disk) is a std::system_error.
void write(std::FILE* stream, std::string_view text);

} // namespace gpuplan::cli
