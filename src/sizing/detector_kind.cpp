#include "sizing/detector_kind.hpp"

#include <algorithm>

namespace gpuplan::sizing {

namespace {

using C = MemoryCoefficients;

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

double head_gib(std::string_view name, const MemoryCoefficients& c) {
  if (has_word(name, "keypoint"))
    return c.keypoint_head;
  if (has_word(name, "panoptic"))
    return c.panoptic_head;
  if (has_word(name, "retinanet"))
    return c.retinanet_head;
  if (has_word(name, "cascade"))
    return c.cascade_mask_head;
  return has_word(name, "mask") ? c.mask_head : 0;
}

} // namespace

bool has_word(std::string_view name, std::string_view word) {
  const auto same = [](char a, char b) { return lower(a) == b; };
  return std::search(name.begin(), name.end(), word.begin(), word.end(), same) != name.end();
}

std::optional<double> detector_gib(std::string_view name, const MemoryCoefficients& c) {
  struct Backbone {
    std::string_view depth;
    std::string_view neck;
    double MemoryCoefficients::*gib;
  };

  static constexpr Backbone k_backbones[] = {
      {"x_101", "fpn", &C::x101_fpn},
      {"x101", "fpn", &C::x101_fpn},
      {"r_101", "fpn", &C::r101_fpn},
      {"resnet101", "fpn", &C::r101_fpn},
      {"r_50", "fpn", &C::r50_fpn},
      {"resnet50", "fpn", &C::r50_fpn},
      {"r_101", "c4", &C::r101_c4},
      {"r_50", "c4", &C::r50_c4},
      {"r_101", "dc5", &C::r101_dc5},
      {"r_50", "dc5", &C::r50_dc5},
  };
  for (const auto& backbone : k_backbones)
    if (has_word(name, backbone.depth) &&
        (has_word(name, backbone.neck) || (backbone.neck == "fpn" && has_word(name, "retinanet"))))
      return c.*backbone.gib + head_gib(name, c);
  return std::nullopt;
}

} // namespace gpuplan::sizing
