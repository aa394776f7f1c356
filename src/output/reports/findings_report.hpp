#pragma once

#include "catalog/check.hpp"
#include "output/reports/report.hpp"

#include <span>

namespace gpuplan::output {

/// How repeated findings are told.
enum class Telling : std::uint8_t {
  by_kind, ///< of a kind that repeats the count and the worst
  each,
};

/// Findings of a catalog for people, kind by kind, in the order of `finding_kinds` (each: in the
/// order given).
std::string findings_text(const catalog::Catalog& catalog,
                          std::span<const catalog::FindingRecord> findings,
                          Telling telling);

} // namespace gpuplan::output
