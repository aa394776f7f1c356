#include "cli/run.hpp"

#include "cli/help.hpp"
#include "cli/verbs.hpp"
#include "core/text.hpp"
#include "source/utf8.hpp"

#include <fmt/format.h>

#include <exception>
#include <system_error>

namespace gpuplan::cli {
namespace {

/// A page of help, broken where the terminal is narrower than it is written for.
void print_page(const Environment& environment, const std::string& page) {
  write(environment.output, output::wrap_lines(page, width_of(environment)));
}

ExitCode unknown_verb(const Environment& environment, const std::string& word) {
  std::vector<std::string_view> names;
  for (const auto& verb : verbs())
    names.push_back(verb.name);
  const auto meant = core::nearest(word, names);
  std::string message = word.starts_with('-') ? fmt::format("gpuplan: no option {} here\n", word)
                                              : fmt::format("gpuplan: no command \"{}\"\n", word);
  if (meant)
    message += fmt::format("  help: did you mean `gpuplan {}`?\n", *meant);
  message += "  `gpuplan --help` lists the commands\n";
  write(environment.error, source::printable(message));
  return ExitCode::usage;
}

ExitCode help(const Environment& environment, std::span<const std::string> arguments) {
  if (arguments.empty()) {
    print_page(environment, overview());
    return ExitCode::done;
  }
  if (arguments[0] == "coming-from")
    return coming_from(environment, arguments.subspan(1));
  const Verb* verb = find_verb(arguments[0]);
  if (verb == nullptr)
    return unknown_verb(environment, arguments[0]);
  const std::vector<std::string> ask{"--help"};
  return verb->run(environment, ask);
}

ExitCode dispatch(const Environment& environment) {
  const std::span<const std::string> arguments(environment.arguments);
  if (arguments.empty()) {
    print_page(environment, welcome());
    return ExitCode::done;
  }
  const std::string& word = arguments[0];
  if (word == "--help" || word == "-h" || word == "--help-all") {
    print_page(environment, overview());
    return ExitCode::done;
  }
  if (word == "help")
    return help(environment, arguments.subspan(1));
  const Verb* verb = find_verb(word == "--version" || word == "-V" ? "version" : word);
  if (verb == nullptr)
    return unknown_verb(environment, word);
  return verb->run(environment, arguments.subspan(1));
}

} // namespace

ExitCode run(const Environment& environment) {
  try {
    return dispatch(environment);
  } catch (const std::system_error& trouble) {
    std::fputs(fmt::format("gpuplan: {}\n", trouble.what()).c_str(), environment.error);
    return ExitCode::outside;
  } catch (const std::exception& bug) {
    std::fputs(fmt::format("gpuplan: internal error: {}\n"
                           "  This is a fault of gpuplan, not of your input. Please report the "
                           "command and this line.\n",
                           bug.what())
                   .c_str(),
               environment.error);
    return ExitCode::our_bug;
  }
}

} // namespace gpuplan::cli
