#include "catalog/findings/findings.hpp"
#include "catalog/lookup/about.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::catalog {

namespace {

/// The kinds that tell whether software runs on a chip; a number format or a driver does not.
bool tells_software(const CompatibilityRecord& record) {
  return record.kind == "framework" || record.kind == "platform";
}

} // namespace

void find_chips_without_software(Drafts& drafts) {
  const bool any_told = std::ranges::any_of(
      drafts.compatibility, [](const auto& draft) { return tells_software(draft.record); });
  if (!any_told)
    return;
  for (const auto& row : drafts.accelerators) {
    const auto& chip = row.record;
    const bool told = std::ranges::any_of(drafts.compatibility, [&](const auto& draft) {
      return tells_software(draft.record) && is_about(draft.record, chip);
    });
    if (told)
      continue;
    drafts.findings.push_back(
        {.kind = Finding::software_unknown,
         .message = drafts.texts.keep(fmt::format(
             "{}: no record says what software runs on this chip of {}, so its plans are ranked "
             "last; add one to compatibility.yaml: {{feature: …, kind: framework, frameworks: "
             "[pytorch], vendor: {}, source: …}}",
             chip.name,
             chip.vendor,
             chip.vendor)),
         .file = chip.source_file,
         .line = chip.source_line});
  }
}

} // namespace gpuplan::catalog
