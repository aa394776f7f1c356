#include "cli/commands/shared/one_plan.hpp"

#include "catalog/reference.hpp"

#include <fmt/format.h>

#include <variant>
#include <vector>

namespace gpuplan::cli::commands {
bool names_plan(const catalog::Catalog& catalog, const std::string& word) {
  const bool is_model =
      catalog.find_language_model(word) != nullptr || catalog.find_sample_model(word) != nullptr;
  return !is_model &&
         !std::holds_alternative<catalog::ReferenceError>(catalog::select_offers(catalog, word));
}

std::optional<ExitCode> expect_one_plan(const Environment& environment,
                                        const catalog::Catalog& catalog,
                                        const JobOptions& job,
                                        const std::string& why_not) {
  std::vector<std::string> named;
  std::vector<std::string> said;
  const auto add = [&](const std::string& plan, const std::string& origin) {
    named.push_back(plan);
    said.push_back(origin + plan);
  };
  if (!why_not.empty())
    add(why_not, "--why-not ");
  for (const auto& override : job.overrides()) {
    if (override.key == "on" && override.origin != "PLAN")
      add(override.value, override.origin + " ");
  }
  for (const auto& word : job.words()) {
    if (word == job.file())
      continue;
    if (job.says("model") || names_plan(catalog, word))
      add(word, "");
  }
  if (named.size() < 2)
    return std::nullopt;
  return usage_error(environment,
                     fmt::format("met two plans, {} and {}, expected one", said[0], said[1]),
                     fmt::format("`gpuplan compare {} {} --model …` sets plans side by side",
                                 shell_word(named[0]),
                                 shell_word(named[1])));
}

} // namespace gpuplan::cli::commands
