#include "cli/commands/shared/list_length.hpp"

#include "source/fields.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {

void ListLength::add(CLI::App& app, const std::string& rows, const std::string& every) {
  app.add_option("--top", top_, fmt::format("{} (default {})", rows, most_))
      ->type_name("N")
      ->group("Show");
  app.add_option("--limit,--max-results,--top-n", limit_)->group(k_hidden);
  app.add_flag("--all", all_, every)->group("Show");
}

std::optional<ExitCode> ListLength::check(const Environment& environment) {
  if (!top_.empty() && !limit_.empty() && top_ != limit_)
    return contradiction(environment, "--top " + top_, "--limit " + limit_);
  if (top_.empty())
    top_ = limit_;
  if (top_.empty())
    return std::nullopt;
  if (all_)
    return contradiction(environment, "--all", "--top " + top_);
  const auto number = source::parse_whole(top_);
  if (!number || *number < 1)
    return usage_error(environment,
                       fmt::format("met --top {}, expected a whole number of 1 or more", top_),
                       "--all prints every one");
  most_ = static_cast<std::size_t>(*number);
  return std::nullopt;
}

} // namespace gpuplan::cli::commands
