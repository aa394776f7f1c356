#include "output/reports/why_not_report.hpp"

#include "core/counted.hpp"
#include "output/human.hpp"
#include "output/reports/recommend_report.hpp"

#include <fmt/format.h>

namespace gpuplan::output {

using plan::RecommendationSet;

std::vector<const plan::Exclusion*> reasons_against(const RecommendationSet& set) {
  std::vector<const plan::Exclusion*> reasons;
  for (const auto& exclusion : set.excluded) {
    // A limit without offers of its own is named again by the reason it stands for.
    const bool of_others = exclusion.reason == "asked.plan" || exclusion.reason == "asked.gpu";
    if (exclusion.count > 0 && !of_others)
      reasons.push_back(&exclusion);
  }
  return reasons;
}

std::string
why_not_text(const RecommendationSet& set, std::string_view reference, const ReportStyle& style) {
  auto text = paragraph(
      fmt::format("{} is not recommended for {}", reference, job_phrase(set.workload)), style, 2);
  for (const auto* against : reasons_against(set)) {
    const auto& exclusion = *against;
    const auto note = exclusion.nearest_note.empty() ? exclusion.summary : exclusion.nearest_note;
    const auto reason = styled(exclusion.reason, Style::warn, style.colour);
    text += paragraph(fmt::format("  {}: {}", reason, note), style, 4);
    text += paragraph(fmt::format("    {} of its prices; nearest {}",
                                  core::with_thousands(exclusion.count),
                                  exclusion.nearest),
                      style,
                      6);
    if (!exclusion.remedy.empty())
      text += paragraph("    what would change it: " + exclusion.remedy, style, 6);
  }
  return text;
}

} // namespace gpuplan::output
