#include "cli/commands/shared/help_page.hpp"

#include "cli/commands/shared/arguments.hpp"
#include "output/styled_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace gpuplan::cli::commands {
namespace {

constexpr std::size_t k_widest = 100;
constexpr std::size_t k_text_column = 27;

/// `--deadline TIME`, `-o, --output FORMAT`, `MODEL`.
std::string name_of(const CLI::Option& option) {
  if (option.get_positional())
    return option.get_name(true);
  std::string name;
  for (const auto& letter : option.get_snames())
    name += (name.empty() ? "-" : ", -") + letter;
  for (const auto& word : option.get_lnames())
    name += (name.empty() ? "--" : ", --") + word;
  const bool takes_value = option.get_items_expected_max() > 0;
  return takes_value ? name + " " + option.get_type_name() : name;
}

/// Where descriptions begin: beside the names, or below them where the page is narrow.
std::size_t text_column(std::size_t width) {
  constexpr std::size_t k_narrow = 60;
  constexpr std::size_t k_below = 6;
  return width < k_narrow ? k_below : k_text_column;
}

std::string entry(const CLI::Option& option, std::size_t width) {
  const auto column = text_column(width);
  std::string text = output::wrap("  " + name_of(option), width, column);
  if (option.get_description().empty())
    return text + "\n";
  if (text.size() + 2 > column)
    text += "\n" + std::string(column, ' ');
  else
    text.append(column - text.size(), ' ');
  const auto body = output::wrap(option.get_description(), width - column, 0);
  for (const char c : body) {
    text += c;
    if (c == '\n')
      text.append(column, ' ');
  }
  return text + "\n";
}

/// Groups in the order they were met; what few people need and the help itself come last.
std::vector<std::string> groups_of(const CLI::App& app, bool all) {
  std::vector<std::string> groups;
  for (const auto* option : app.get_options()) {
    const auto& group = option->get_group();
    const bool last = group == k_more || group == k_help;
    if (!group.empty() && !last && std::find(groups.begin(), groups.end(), group) == groups.end())
      groups.push_back(group);
  }
  if (all)
    groups.emplace_back(k_more);
  groups.emplace_back(k_help);
  return groups;
}

std::string positionals(const CLI::App& app) {
  std::string text;
  for (const auto* option : app.get_options()) {
    if (!option->get_positional())
      continue;
    const bool many = option->get_items_expected_max() > 1;
    text += fmt::format(" [{}{}]", option->get_name(true), many ? "..." : "");
  }
  return text;
}

} // namespace

std::string help_page(const CLI::App& app, bool all, std::size_t width) {
  width = width == 0 ? k_widest : std::min(width, k_widest);
  auto text = output::wrap_lines(fmt::format("Usage: gpuplan {}{} [OPTIONS]\n{}\n",
                                             app.get_name(),
                                             positionals(app),
                                             app.get_description()),
                                 width);
  for (const auto& group : groups_of(app, all)) {
    std::string entries;
    for (const auto* option : app.get_options()) {
      if (option->get_group() == group)
        entries += entry(*option, width);
    }
    if (!entries.empty())
      text += fmt::format("\n{}\n{}", group, entries);
  }
  return text;
}

} // namespace gpuplan::cli::commands
