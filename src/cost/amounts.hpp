#pragma once

#include "core/money.hpp"

#include <optional>

namespace gpuplan::cost {

/// The sum, or nothing where it leaves the range of an amount. Core's `+` takes that for a broken
/// invariant, but a price list times an absurd job is no fault of ours. One currency.
std::optional<core::Money> sum(core::Money a, core::Money b);

/// The largest amount there is, for intervals that have no end.
core::Money most(core::Currency currency);

} // namespace gpuplan::cost
