#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuplan::workload {

/// What the model class in the transformers library takes for a key that a config leaves out.
/// Nested configs are saved without the keys that equal their class's defaults, so their
/// dimensions may be missing; a config on its own states them, and none is invented.
/// From the configuration classes of huggingface/transformers.
std::optional<std::int64_t> class_default(std::string_view model_type, std::string_view key);

} // namespace gpuplan::workload
