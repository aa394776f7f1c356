#include "cli/commands/shared/arguments.hpp"

#include "cli/commands/shared/help_page.hpp"
#include "cli/commands/shared/job_options.hpp"
#include "core/currency_codes.hpp"
#include "core/text.hpp"
#include "source/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

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

/// Flags that people bring along from other tools, by how they begin, and what to say instead.
struct Hint {
  std::string_view begins;
  std::string_view help;
};

constexpr std::array k_hints{
    Hint{"--memory", "GPU or host memory? --where 'gpu_memory_gib >= 80', or --host-memory 80GiB+"},
    Hint{"--gpu-memory-total", "--where 'gpu_memory_total_gib >= 640'"},
    Hint{"--gpu-memory", "--where 'gpu_memory_gib >= 80'"},
    Hint{"--spot", "--terms spot"},
    Hint{"--zone", "a plan names its zone: --on aws/p5.48xlarge@us-east-1/us-east-1a"},
    Hint{"--tp", "degrees of parallelism are searched: --where 'tensor_parallel == 8' keeps one"},
    Hint{"--pp", "degrees of parallelism are searched: --where 'pipeline_parallel == 2' keeps one"},
    Hint{"--dp", "degrees of parallelism are searched: --where 'data_parallel == 4' keeps one"},
    Hint{"--ep", "degrees of parallelism are searched: --where 'expert_parallel == 2' keeps one"},
    Hint{"--quiet", "remarks go to standard error: 2>/dev/null"},
    Hint{"-q", "remarks go to standard error: 2>/dev/null"},
    Hint{"--verbose", "-o wide shows more of a plan, `gpuplan explain PLAN` all of it"},
    Hint{"-v", "-o wide shows more of a plan, `gpuplan explain PLAN` all of it"},
    Hint{"--community",
         "hosts of third parties are listed; --where 'host_tier != \"community\"' leaves them out"},
    Hint{"--offline", "gpuplan is always offline: leave it out"},
    Hint{"--dry-run", "nothing is rented or changed: leave it out"},
    Hint{"--yes", "nothing is asked: leave it out"},
};

/// Short names are met as a whole, since longer ones begin like them: `--tp`, `--tpot`.
std::string hint_for(const std::string& flag) {
  const auto hint = std::ranges::find_if(k_hints, [&](const Hint& known) {
    const bool short_name = known.begins.size() <= 4;
    return short_name ? flag == known.begins : flag.starts_with(known.begins);
  });
  return hint == k_hints.end() ? std::string{} : std::string(hint->help);
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
  std::vector<std::string_view> views;
  for (const auto& known : names) {
    if (known.starts_with("--"))
      views.push_back(known);
  }
  if (is_option_about_plans(name))
    return usage_error(environment,
                       fmt::format("no option {} of {}", name, app.get_name()),
                       "`gpuplan recommend` takes it");
  const auto meant = name.starts_with("--") ? core::nearest(name, views) : std::nullopt;
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
    const bool letter = argument.size() == 2 && argument[0] == '-' &&
                        std::isalpha(static_cast<unsigned char>(argument[1])) != 0;
    const auto name = letter ? argument : argument.substr(0, argument.find('='));
    if ((letter || name.starts_with("--")) &&
        std::find(names.begin(), names.end(), name) == names.end())
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

/// An option whose value is missing: `--deadline --region eu`, `--deadline=`.
const CLI::Option* without_value(const CLI::App& app, std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--")
      return nullptr;
    if (!arguments[i].starts_with("-"))
      continue;
    const auto equals = arguments[i].find('=');
    const auto* option = app.get_option_no_throw(arguments[i].substr(0, equals));
    if (option == nullptr || option->get_items_expected_min() == 0)
      continue;
    const bool ends = equals == std::string::npos
                          ? i + 1 == arguments.size() || arguments[i + 1].starts_with("--")
                          : equals + 1 == arguments[i].size();
    if (ends)
      return option;
  }
  return nullptr;
}

/// What was said more often than the command takes it: a word, or the value of an option.
std::optional<ExitCode> said_too_often(const CLI::App& app, const Environment& environment) {
  for (const auto* option : app.get_options()) {
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    if (option->get_items_expected_max() == 0 || option->count() <= most)
      continue;
    if (option->get_positional())
      return usage_error(environment,
                         fmt::format("met {}, a word too many", option->results()[most]),
                         "an option begins with --, a text with spaces stands in quotes");
    const auto name = option->get_name(false, false);
    return usage_error(environment,
                       fmt::format("met {} a second time", name),
                       fmt::format("it is {} and {}; keep one of the two",
                                   option->results()[0],
                                   option->results()[most]));
  }
  return std::nullopt;
}

/// A switch that was given a value: `--all=yes`.
std::optional<std::string> switch_with_value(const CLI::App& app,
                                             std::span<const std::string> arguments) {
  for (const auto& argument : arguments) {
    if (argument == "--")
      return std::nullopt;
    const auto equals = argument.find('=');
    if (!argument.starts_with("--") || equals == std::string::npos)
      continue;
    const auto* option = app.get_option_no_throw(argument.substr(0, equals));
    if (option != nullptr && option->get_items_expected_max() == 0)
      return argument;
  }
  return std::nullopt;
}

} // namespace

ExitCode
usage_error(const Environment& environment, const std::string& message, const std::string& help) {
  std::string text = fmt::format("gpuplan: {}\n", source::printable(message));
  if (!help.empty())
    text += fmt::format("  help: {}\n", source::printable(help));
  write(environment.error, text);
  return ExitCode::usage;
}

ExitCode contradiction(const Environment& environment,
                       const std::string& one,
                       const std::string& other,
                       const std::string& help) {
  return usage_error(
      environment, fmt::format("met {} beside {}, expected one of the two", one, other), help);
}

std::optional<ExitCode>
read_currency(const Environment& environment, const std::string& text, core::Currency& into) {
  if (text.empty())
    return std::nullopt;
  const auto currency = core::Currency::parse_typed(text);
  if (!currency)
    return usage_error(environment,
                       fmt::format("met --currency {}, no currency code", text),
                       core::currency_help(text));
  into = *currency;
  return std::nullopt;
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
    write(environment.output, help_page(app, asks("--help-all"), width_of(environment)));
    return ExitCode::done;
  }
  if (const auto unknown = unknown_option(app, arguments))
    return unknown_argument(app, environment, *unknown);
  if (const auto* option = without_value(app, arguments))
    return usage_error(environment,
                       fmt::format("{} wants a value: {}",
                                   option->get_name(false, false),
                                   option->get_type_name()),
                       option->get_type_name() == "PLAN"
                           ? "a reference such as aws/p5.48xlarge@us-east-1, or h100:8"
                           : fmt::format("`gpuplan {} --help` shows the options", app.get_name()));
  if (const auto given = switch_with_value(app, arguments))
    return usage_error(environment,
                       fmt::format("met {}, a switch that takes no value", *given),
                       fmt::format("write {}", given->substr(0, given->find('='))));
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError&) {
    if (const auto ended = said_too_often(app, environment))
      return ended;
    return usage_error(environment,
                       fmt::format("met arguments that {} does not take", app.get_name()),
                       fmt::format("`gpuplan {} --help` shows the options", app.get_name()));
  }
  auto rest = app.remaining();
  std::erase(rest, "--"); // ends the options; it is no word
  if (!rest.empty())
    return unknown_argument(app, environment, first_unknown(rest));
  return std::nullopt;
}

} // namespace gpuplan::cli::commands
