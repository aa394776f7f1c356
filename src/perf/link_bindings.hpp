#pragma once

#include "perf/coefficient_table.hpp"
#include "perf/links.hpp"

#include <vector>

namespace gpuplan::perf {

/// Adds the rows of the link coefficients, `training.link.…`. Training and serving read the same:
/// a network is as fast for activations as for gradients.
void add_link_bindings(std::vector<CoefficientBinding>& table, LinkCoefficients& links);

} // namespace gpuplan::perf
