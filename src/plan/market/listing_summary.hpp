#pragma once

#include "plan/market/listing.hpp"

#include <array>
#include <vector>

namespace gpuplan::plan {

/// Every price of the listed sizes, by its kind as in `k_price_kinds`.
using PricesEverywhere = std::array<std::vector<core::Money>, k_price_kinds.size()>;

/// States what the listed sizes have in common: the range of their prices, chips and providers.
void summarise_prices(const catalog::Catalog& catalog,
                      const PricesEverywhere& everywhere,
                      Listing& listing);

} // namespace gpuplan::plan
