#include "workload/hf/towers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace gpuplan::workload {
namespace {

using source::Node;

constexpr std::int64_t k_colours = 3;

constexpr std::int64_t k_widest = 20'000;
constexpr std::int64_t k_most_layers = 1'000;
constexpr std::int64_t k_most_patches = 2'000; ///< along a side
constexpr std::int64_t k_few = 64;             ///< of tiles, frames and ratios

/// Sizes of a tower, each from the config or from what its class takes; one that is 0 or over its
/// limit makes the whole tower unreadable, and counts as 1 until that is said.
class TowerKeys {
public:
  TowerKeys(ConfigKeys& keys, const Node& config) : keys_(keys), config_(config) {}

  std::int64_t size(std::string_view name, std::int64_t fallback, std::int64_t most = k_widest) {
    const Node* value = config_.find(name);
    if (value == nullptr || value->is_null())
      return fallback;
    const auto met = keys_.whole(*value, name).value_or(0);
    if (met > 0 && met <= most)
      return met;
    sound_ = false;
    return 1;
  }

  /// Patches along a side of the image.
  std::int64_t patches(std::int64_t image, std::int64_t patch) {
    const auto count = image / patch;
    sound_ = sound_ && count <= k_most_patches;
    return std::min(count, k_most_patches);
  }

