#include "cli/environment.hpp"

#include "source/fields.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

namespace gpuplan::cli {
namespace {

constexpr std::size_t k_narrowest = 40;
constexpr std::size_t k_widest = 1000;

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    return 0;
  return size.ws_col;
}

bool set_and_not_empty(const Environment& environment, const char* name) {
  const auto value = environment.variable(name);
  return value && !value->empty();
}

} // namespace

Environment this_process(int argc, const char* const* argv) {
  std::signal(SIGPIPE, SIG_IGN);
  Environment environment;
  environment.arguments.assign(argv + (argc > 0 ? 1 : 0), argv + argc);
  environment.variable = [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr)
      return std::nullopt;
    return std::string(value);
  };
  environment.today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  environment.output_is_terminal = isatty(STDOUT_FILENO) == 1;
  environment.error_is_terminal = isatty(STDERR_FILENO) == 1;
  environment.terminal_width = environment.output_is_terminal ? terminal_columns() : 0;
  return environment;
}

output::Colour colour_of(const Environment& environment, ColourWish wish) {
  if (wish == ColourWish::always)
    return output::Colour::on;
  if (wish == ColourWish::never)
    return output::Colour::off;
  if (set_and_not_empty(environment, "NO_COLOR"))
    return output::Colour::off;
  const auto force = environment.variable("CLICOLOR_FORCE");
  if (force && !force->empty() && *force != "0")
    return output::Colour::on;
  const auto terminal = environment.variable("TERM");
  const bool dumb = terminal && *terminal == "dumb";
  return environment.output_is_terminal && !dumb ? output::Colour::on : output::Colour::off;
}

std::size_t width_of(const Environment& environment) {
  if (const auto columns = environment.variable("COLUMNS")) {
    const auto number = source::parse_whole(*columns);
    if (number && *number >= static_cast<std::int64_t>(k_narrowest) &&
        *number <= static_cast<std::int64_t>(k_widest)) {
      return static_cast<std::size_t>(*number);
    }
  }
  return environment.output_is_terminal ? environment.terminal_width : 0;
}

void write(std::FILE* stream, std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stream);
  if (written == text.size() && std::fflush(stream) == 0)
    return;
  // Nobody reads any more: that is no fault of the command.
  if (errno == EPIPE)
    std::_Exit(0);
  throw std::system_error(errno, std::generic_category(), "cannot write the output");
}

} // namespace gpuplan::cli
