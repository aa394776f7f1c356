#pragma once

namespace gpuplan::catalog {

/// Far above any number a catalog may say, so that a slip of many digits is met.
constexpr double k_most = 1e18;

} // namespace gpuplan::catalog
