#pragma once

#include "workload/layout.hpp"

namespace gpuplan::workload {

/// `layout_divides` without words, for long loops.
bool can_divide(const TransformerDims& dims,
                std::int64_t tensor,
                std::int64_t pipeline,
                std::int64_t expert,
                std::int64_t context);

} // namespace gpuplan::workload
