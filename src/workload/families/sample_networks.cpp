#include "workload/families/sample_networks.hpp"

#include <array>

namespace gpuplan::workload {
namespace {

using enum NetworkClass;

struct Prefix {
  std::string_view begin;
  SampleNetwork network;
};

// The first that fits counts, so longer begins stand before shorter ones.
constexpr auto k_prefixes = std::to_array<Prefix>({
    {"resnext", {cnn, "resnext"}},
    {"resnet", {cnn, "resnet"}},
    {"wide_resnet", {cnn, "resnet"}},
    {"seresnet", {cnn, "resnet"}},
    {"vgg", {cnn, "vgg"}},
    {"densenet", {cnn, "densenet"}},
    {"inception", {cnn, "inception"}},
    {"xception", {cnn, "inception"}},
    {"mobilenet", {cnn, "mobilenet"}},
    {"tf_efficientnet", {cnn, "efficientnet"}},
    {"efficientnet", {cnn, "efficientnet"}},
    {"convnext", {cnn, "convnext"}},
    {"regnet", {cnn, "regnet"}},
    {"hrnet", {cnn, "hrnet"}},
    {"vit_", {vision_transformer, "vit"}},
    {"deit", {vision_transformer, "vit"}},
    {"beit", {vision_transformer, "vit"}},
    {"eva02", {vision_transformer, "vit"}},
    {"mixer", {vision_transformer, "mixer"}},
    {"swin_", {vision_transformer, "swin"}},
    {"maxvit", {vision_transformer, "maxvit"}},
    {"coatnet", {vision_transformer, "coatnet"}},
    {"clip_rn", {cnn, "clip"}},
    {"clip", {vision_transformer, "clip"}},
    {"sam_", {vision_transformer, "sam"}},
    {"fasterrcnn", {detection, "faster-rcnn"}},
    {"maskrcnn", {detection, "mask-rcnn"}},
    {"mask-rcnn", {detection, "mask-rcnn"}},
    {"keypointrcnn", {detection, "keypoint-rcnn"}},
    {"retinanet", {detection, "retinanet"}},
    {"ssd", {detection, "ssd"}},
    {"fcos", {detection, "fcos"}},
    {"yolo", {detection, "yolo"}},
    {"nnunet-2d", {segmentation_2d, "nnunet-2d"}},
    {"nnunet", {unet_3d, "unet3d"}},
    {"unet3d", {unet_3d, "unet3d"}},
    {"unet-medical-2d", {segmentation_2d, "unet"}},
    {"unet_2d", {segmentation_2d, "unet"}},
    {"swinunetr", {unet_3d, "swinunetr"}},
    {"sd15", {diffusion, "stable-diffusion"}},
    {"sd21", {diffusion, "stable-diffusion"}},
    {"sdxl", {diffusion, "stable-diffusion"}},
    {"stable-diffusion", {diffusion, "stable-diffusion"}},
    {"sd3", {diffusion, "mmdit"}},
    {"flux", {diffusion, "flux"}},
    {"imagen", {diffusion, "imagen"}},
    {"rnnt", {speech, "rnn-t"}},
    {"rnn-t", {speech, "rnn-t"}},
    {"wav2vec2", {speech, "wav2vec2"}},
    {"dlrm", {recommender, "dlrm"}},
});

struct Task {
  std::string_view name;
  NetworkClass network;
};

constexpr auto k_tasks = std::to_array<Task>({
    {"image_classification", cnn},
    {"object_detection", detection},
    {"instance_segmentation", detection},
    {"keypoint_detection", detection},
    {"semantic_segmentation", segmentation_2d},
    {"promptable_segmentation", vision_transformer},
    {"image_text_contrastive", vision_transformer},
    {"volume_segmentation", unet_3d},
    {"text_to_image_denoiser", diffusion},
    {"speech_recognition", speech},
    {"speech_synthesis", speech},
    {"recommendation", recommender},
    {"question_answering", encoder},
});

} // namespace

SampleNetwork sample_network(std::string_view id, std::string_view task) {
  for (const auto& prefix : k_prefixes) {
    if (id.starts_with(prefix.begin))
      return prefix.network;
  }
  for (const auto& known : k_tasks) {
    if (task == known.name)
      return {.network = known.network, .family = id};
  }
  return {.network = cnn, .family = id};
}

} // namespace gpuplan::workload
