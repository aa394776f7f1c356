#include "output/reports/mark_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::output {
namespace {

using plan::Mark;
using plan::Recommendation;

/// `bandwidth.multi-node-network, compute.cpu-ratio`: every rule that warns of some of the plans.
std::string warning_rules(std::span<const Recommendation* const> entries) {
  std::vector<std::string_view> rules;
  for (const auto* entry : entries) {
    for (const auto* warning : warnings_of(*entry)) {
      if (std::ranges::find(rules, warning->rule) == rules.end())
        rules.push_back(warning->rule);
    }
  }
  return fmt::format("{}", fmt::join(rules, ", "));
}

} // namespace

std::string note_letters(const Recommendation& entry) {
  std::string letters;
  for (const auto& mark : plan::marks()) {
    if (mark.letter == '\0' || !entry.has(mark.mark))
      continue;
    if (!letters.empty())
      letters += ' ';
    letters += mark.letter;
  }
  return letters;
}

std::vector<std::string> letter_meanings(std::span<const Recommendation* const> entries) {
  std::vector<std::string> told;
  for (const auto& mark : plan::marks()) {
    const bool used = std::any_of(
        entries.begin(), entries.end(), [&](const auto* entry) { return entry->has(mark.mark); });
    if (mark.letter == '\0' || !used)
      continue;
    told.push_back(fmt::format("{} {}", mark.letter, mark.meaning));
    if (mark.mark == Mark::rule_warns)
      told.back() += ": " + warning_rules(entries);
  }
  return told;
}

} // namespace gpuplan::output
