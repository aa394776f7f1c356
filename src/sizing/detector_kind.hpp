#pragma once

#include "sizing/coefficients.hpp"

#include <optional>
#include <string_view>

namespace gpuplan::sizing {

/// GiB that a two-stage or dense detector allocates when it trains on 2 images of 800 x 1333 in
/// fp32 with frozen early stages, by the words of its name (`mask_rcnn_R_50_FPN_3x`,
/// `maskrcnn_resnet50_fpn`): a look-up, not a model; nothing for a backbone it does not hold.
/// Source: facebookresearch/detectron2 MODEL_ZOO.
std::optional<double> detector_gib(std::string_view name, const MemoryCoefficients& c);

/// Whether `word` (lower case) stands in `name`, without regard to case.
bool has_word(std::string_view name, std::string_view word);

} // namespace gpuplan::sizing
