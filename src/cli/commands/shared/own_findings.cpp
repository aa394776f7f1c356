#include "cli/commands/shared/own_findings.hpp"

#include "catalog/check.hpp"
#include "catalog/load.hpp"
#include "core/counted.hpp"
#include "source/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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

namespace {

/// What findings that are alike are of, one or several.
struct Alike {
  std::string_view one;
  std::string_view several;
};

/// One warning of findings that are alike, at the first of them.
void warn_of(const catalog::Catalog& catalog,
             std::span<const catalog::FindingRecord> findings,
             const Alike& alike,
             std::string_view overlay,
             core::DiagnosticSink& sink) {
  if (findings.empty())
    return;
  const auto& first = findings.front();
  const auto count = findings.size();
  auto warning = catalog::diagnose(catalog, first);
  warning.severity = core::Severity::warning;
  warning.headline = count == 1 ? fmt::format("met {}: {}", alike.one, first.message)
                                : fmt::format("met {} {}; the first: {}",
                                              core::with_thousands(count),
                                              alike.several,
                                              first.message);
  warning.help = fmt::format(
      "`gpuplan catalog check --catalog {}` tells {}", overlay, count == 1 ? "more" : "each");
  sink.report(std::move(warning));
}

} // namespace

void warn_of_own_findings(const catalog::Catalog& catalog,
                          std::span<const std::string> overlays,
                          core::DiagnosticSink& sink) {
  if (overlays.empty())
    return;
  auto unranked = catalog.findings();
  const OwnFindings own(overlays);
  std::erase_if(unranked, [&](const catalog::FindingRecord& finding) {
    return !own.stands_in_overlay(finding);
  });
  std::vector<catalog::FindingRecord> doubled;
  std::ranges::copy_if(unranked, std::back_inserter(doubled), [](const auto& finding) {
    return finding.kind == catalog::Finding::duplicate_key;
  });
  std::erase_if(unranked, [](const auto& finding) { return !takes_away(finding); });
  warn_of(catalog,
          unranked,
          {"a row that is not ranked", "rows that are not ranked"},
          overlays.front(),
          sink);
  warn_of(catalog,
          doubled,
          {"an offer twice in your own rows", "offers more than once in your own rows"},
          overlays.front(),
          sink);
}

} // namespace gpuplan::cli::commands
