#include "sizing/image_generator.hpp"

#include "core/units.hpp"
#include "sizing/detector_kind.hpp"

namespace gpuplan::sizing {

namespace {

constexpr double k_pixels_per_cell = 64;

struct Line {
  double base = 0;
  double per_megapixel = 0;
};

Line line_of(Autoencoder kind, AutoencoderPass pass, const MemoryCoefficients& c) {
  const bool encode = pass == AutoencoderPass::encode;
  if (kind == Autoencoder::stable_diffusion)
    return encode ? Line{c.sd_encode_base_gib, c.sd_encode_gib}
                  : Line{c.sd_decode_base_gib, c.sd_decode_gib};
  return encode ? Line{c.sdxl_encode_base_gib, c.sdxl_encode_gib}
                : Line{c.sdxl_decode_base_gib, c.sdxl_decode_gib};
}

} // namespace

double autoencoder_bytes(Autoencoder kind,
                         AutoencoderPass pass,
                         double megapixels,
                         const MemoryCoefficients& c) {
  const auto line = line_of(kind, pass, c);
  return core::gib(line.base + line.per_megapixel * megapixels).count();
}

Autoencoder autoencoder_of(const workload::Architecture& model) {
  const auto named = [&](std::string_view word) {
    return has_word(model.name, word) || has_word(model.family, word);
  };
  const bool first = named("sd1") || named("sd-1") || named("sd2") || named("sd-2") ||
                     named("diffusion-1") || named("diffusion-v1") || named("diffusion-2") ||
                     named("diffusion-v2");
  return first ? Autoencoder::stable_diffusion : Autoencoder::sdxl;
}

double reference_pixels(const workload::Architecture& model) {
  const auto& size = model.sample.reference_size;
  if (!size.empty()) {
    double pixels = 1;
    for (const auto side : size)
      pixels *= static_cast<double>(side);
    return size.size() == 1 ? pixels * pixels : pixels;
  }
  const auto& shape = model.sample.input_shape;
  if (shape.size() < 3)
    return 0;
  const auto area =
      static_cast<double>(shape[shape.size() - 2]) * static_cast<double>(shape[shape.size() - 1]);
  const bool latent = shape.front() > 3;
  return latent ? area * k_pixels_per_cell : area;
}

double eager_score_bytes(double pixels) {
  const double tokens = pixels / k_pixels_per_cell;
  return tokens * tokens * 8 * 2 * 2 * 4;
}

} // namespace gpuplan::sizing
