#include "sizing/coefficients.hpp"

#include <cmath>
#include <iterator>
#include <string>

namespace gpuplan::sizing {

namespace {

using C = MemoryCoefficients;

constexpr CoefficientBinding k_bindings[] = {
    {"memory.reserve.context_gib", &C::context_gib},
    {"memory.reserve.nccl_gib", &C::nccl_gib},
    {"memory.reserve.slack", &C::slack},
    {"memory.reserve.slack_ragged", &C::slack_ragged},
    {"memory.reserve.slack_megatron_deepspeed", &C::slack_megatron_deepspeed},
    {"memory.activation.norm_eager", &C::norm_eager},
    {"memory.activation.norm_fused", &C::norm_fused},
    {"memory.activation.mlp_lora", &C::mlp_lora},
    {"memory.activation.qlora_norm", &C::qlora_norm},
    {"memory.activation.fp32_factor", &C::fp32_factor},
    {"memory.logits.hf", &C::logits_hf},
    {"memory.logits.plain", &C::logits_plain},
    {"memory.logits.fused", &C::logits_fused},
    {"memory.logits.chunked", &C::logits_chunked},
    {"memory.logits.linear", &C::logits_linear},
    {"memory.state.gradient_step", &C::gradient_step},
    {"memory.state.gathered_layers", &C::gathered_layers},
    {"memory.format.nf4", &C::nf4},
    {"memory.format.int4", &C::int4},
    {"memory.format.q4_k_m", &C::q4_k_m},
    {"memory.format.q8_0", &C::q8_0},
    {"memory.format.mxfp4", &C::mxfp4},
    {"memory.format.nvfp4", &C::nvfp4},
    {"memory.serve.kv_growth", &C::kv_growth},
    {"memory.serve.prompt_logits", &C::prompt_logits},
    {"memory.serve.prefill", &C::prefill},
    {"memory.serve.eager_scores", &C::eager_scores},
    {"memory.serve.llama_cpp_buffer_gib", &C::llama_cpp_buffer_gib},
    {"memory.serve.llama_cpp_context_gib", &C::llama_cpp_context_gib},
    {"memory.serve.engine_one_gib", &C::engine_one_gib},
    {"memory.serve.engine_each_gib", &C::engine_each_gib},
    {"memory.vision.cnn_kappa", &C::cnn_kappa},
    {"memory.vision.vit_kappa", &C::vit_kappa},
    {"memory.vision.unet3d_kappa", &C::unet3d_kappa},
    {"memory.vision.base_gib", &C::vision_base_gib},
    {"memory.vision.inference_share", &C::inference_share},
    {"memory.vision.elements_per_gflop", &C::elements_per_gflop},
    {"memory.yolo.base_gib", &C::yolo_base_gib},
    {"memory.yolo.slope_gib", &C::yolo_slope_gib},
    {"memory.detection.r50_fpn", &C::r50_fpn},
    {"memory.detection.r101_fpn", &C::r101_fpn},
    {"memory.detection.x101_fpn", &C::x101_fpn},
    {"memory.detection.r50_c4", &C::r50_c4},
    {"memory.detection.r101_c4", &C::r101_c4},
    {"memory.detection.r50_dc5", &C::r50_dc5},
    {"memory.detection.r101_dc5", &C::r101_dc5},
    {"memory.detection.mask_head", &C::mask_head},
    {"memory.detection.cascade_mask_head", &C::cascade_mask_head},
    {"memory.detection.retinanet_head", &C::retinanet_head},
    {"memory.detection.panoptic_head", &C::panoptic_head},
    {"memory.detection.keypoint_head", &C::keypoint_head},
    {"memory.diffusion.sampling_base_gib", &C::sampling_base_gib},
    {"memory.diffusion.bytes_per_pixel", &C::bytes_per_pixel},
    {"memory.diffusion.sd_encode_base_gib", &C::sd_encode_base_gib},
    {"memory.diffusion.sd_encode_gib", &C::sd_encode_gib},
    {"memory.diffusion.sd_decode_base_gib", &C::sd_decode_base_gib},
    {"memory.diffusion.sd_decode_gib", &C::sd_decode_gib},
    {"memory.diffusion.sdxl_encode_base_gib", &C::sdxl_encode_base_gib},
    {"memory.diffusion.sdxl_encode_gib", &C::sdxl_encode_gib},
    {"memory.diffusion.sdxl_decode_base_gib", &C::sdxl_decode_base_gib},
    {"memory.diffusion.sdxl_decode_gib", &C::sdxl_decode_gib},
    {"memory.diffusion.kappa_eager", &C::diffusion_kappa_eager},
    {"memory.diffusion.kappa_fused", &C::diffusion_kappa_fused},
    {"memory.diffusion.checkpointed_base_gib", &C::checkpointed_base_gib},
    {"memory.diffusion.checkpointed_image_gib", &C::checkpointed_image_gib},
    {"memory.diffusion.checkpointed_tile_gib", &C::checkpointed_tile_gib},
    {"memory.verdict.fits", &C::fits},
    {"memory.verdict.tight", &C::tight},
    {"memory.band.language_model", &C::band_language_model},
    {"memory.band.serve", &C::band_serve},
    {"memory.band.lora", &C::band_lora},
    {"memory.band.qlora", &C::band_qlora},
    {"memory.band.full", &C::band_full},
    {"memory.band.three_d", &C::band_three_d},
    {"memory.band.detection", &C::band_detection},
    {"memory.band.image_transformer", &C::band_image_transformer},
    {"memory.band.cnn", &C::band_cnn},
    {"memory.band.unmeasured", &C::band_unmeasured},
};

static_assert(std::size(k_bindings) * sizeof(double) == sizeof(MemoryCoefficients),
              "a coefficient without a key");

} // namespace

std::span<const CoefficientBinding> coefficient_bindings() {
  return k_bindings;
}

std::optional<MemoryCoefficients> bind_coefficients(const CoefficientLookup& lookup,
                                                    core::DiagnosticSink& sink) {
  MemoryCoefficients bound;
  bool complete = true;
  const auto fault = [&](std::string code, std::string headline) {
    complete = false;
    core::Diagnostic diagnostic;
    diagnostic.code = std::move(code);
    diagnostic.headline = std::move(headline);
    diagnostic.help = "the memory model reads its coefficients from calibration.yaml";
    sink.report(std::move(diagnostic));
  };
  for (const auto& binding : k_bindings) {
    const auto value = lookup(binding.key);
    if (!value)
      fault("SIZ001", "the calibration has no " + std::string(binding.key));
    else if (!std::isfinite(*value) || *value < 0)
      fault("SIZ002", std::string(binding.key) + " is not a number of zero or more");
    else
      bound.*binding.member = *value;
  }
  if (!complete)
    return std::nullopt;
  return bound;
}

} // namespace gpuplan::sizing
