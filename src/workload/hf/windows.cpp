#include "workload/hf/dimensions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

/// Every n-th layer of a class sees all where the config does not say which.
struct UsualPattern {
  std::string_view family;
  std::int64_t period;
};

constexpr auto k_usual = std::to_array<UsualPattern>({
    {"gemma2", 2},
    {"gemma3", 6},
    {"gpt_oss", 2},
    {"llama4", 4},
});

std::int64_t usual_period(ConfigKeys& keys) {
  const auto type = keys.text_anywhere({"model_type"}).value_or("");
  for (const auto& usual : k_usual) {
    if (type.starts_with(usual.family)) {
      keys.note(fmt::format("which layers slide is not stated: all but one in {}, as in {}",
                            usual.period,
                            usual.family));
      return usual.period;
    }
  }
  return 0;
}

/// How many layers slide; all of them where nothing says otherwise.
std::int64_t sliding_layers(ConfigKeys& keys, std::int64_t layers) {
  const auto types = keys.list("layer_types");
  if (!types.empty())
    return std::ranges::count_if(types, [](const std::string& type) {
      return type == "sliding_attention" || type == "chunked_attention";
    });
  const source::Node* rotary = keys.find({"no_rope_layers"});
  const bool chunked = keys.has("attention_chunk_size");
  if (chunked && rotary != nullptr && rotary->is_sequence() && !rotary->items.empty())
    return std::ranges::count_if(rotary->items,
                                 [](const source::Node& item) { return item.text == "1"; });
  if (const auto first = keys.whole({"max_window_layers"}); first && keys.has("use_sliding_window"))
    return std::max<std::int64_t>(0, layers - *first);
  const auto stated = keys.whole({"sliding_window_pattern"});
  const auto period = stated ? *stated : usual_period(keys);
  return period > 1 ? layers - layers / period : layers;
}

} // namespace

void read_windows(ConfigKeys& keys, Shape& shape) {
  auto& dims = shape.dims;
  const auto window = keys.whole({"sliding_window", "attention_chunk_size", "sliding_window_size"});
  const bool reaches_all = window && dims.max_position > 0 && *window >= dims.max_position;
  if (!window || *window == 0 || dims.layers == 0 || reaches_all)
    return;
  if (!keys.flag({"use_sliding_window"}).value_or(true))
    return;
  const auto sliding = std::min(sliding_layers(keys, dims.layers), dims.layers);
  if (sliding == 0)
    return;
  if (sliding == dims.layers) {
    keys.note(fmt::format("every layer slides over {} tokens; the cache is planned in full, as "
                          "serving engines keep it",
                          *window));
    return;
  }
  dims.window = *window;
  dims.windowed_layers = sliding;
}

} // namespace gpuplan::workload
