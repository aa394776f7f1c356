#include "output/reports/findings_report.hpp"

#include "core/counted.hpp"

#include <algorithm>
#include <vector>

namespace gpuplan::output {
namespace {

using catalog::Catalog;
using catalog::FindingRecord;

/// So many of one kind are told one by one.
constexpr std::size_t k_few = 3;

std::string kind_text(const Catalog& catalog,
                      const catalog::FindingKind& kind,
                      std::vector<FindingRecord>& of) {
  std::string text;
  if (of.size() <= k_few) {
    for (const auto& finding : of)
      text += core::render(diagnose(catalog, finding));
    return text;
  }
  const auto worst = std::ranges::max_element(of, {}, &FindingRecord::ratio);
  const auto example = diagnose(catalog, *worst);
  return core::render({.code = std::string(kind.code),
                       .severity = kind.severity,
                       .headline = core::counted(of.size(), "row") + ": " + std::string(kind.title),
                       .labels = {{.span = example.at,
                                   .text = (worst->ratio > 0 ? "the worst: " : "the first: ") +
                                           example.headline}}});
}

} // namespace

std::string
findings_text(const Catalog& catalog, std::span<const FindingRecord> findings, Telling telling) {
  std::string text;
  if (telling == Telling::each) {
    for (const auto& finding : findings)
      text += core::render(diagnose(catalog, finding));
    return text;
  }
  for (const auto& kind : catalog::finding_kinds()) {
    std::vector<FindingRecord> of;
    std::ranges::copy_if(findings, std::back_inserter(of), [&](const FindingRecord& finding) {
      return finding.kind == kind.bit;
    });
    if (!of.empty())
      text += kind_text(catalog, kind, of);
  }
  return text;
}

} // namespace gpuplan::output
