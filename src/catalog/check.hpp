#pragma once

#include "catalog/offer.hpp"
#include "core/diagnostic.hpp"

#include <span>
#include <vector>

namespace gpuplan::catalog {

class Catalog;

/// Something about a row that the catalog's builder found and that a person should look at. The row
/// stays in the catalog; its offers carry the same bit (`Offer::findings`).
struct FindingRecord {
  Finding kind = Finding::derived;
  std::string_view message; ///< of neither offer nor instance: names its row itself
  std::optional<OfferId> offer;
  std::optional<InstanceId> instance;
  std::string_view file;
  std::uint32_t line = 0;
  std::string_view other_file; ///< the other row of a duplicate
  std::uint32_t other_line = 0;
  double ratio = 0; ///< to what it was held against, 1 or more; 0 where that is no number
};

/// What a kind of finding is called: `CAT022`, "two rows with one key", and whether it is a fault
/// of the data (warning) or a remark about a row that is as it should be (note).
struct FindingKind {
  Finding bit;
  std::string_view code;
  std::string_view title;
  core::Severity severity;
};

std::span<const FindingKind> finding_kinds();
const FindingKind& kind_of(Finding bit);

/// A finding as a diagnostic.
core::Diagnostic diagnose(const Catalog& catalog, const FindingRecord& finding);

/// All findings of a catalog, by file, line and code, as diagnostics: `CAT024`, the row, what was
/// found and what it was held against. The faults that stop a catalog from being built are not
/// among them: whoever loads it has met them already.
std::vector<core::Diagnostic> check(const Catalog& catalog);

} // namespace gpuplan::catalog
