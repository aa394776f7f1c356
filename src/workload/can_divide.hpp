#pragma once

#include "workload/layout.hpp"

namespace gpuplan::workload {

/// `layout_divides` without words, for long loops.
bool can_divide(const TransformerDims& dims,
                std::int64_t tensor,
                std::int64_t pipeline,
                std::int64_t expert,
                std::int64_t context);

/// Whether a network can be cut into stages that need not be of one depth, as serving engines cut
/// it: 61 layers into 31 and 30.
bool can_cut(const TransformerDims& dims, std::int64_t stages);

} // namespace gpuplan::workload
