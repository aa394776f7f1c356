#include "catalog/check.hpp"

#include "catalog/catalog.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::catalog {

namespace {

using core::Severity;

constexpr std::array k_kinds{
    FindingKind{Finding::zero_price, "CAT021", "a price of zero", Severity::warning},
    FindingKind{Finding::duplicate_key, "CAT022", "two rows for one offer", Severity::warning},
    FindingKind{Finding::per_device_price_unscaled,
                "CAT023",
                "a price that does not grow with the number of devices",
                Severity::warning},
    FindingKind{Finding::spot_above_on_demand,
                "CAT024",
                "spot dearer than on demand",
                Severity::warning},
    FindingKind{Finding::spot_equals_on_demand,
                "CAT025",
                "spot as dear as on demand",
                Severity::note},
    FindingKind{Finding::payment_order,
                "CAT026",
                "paying earlier costs more than paying later",
                Severity::warning},
    FindingKind{Finding::outlier,
                "CAT027",
                "a price far from the chip's median",
                Severity::warning},
    FindingKind{Finding::memory_mismatch,
                "CAT028",
                "memory that is not devices times the chip's",
                Severity::warning},
    FindingKind{Finding::memory_corrected,
                "CAT029",
                "a wrong memory figure that the chip's own size settles",
                Severity::warning},
    FindingKind{Finding::derived, "CAT030", "a price worked out, not read", Severity::note},
    FindingKind{Finding::no_price, "CAT031", "listed without a price", Severity::note},
    FindingKind{Finding::unconfirmed, "CAT032", "a price that nobody confirms", Severity::warning},
    FindingKind{Finding::software_unknown,
                "CAT033",
                "a chip of which no record says what software it runs",
                Severity::warning}};

} // namespace

std::span<const FindingKind> finding_kinds() {
  return k_kinds;
}

const FindingKind& kind_of(Finding bit) {
  const auto found = std::ranges::find(k_kinds, bit, &FindingKind::bit);
  return found == k_kinds.end() ? k_kinds.front() : *found;
}

core::Diagnostic diagnose(const Catalog& catalog, const FindingRecord& finding) {
  const auto& kind = kind_of(finding.kind);
  std::string subject;
  if (finding.offer) {
    subject = catalog.offer_name(catalog.offer(*finding.offer));
  } else if (finding.instance) {
    const auto instance = catalog.instance(*finding.instance);
    subject =
        std::string{catalog.provider(instance.provider).name} + "/" + std::string{instance.type};
  }
  core::Diagnostic diagnostic{.code = std::string{kind.code},
                              .severity = kind.severity,
                              .headline = subject.empty()
                                              ? std::string{finding.message}
                                              : subject + ": " + std::string{finding.message},
                              .at = {.file = std::string{finding.file}, .line = finding.line}};
  if (finding.other_line > 0)
    diagnostic.labels.push_back(
        {.span = {.file = std::string{finding.other_file}, .line = finding.other_line},
         .text = "the other row"});
  return diagnostic;
}

std::vector<core::Diagnostic> check(const Catalog& catalog) {
  std::vector<core::Diagnostic> diagnostics;
  for (const auto& finding : catalog.findings())
    diagnostics.push_back(diagnose(catalog, finding));
  return diagnostics;
}

} // namespace gpuplan::catalog