  [[nodiscard]] bool sound() const { return sound_; }

private:
  ConfigKeys& keys_;
  const Node& config_;
  bool sound_ = true;
};

/// One transformer layer with biases everywhere and two LayerNorms.
std::int64_t plain_layer(std::int64_t h, std::int64_t f) {
  return 4 * (h * h + h) + 2 * h * f + f + h + 4 * h;
}

std::int64_t square(std::int64_t side) {
  return side * side;
}

/// CLIP: patches without bias, a class row, a norm before and one behind.
std::int64_t clip(TowerKeys& keys) {
  const auto h = keys.size("hidden_size", 768);
  const auto f = keys.size("intermediate_size", 3072);
  const auto layers = keys.size("num_hidden_layers", 12, k_most_layers);
  const auto patch = keys.size("patch_size", 32);
  const auto image = keys.size("image_size", 224);
  return k_colours * square(patch) * h + h + (square(keys.patches(image, patch)) + 1) * h + 4 * h +
         layers * plain_layer(h, f);
}

/// SigLIP: patches with bias, no class row, one norm behind.
std::int64_t siglip(TowerKeys& keys) {
  const auto h = keys.size("hidden_size", 768);
  const auto f = keys.size("intermediate_size", 3072);
  const auto layers = keys.size("num_hidden_layers", 12, k_most_layers);
  const auto patch = keys.size("patch_size", 16);
  const auto image = keys.size("image_size", 224);
  return k_colours * square(patch) * h + h + square(keys.patches(image, patch)) * h + 2 * h +
         layers * plain_layer(h, f);
}

/// Qwen2-VL: patches over two frames, and a merger of 2 × 2 patches into the language model.
std::int64_t qwen2_vl(TowerKeys& keys, std::int64_t hidden) {
  const auto h = keys.size("embed_dim", 1280);
  const auto layers = keys.size("depth", 32, k_most_layers);
  const auto ratio = keys.size("mlp_ratio", 4, k_few);
  const auto patch = keys.size("patch_size", 14);
  const auto frames = keys.size("temporal_patch_size", 2, k_few);
  const auto merged = square(keys.size("spatial_merge_size", 2, 8)) * h;
  return k_colours * frames * square(patch) * h + layers * plain_layer(h, ratio * h) + 2 * h +
         merged * merged + merged + merged * hidden + hidden;
}

/// Mllama: local and gated global layers without attention bias, positions by tile and aspect
/// ratio, and a projector into the language model.
std::int64_t mllama(TowerKeys& keys, std::int64_t hidden) {
  const auto h = keys.size("hidden_size", 1280);
  const auto f = keys.size("intermediate_size", 5120);
  const auto layers = keys.size("num_hidden_layers", 32, k_most_layers);
  const auto global = keys.size("num_global_layers", 8, k_most_layers);
  const auto patch = keys.size("patch_size", 14);
  const auto rows = square(keys.patches(keys.size("image_size", 448), patch)) + 1;
  const auto tiles = keys.size("max_num_tiles", 4, k_few);
  const auto output = keys.size("vision_output_dim", 7680);
  constexpr std::int64_t k_aspect_ratios = 9;
  const std::int64_t layer = plain_layer(h, f) - 4 * h;
  const std::int64_t positions = rows * h + k_aspect_ratios * tiles * rows * h + 1;
  const std::int64_t tile_positions = 2 * (k_aspect_ratios * tiles * h + 1);
  return k_colours * square(patch) * h + h + positions + tile_positions + 4 * h +
         (layers + global) * layer + 2 * global + output * hidden + hidden;
}

/// Llama 4: biases in the layers only; pixels shuffled into a two-matrix adapter and a projector.
std::int64_t llama4(TowerKeys& keys, std::int64_t hidden) {
  const auto h = keys.size("hidden_size", 768);
  const auto f = keys.size("intermediate_size", 5632);
  const auto layers = keys.size("num_hidden_layers", 34, k_most_layers);
  const auto patch = keys.size("patch_size", 14);
  const auto image = keys.size("image_size", 448);
  const auto into = keys.size("projector_input_dim", 4096);
  const auto output = keys.size("projector_output_dim", 4096);
  return k_colours * square(patch) * h + h + (square(keys.patches(image, patch)) + 1) * h + 4 * h +
         layers * plain_layer(h, f) + f * into + into * output + output * hidden;
}

/// What joins a tower of width `from` to the language model.
std::int64_t projector(std::string_view wrapper, std::int64_t from, std::int64_t hidden) {
  if (wrapper == "gemma3")
    return from * hidden + from; // a matrix and a norm
  if (wrapper == "paligemma")
    return from * hidden + hidden;
  return from * hidden + hidden + hidden * hidden + hidden; // LLaVA: two matrices with bias
}

std::optional<std::int64_t>
known_tower(ConfigKeys& keys, const Node& config, std::string_view wrapper, std::int64_t hidden) {
  const Node* type = config.find("model_type");
  const std::string_view kind =
      type != nullptr && type->is_scalar() ? std::string_view(type->text) : std::string_view{};
  TowerKeys sizes(keys, config);
  std::int64_t count = 0;
  if (wrapper == "mllama")
    count = mllama(sizes, hidden);
  else if (wrapper == "llama4")
    count = llama4(sizes, hidden);
  else if (wrapper == "qwen2_vl")
    count = qwen2_vl(sizes, hidden);
  else if (kind == "clip_vision_model")
    count = clip(sizes) + projector(wrapper, sizes.size("hidden_size", 768), hidden);
  else if (kind == "siglip_vision_model")
    count = siglip(sizes) + projector(wrapper, sizes.size("hidden_size", 768), hidden);
  else
    return std::nullopt;
  return sizes.sound() ? std::optional{count} : std::nullopt;
}

constexpr auto k_other_parts = std::to_array<std::string_view>({
    "audio_config",
    "speech_config",
    "talker_config",
    "token2wav_config",
    "code_predictor_config",
    "vq_config",
});

} // namespace

Towers count_towers(ConfigKeys& keys, std::int64_t hidden) {
  Towers towers;
  const std::string wrapper = keys.outer().find("model_type") != nullptr
                                  ? keys.outer().find("model_type")->text
                                  : std::string{};
  const Node* vision = keys.find_anywhere({"vision_config", "vision_tower_config"});
  if (vision != nullptr && vision->is_mapping()) {
    if (const auto count = known_tower(keys, *vision, wrapper, hidden)) {
      towers.parameters += *count;
      towers.counted.emplace_back("vision tower with projector");
    } else {
      towers.left_out.push_back(
          fmt::format("vision tower of {}: no rule is known for it", wrapper));
    }
  } else if (wrapper == "llama4") {
    towers.left_out.emplace_back("vision tower of llama4: the config has no vision_config");
  }
  for (const auto part : k_other_parts) {
    if (keys.find_anywhere({part}) != nullptr)
      towers.left_out.push_back(fmt::format("{}: no rule is known for it", part));
  }
  return towers;
}

} // namespace gpuplan::workload
