#include "output/reports/left_out_block.hpp"

#include "core/counted.hpp"
#include "output/human.hpp"
#include "output/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::output {

using plan::RecommendationSet;

namespace {

/// `1,050`, right-aligned under the largest count.
std::vector<std::string> counts_of(const std::vector<const plan::Exclusion*>& exclusions) {
  std::vector<std::string> counts;
  std::size_t widest = 0;
  for (const auto* exclusion : exclusions) {
    counts.push_back(core::with_thousands(exclusion->count));
    widest = std::max(widest, counts.back().size());
  }
  for (auto& count : counts)
    count.insert(0, widest - count.size(), ' ');
  return counts;
}

std::string detail_of(const plan::Exclusion& exclusion) {
  if (exclusion.reason == "purchase.reserved-horizon" && exclusion.least)
    return fmt::format(", which {} from {} h a year",
                       exclusion.count == 1 ? "pays" : "pay",
                       human_number(*exclusion.least));
  if (exclusion.reason == "currency.no-rate")
    return fmt::format(", from {}", exclusion.nearest_note);
  return {};
}

} // namespace

std::string left_out_block(const RecommendationSet& set, const ReportStyle& style) {
  std::vector<const plan::Exclusion*> told;
  for (const auto& exclusion : set.excluded) {
    if (exclusion.count > 0 && !exclusion.reason.starts_with("asked."))
      told.push_back(&exclusion);
  }
  const auto counts = counts_of(told);
  std::string text;
  for (std::size_t i = 0; i < told.size(); ++i) {
    auto line = fmt::format("{} {}{}", counts[i], told[i]->summary, detail_of(*told[i]));
    if (!told[i]->remedy.empty())
      line += fmt::format(": {}", told[i]->remedy);
    text += labelled(text.empty() ? "Left out" : "", line, style, counts[i].size() + 1);
  }
  return text;
}

std::string nothing_block(const RecommendationSet& set, const ReportStyle& style) {
  std::string text =
      paragraph("No plan: nothing in the catalog meets the request.", style, 2) + "\n";
  Table nearest{{{"would help", Align::left, 0, Breaks::at_spaces},
                 {"nearest plan", Align::left, 0, Breaks::at_spaces},
                 {"cost and time"}}};
  Table reasons{{{"offers", Align::right},
                 {"left out because", Align::left, 0, Breaks::at_spaces},
                 {"nearest", Align::left, 1},
                 {"what would change it", Align::left, 2, Breaks::at_spaces}}};
  for (const auto& exclusion : set.excluded) {
    if (exclusion.count == 0) {
      nearest.add({{exclusion.summary}, {exclusion.nearest}, {exclusion.nearest_note}});
      continue;
    }
    const bool asked = exclusion.reason.starts_with("asked.");
    const bool more = !asked && !exclusion.nearest_note.empty();
    reasons.add({{core::with_thousands(exclusion.count)},
                 {more ? exclusion.summary + ": " + exclusion.nearest_note : exclusion.summary},
                 {asked ? std::string{} : exclusion.nearest},
                 {exclusion.remedy_told.empty() ? exclusion.remedy : exclusion.remedy_told}});
  }
  if (!nearest.rows().empty())
    text += nearest.text(style.width, style.colour) + "\n";
  return text + reasons.text(style.width, style.colour);
}

} // namespace gpuplan::output
