#pragma once

#include "sizing/coefficients.hpp"
#include "workload/architecture.hpp"

#include <cstdint>

namespace gpuplan::sizing {

/// The two passes of the autoencoder of a latent image generator.
enum class AutoencoderPass : std::uint8_t { encode, decode };

/// Autoencoders with measured memory; SDXL's stands for later ones of the same shape.
enum class Autoencoder : std::uint8_t { stable_diffusion, sdxl };

/// Bytes of one pass over one image in fp16: a constant and a slope in megapixels. Source:
/// huggingface/diffusers, hybrid inference.
double autoencoder_bytes(Autoencoder kind,
                         AutoencoderPass pass,
                         double megapixels,
                         const MemoryCoefficients& c);

Autoencoder autoencoder_of(const workload::Architecture& model);

/// Pixels of a generated image at the reference input: a latent cell stands for 8 x 8 of them.
/// 0 where the input shape is not known.
double reference_pixels(const workload::Architecture& model);

/// Attention scores of a U-Net denoiser without fused attention, bytes an image in fp16: tokens
/// squared, 8 heads, twice for guidance, 4 copies.
double eager_score_bytes(double pixels);

} // namespace gpuplan::sizing
