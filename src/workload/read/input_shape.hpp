#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// What a network's reference input is, as the catalog writes it.
struct InputShape {
  std::vector<std::int64_t> elements; ///< channels first; empty where it is no regular grid
  std::vector<std::int64_t> size;     ///< pixels or voxels; of the image behind a latent one
};

/// Reads `3x224x224`, `3x800x1333 max`, `1x128x128x128`, `4x64x64 latent (512 px)`, `256 px`.
/// Anything else (`13 dense + 26 one-hot indices`) has neither.
InputShape parse_input_shape(std::string_view text);

/// Reads a wanted size: `1280`, `1280x720`, `512x512x256`. Nothing for anything else, and for a
/// side that is zero or above 10^6.
std::optional<std::vector<std::int64_t>> parse_image_size(std::string_view text);

/// How many times the reference's pixels or voxels the wanted size has; one number stands for all
/// sides. Nothing where the two have a different number of sides.
std::optional<double> spatial_scale(const std::vector<std::int64_t>& reference,
                                    const std::vector<std::int64_t>& wanted);

} // namespace gpuplan::workload
