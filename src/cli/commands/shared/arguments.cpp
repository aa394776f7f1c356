#include "cli/commands/shared/arguments.hpp"

#include "cli/commands/shared/help_page.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::cli::commands {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames())
      names.push_back("--" + name);
    for (const auto& name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

/// Flags people bring along that mean two things, with the question to answer.
std::string hint_for(const std::string& flag) {
  if (flag.starts_with("--memory")) {
    return "GPU or host memory? --where 'gpu_memory_gib >= 80', or --host-memory 80GiB+";
  }
  if (flag.starts_with("--spot"))
    return "--terms spot";
  return {};
}

ExitCode
unknown_argument(const CLI::App& app, const Environment& environment, const std::string& met) {
  const std::string name = met.substr(0, met.find('='));
  if (!name.starts_with('-')) {
    return usage_error(environment,
                       fmt::format("met {}, an argument too many", met),
                       fmt::format("`gpuplan {} --help` shows what it takes", app.get_name()));
  }
  if (auto hint = hint_for(name); !hint.empty()) {
    return usage_error(environment, fmt::format("no option {}", name), hint);
  }
  const auto names = option_names(app);
  std::vector<std::string_view> views(names.begin(), names.end());
  const auto meant = core::nearest(name, views);
  return usage_error(
      environment,
      fmt::format("no option {}", name),
      meant ? fmt::format("did you mean {}?", *meant)
            : fmt::format("`gpuplan {} --help-all` lists the options", app.get_name()));
}

/// An option the command does not have. It is looked for before the words are parsed: its value
/// would be taken for a word, and the fault reported there.
std::optional<std::string> unknown_option(const CLI::App& app,
                                          std::span<const std::string> arguments) {
  const auto names = option_names(app);
  for (const auto& argument : arguments) {
    if (argument == "--")
      return std::nullopt;
    const auto name = argument.substr(0, argument.find('='));
    if (name.starts_with("--") && std::find(names.begin(), names.end(), name) == names.end())
      return argument;
  }
  return std::nullopt;
}

/// Words in the place of one option's value that look like an option themselves.
std::string first_unknown(const std::vector<std::string>& rest) {
  const auto flag = std::find_if(
      rest.begin(), rest.end(), [](const std::string& word) { return word.starts_with('-'); });
  return flag == rest.end() ? rest.front() : *flag;
}

/// An option that stands where another's value should: `--deadline --region eu`.
const CLI::Option* without_value(const CLI::App& app, std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with("--") || arguments[i] == "--")
      continue;
    const auto* option = app.get_option_no_throw(arguments[i]);
    if (option == nullptr || option->get_items_expected_min() == 0)
      continue;
    if (i + 1 == arguments.size() || arguments[i + 1].starts_with("--"))
      return option;
  }
  return nullptr;
}

/// The first word beyond those a command takes; empty where there is none.
std::string word_too_many(const CLI::App& app) {
  for (const auto* option : app.get_options()) {
    if (!option->get_positional())
      continue;
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    if (option->count() > most)
      return option->results()[most];
  }
  return {};
}

} // namespace

ExitCode
usage_error(const Environment& environment, const std::string& message, const std::string& help) {
  std::string text = fmt::format("gpuplan: {}\n", message);
  if (!help.empty())
    text += fmt::format("  help: {}\n", help);
  write(environment.error, text);
  return ExitCode::usage;
}

std::optional<ExitCode>
parse(CLI::App& app, const Environment& environment, std::span<const std::string> arguments) {
  app.set_help_flag();
  bool ignored = false;
  app.add_flag("-h,--help", ignored, "this page")->group(k_help);
  app.add_flag("--help-all", ignored, "every option")->group(k_help);
  app.allow_extras();
  const auto asks = [&](std::string_view flag) {
    return std::find(arguments.begin(), arguments.end(), flag) != arguments.end();
  };
  if (asks("--help") || asks("-h") || asks("--help-all")) {
    write(environment.output, help_page(app, asks("--help-all")));
    return ExitCode::done;
  }
  if (const auto unknown = unknown_option(app, arguments))
    return unknown_argument(app, environment, *unknown);
  if (const auto* option = without_value(app, arguments))
    return usage_error(environment,
                       fmt::format("{} wants a value: {}",
                                   option->get_name(false, false),
                                   option->get_type_name()),
                       fmt::format("`gpuplan {} --help` shows the options", app.get_name()));
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& fault) {
    const auto word = word_too_many(app);
    if (!word.empty())
      return usage_error(environment,
                         fmt::format("met {}, a word too many", word),
                         "an option begins with --, a text with spaces stands in quotes");
    return usage_error(environment,
                       fault.what(),
                       fmt::format("`gpuplan {} --help` shows the options", app.get_name()));
  }
  const auto rest = app.remaining();
  if (!rest.empty())
    return unknown_argument(app, environment, first_unknown(rest));
  return std::nullopt;
}

} // namespace gpuplan::cli::commands
