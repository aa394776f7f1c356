#include "cli/verbs.hpp"

#include "cli/commands/catalog.hpp"
#include "cli/commands/compare.hpp"
#include "cli/commands/estimate.hpp"
#include "cli/commands/explain.hpp"
#include "cli/commands/facts.hpp"
#include "cli/commands/offers.hpp"
#include "cli/commands/recommend.hpp"
#include "cli/commands/schema.hpp"
#include "cli/commands/size.hpp"
#include "cli/commands/version.hpp"

#include <array>

namespace gpuplan::cli {
namespace {

constexpr std::string_view k_plan = "Plan a job";
constexpr std::string_view k_data = "Data and trust";

constexpr std::array k_verbs{
    Verb{"recommend",
         k_plan,
         "which machines to rent for a job, ranked and explained",
         commands::recommend},
    Verb{"size",
         k_plan,
         "what a job needs of compute, memory and bandwidth; no prices",
         commands::size},
    Verb{"explain",
         k_plan,
         "one plan in full, or why a plan is not recommended",
         commands::explain},
    Verb{"compare",
         k_plan,
         "plans side by side; a list for any key makes a grid",
         commands::compare},
    Verb{"estimate", k_plan, "time and cost of a job on a plan you name", commands::estimate},
    Verb{"offers", k_plan, "what is for sale, where and on which terms", commands::offers},
    Verb{"catalog",
         k_data,
         "check or show the catalog of chips, machines and prices",
         commands::catalog},
    Verb{"facts", k_data, "the vocabulary of rules, filters, columns and JSON", commands::facts},
    Verb{"schema", k_data, "JSON Schemas of the outputs and inputs", commands::schema},
    Verb{"version", k_data, "version of the program and of its catalog", commands::version},
};

} // namespace

std::span<const Verb> verbs() {
  return k_verbs;
}

const Verb* find_verb(std::string_view name) {
  for (const auto& verb : k_verbs) {
    if (verb.name == name)
      return &verb;
  }
  return nullptr;
}

} // namespace gpuplan::cli
