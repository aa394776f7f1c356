#pragma once

#include "catalog/storage_record.hpp"
#include "cost/tiers.hpp"

#include <span>

namespace gpuplan::cost {

/// The marginal tiers of published rows, which often leave things out: all rows are of one kind,
/// destination, place and currency.
///
/// A tier holds from where it begins to where the next one does, the last without end, the first
/// from 0, so that no volume falls into a hole of the list: the rate below a gap is charged across
/// it. Of two rows for one begin (hours of the day) the dearer counts. The provider's free GB a
/// month come first and are part of the tiers, not beside them. Nothing for no rows.
std::optional<TierTable> tiers_of_rows(std::span<const catalog::StorageRow> rows,
                                       const core::Known<double>& free_gb);

} // namespace gpuplan::cost
