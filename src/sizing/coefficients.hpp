#pragma once

#include "core/diagnostic.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace gpuplan::sizing {

/// Coefficients of the memory form, each as the calibration states it: `_gib` in GiB, others in
/// bytes or as a plain ratio; the form that uses one says per what.
struct MemoryCoefficients {
  // What is held beside tensors.
  double context_gib = 0;
  double nccl_gib = 0;
  double slack = 0;                    ///< reserved over allocated, less one; fixed shapes
  double slack_ragged = 0;             ///< the same, batches of varying length
  double slack_megatron_deepspeed = 0; ///< the same, that stack
  // Activations, bytes per token and hidden element.
  double norm_eager = 0;
  double norm_fused = 0;
  double mlp_lora = 0;
  double qlora_norm = 0;
  double fp32_factor = 0;
  // Logits and loss, bytes per token and vocabulary row.
  double logits_hf = 0;
  double logits_plain = 0;
  double logits_fused = 0;
  double logits_chunked = 0;
  double logits_linear = 0;
  // States.
  double gradient_step = 0;   ///< B per parameter
  double gathered_layers = 0; ///< layers
  // Stored weights, bytes per parameter.
  double nf4 = 0;
  double int4 = 0;
  double q4_k_m = 0;
  double q8_0 = 0;
  double mxfp4 = 0;
  double nvfp4 = 0;
  // Serving.
  double kv_growth = 0;
  double prompt_logits = 0; ///< B per prompt token and vocabulary row
  double prefill = 0;
  double eager_scores = 0; ///< B per score
  double llama_cpp_buffer_gib = 0;
  double llama_cpp_context_gib = 0;
  double engine_one_gib = 0;
  double engine_each_gib = 0;
  // Vision.
  double cnn_kappa = 0;
  double vit_kappa = 0;
  double unet3d_kappa = 0;
  double vision_base_gib = 0;
  double inference_share = 0;
  double elements_per_gflop = 0;
  double yolo_base_gib = 0;
  double yolo_slope_gib = 0;
  // Detectors, GiB at 2 images of 800 x 1333 in fp32.
  double r50_fpn = 0;
  double r101_fpn = 0;
  double x101_fpn = 0;
  double r50_c4 = 0;
  double r101_c4 = 0;
  double r50_dc5 = 0;
  double r101_dc5 = 0;
  double mask_head = 0;
  double cascade_mask_head = 0;
  double retinanet_head = 0;
  double panoptic_head = 0;
  double keypoint_head = 0;
  // Image generators.
  double sampling_base_gib = 0;
  double bytes_per_pixel = 0;
  double sd_encode_base_gib = 0;
  double sd_encode_gib = 0; ///< per megapixel, as the next ones
  double sd_decode_base_gib = 0;
  double sd_decode_gib = 0;
  double sdxl_encode_base_gib = 0;
  double sdxl_encode_gib = 0;
  double sdxl_decode_base_gib = 0;
  double sdxl_decode_gib = 0;
  double diffusion_kappa_eager = 0;
  double diffusion_kappa_fused = 0;
  double checkpointed_base_gib = 0;
  double checkpointed_image_gib = 0;
  double checkpointed_tile_gib = 0;
  // Verdict: device over usable.
  double fits = 0;
  double tight = 0;
  // Error bands: 90th percentile of |predicted / measured - 1|.
  double band_language_model = 0;
  double band_serve = 0;
  double band_lora = 0;
  double band_qlora = 0;
  double band_full = 0;
  double band_three_d = 0;
  double band_detection = 0;
  double band_image_transformer = 0;
  double band_cnn = 0;
  double band_unmeasured = 0;
};

/// One coefficient: where the calibration has it and where it is kept.
struct CoefficientBinding {
  std::string_view key; ///< `memory.reserve.context_gib`
  double MemoryCoefficients::*member;
};

/// The one table that ties every member to its key.
std::span<const CoefficientBinding> coefficient_bindings();

/// The value of a key of the calibration, or nothing.
using CoefficientLookup = std::function<std::optional<double>(std::string_view key)>;

/// Every coefficient by its key. A missing one, or one that is not a finite number of zero or more,
/// is an error (`SIZ001`, `SIZ002`) and the answer is nothing; all faults are reported.
std::optional<MemoryCoefficients> bind_coefficients(const CoefficientLookup& lookup,
                                                    core::DiagnosticSink& sink);

} // namespace gpuplan::sizing
