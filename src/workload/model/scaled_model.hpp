#pragma once

#include "workload/architecture.hpp"
#include "workload/model/model_list.hpp"

#include <optional>

namespace gpuplan::workload {

/// A decoder of a wanted size where nothing but its parameters is known: the dimensions of the
/// Llama nearest in size, width and depth scaled by the cube root of the ratio and the MLP fitted
/// to the count. Marked `dims_scaled`, with a note. Nothing where the list has no Llama.
std::optional<Architecture> scaled_model(double parameters, const ModelList& models);

} // namespace gpuplan::workload
