#include "validation/training/sample_figures.hpp"

#include "validation/training/machine.hpp"

#include <cstdlib>

namespace gpuplan::validation {

namespace {

using test::CsvRow;

/// Working figures of networks without published ones, and timm's multiply-adds, doubled, of some
/// that the table of facts leaves out.
const std::map<std::string, Sample>& working_figures() {
  static const std::map<std::string, Sample> figures{
      {"ssd300-resnet50", {32, 40, 26}},
      {"ssd300-resnet34", {27, 22, 20}},
      {"mask-rcnn-r50-fpn", {420, 330, 44}},
      {"retinanet-resnext50", {330, 230, 38}},
      {"nnunet-2d", {60, 25, 31}},
      {"unet-medical-2d", {400, 170, 31}},
      {"unet3d-medical", {600, 330, 16}},
      {"stable-diffusion-v2", {830, 240, 866}},
      {"flux_mlperf", {12500, 800, 11900}},
      {"imagen-base", {900, 250, 2000}},
      {"rnn-t", {45, 12, 49}},
      {"resnext101", {16, 21, 44}},
      {"dlrm-dcnv2", {0.032, 0.1, 10}},
      {"dlrm_criteo_tb", {0.0049, 0.01, 2.4}},
      {"darknet53", {18.6, 12.39, 41.6}},
      {"densenet201", {8.68, 7.85, 20}},
      {"ghostnet_100", {0.3, 3.55, 5.2}},
      {"inception_v4", {24.56, 15.09, 42.7}},
      {"nfnet_f0", {14.42, 10.16, 71.5}},
      {"regnetx_032", {6.4, 11.37, 15.3}},
      {"regnety_080", {16, 17.97, 39.2}},
      {"resnet50d", {8.7, 11.92, 25.6}},
      {"resnetv2_101", {15.66, 16.23, 44.5}},
      {"wide_resnet101_2", {45.6, 21.23, 126.9}},
      {"xception", {16.8, 35.83, 22.9}},
      {"deit_small_patch16_224", {9.22, 11.95, 22.05}},
      {"vit_large_patch14_224", {162.2, 88.79, 304.2}},
      {"vit-g14", {967.9, 275.4, 1850}},
  };
  return figures;
}

} // namespace

Figures read_figures(const std::string& facts) {
  Figures figures;
  for (auto& row : test::read_csv(facts + "/models_vision.csv"))
    figures[row["id"]] = row;
  return figures;
}

const std::string& network_name(const std::string& model) {
  static const std::map<std::string, std::string> names{{"unet3d-kits19", "unet3d_mlperf"},
                                                        {"nnunet-3d", "nnunet_3d_fullres"},
                                                        {"unet3d-medical-tf", "unet3d-medical"},
                                                        {"unet-medical-2d-tf2", "unet-medical-2d"},
                                                        {"flux.1-schnell", "flux_mlperf"},
                                                        {"imagen-base-2b", "imagen-base"},
                                                        {"resnext101-32x4d", "resnext101"},
                                                        {"se-resnext101-32x4d", "resnext101"},
                                                        {"efficientnet-b0", "efficientnet_b0"},
                                                        {"efficientnet-b4", "tf_efficientnet_b4"},
                                                        {"vit-b16", "vit_base_patch16_224"},
                                                        {"dlrm-small", "dlrm_criteo_tb"},
                                                        {"dlrm-large", "dlrm_criteo_tb"}};
  const auto at = names.find(model);
  return at == names.end() ? model : at->second;
}

std::optional<Sample> sample_of(const std::string& name, const Figures& figures) {
  const auto& working = working_figures();
  if (const auto at = working.find(name); at != working.end())
    return at->second;
  auto at = figures.find(name);
  if (at == figures.end()) // timm's own variants of the size
    at = figures.find("tf_" + name);
  if (at == figures.end() || number(at->second, "gflops_forward_per_sample") == 0)
    return std::nullopt;
  const CsvRow& row = at->second;
  Sample sample{number(row, "gflops_forward_per_sample"),
                number(row, "activations_m_elements_per_sample"),
                number(row, "params_m"),
                0};
  const std::string& shape = text(row, "input_shape"); // 3x224x224
  if (const auto first = shape.find('x'); first != std::string::npos)
    sample.reference_image = std::strtod(shape.c_str() + first + 1, nullptr);
  return sample;
}

} // namespace gpuplan::validation
