#pragma once

#include "catalog/catalog.hpp"
#include "catalog/check.hpp"
#include "core/diagnostic.hpp"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace gpuplan::cli::commands {

/// Whether a file of the catalog was read from one of the overlays: is it, or lies in its folder.
bool is_of(std::span<const std::string> overlays, std::string_view file);

/// Findings that a catalog has by its overlays: about their rows, or about rows of the built-in one
/// that were in order without them.
class OwnFindings {
public:
  explicit OwnFindings(std::span<const std::string> overlays);

  [[nodiscard]] bool operator()(const catalog::FindingRecord& finding) const;

private:
  using Key = std::tuple<catalog::Finding, std::string_view, std::uint32_t>;

  std::span<const std::string> overlays_;
  std::set<Key> built_in_;
};

/// One warning that counts the doubtful rows of the overlays, so that a price that is none does not
/// leave an answer in silence. `catalog check` tells them one by one.
void warn_of_own_findings(const catalog::Catalog& catalog,
                          std::span<const std::string> overlays,
                          core::DiagnosticSink& sink);

} // namespace gpuplan::cli::commands
