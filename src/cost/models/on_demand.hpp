#pragma once

#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// Billed by time while the machines are up, each start rounded up to the provider's step and
/// minimum. Flex start is the same from the moment it starts; when that is, nobody promises.
core::Known<core::Milliseconds> price_on_demand(const Case& use, Bill& bill, Extras* extras);

} // namespace gpuplan::cost
