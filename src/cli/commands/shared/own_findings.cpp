#include "cli/commands/shared/own_findings.hpp"

#include "catalog/check.hpp"
#include "catalog/load.hpp"
#include "core/counted.hpp"
#include "source/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::cli::commands {
namespace {

/// Rows that are not ranked as they stand: without a price, or set apart by a finding.
bool takes_away(const catalog::FindingRecord& finding) {
  const auto bit = static_cast<std::uint32_t>(finding.kind);
  return finding.kind == catalog::Finding::no_price || (bit & catalog::k_quarantine) != 0;
}

} // namespace

bool is_of(std::span<const std::string> overlays, std::string_view file) {
  return std::ranges::any_of(overlays, [&](std::string_view overlay) {
    while (overlay.size() > 1 && overlay.ends_with('/'))
      overlay.remove_suffix(1);
    if (!file.starts_with(overlay))
      return false;
    return file.size() == overlay.size() || overlay == "/" || file[overlay.size()] == '/';
  });
}

std::vector<std::string> files_of_compiled(std::span<const std::string> overlays) {
  std::vector<std::string> names;
  source::DiskReader files;
  for (const auto& overlay : overlays) {
    core::DiagnosticSink heard_before; // whoever loaded the overlay has met its faults
    const auto compiled = catalog::is_compiled(overlay, files)
                              ? catalog::open_compiled(overlay, files, heard_before)
                              : std::nullopt;
    if (!compiled)
      continue;
    for (const auto& finding : compiled->findings())
      names.emplace_back(finding.file);
    for (std::uint32_t i = 0; i < compiled->offer_count(); ++i)
      names.emplace_back(compiled->offer({i}).source_file);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }
  return names;
}

OwnFindings::OwnFindings(std::span<const std::string> overlays)
    : overlays_(overlays),
      compiled_(files_of_compiled(overlays)) {
  if (overlays.empty())
    return;
  for (const auto& finding : catalog::Catalog::built_in().findings())
    built_in_.emplace(finding.kind, finding.file, finding.line);
}

bool OwnFindings::stands_in_overlay(const catalog::FindingRecord& finding) const {
  return is_of(overlays_, finding.file) ||
         std::ranges::binary_search(compiled_, std::string(finding.file));
}

bool OwnFindings::operator()(const catalog::FindingRecord& finding) const {
  return stands_in_overlay(finding) ||
         !built_in_.contains({finding.kind, finding.file, finding.line});
}

void warn_of_own_findings(const catalog::Catalog& catalog,
                          std::span<const std::string> overlays,
                          core::DiagnosticSink& sink) {
  if (overlays.empty())
    return;
  auto findings = catalog.findings();
  const OwnFindings own(overlays);
  std::erase_if(findings, [&](const catalog::FindingRecord& finding) {
    return !takes_away(finding) || !own.stands_in_overlay(finding);
  });
  if (findings.empty())
    return;
  const auto& first = findings.front();
  const auto count = findings.size();
  sink.report({.code = std::string(catalog::kind_of(first.kind).code),
               .severity = core::Severity::warning,
               .headline = count == 1 ? std::string("met a row that is not ranked: ") +
                                            std::string(first.message)
                                      : fmt::format("met {} that are not ranked; the first: {}",
                                                    core::counted(count, "row"),
                                                    first.message),
               .at = {.file = std::string(first.file), .line = first.line},
               .help = fmt::format("`gpuplan catalog check --catalog {}` tells {}",
                                   overlays.front(),
                                   count == 1 ? "more" : "each")});
}

} // namespace gpuplan::cli::commands
