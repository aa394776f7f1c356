#pragma once

#include "catalog/catalog.hpp"
#include "catalog/check.hpp"
#include "core/diagnostic.hpp"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace gpuplan::cli::commands {

/// Whether a file of the catalog was read from one of the overlays: is it, or lies in its folder.
bool is_of(std::span<const std::string> overlays, std::string_view file);

/// The files that compiled overlays were made of, as those name them, sorted.
std::vector<std::string> files_of_compiled(std::span<const std::string> overlays);

/// Findings that a catalog has by its overlays: about their rows, or about rows of the built-in one
/// that were in order without them.
class OwnFindings {
public:
  explicit OwnFindings(std::span<const std::string> overlays);

  /// Whether the row itself is an overlay's.
  [[nodiscard]] bool stands_in_overlay(const catalog::FindingRecord& finding) const;

  [[nodiscard]] bool operator()(const catalog::FindingRecord& finding) const;

private:
  using Key = std::tuple<catalog::Finding, std::string_view, std::uint32_t>;

  std::span<const std::string> overlays_;
  std::vector<std::string> compiled_;
  std::set<Key> built_in_;
};

/// A warning that counts the doubtful rows of the overlays, so that a price that is none does not
/// leave an answer in silence, and one of the offers that stand in them more than once. `catalog
/// check` tells them one by one.
void warn_of_own_findings(const catalog::Catalog& catalog,
                          std::span<const std::string> overlays,
                          core::DiagnosticSink& sink);

} // namespace gpuplan::cli::commands
