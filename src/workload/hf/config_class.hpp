#pragma once

#include "workload/families/family.hpp"
#include "workload/hf/config_keys.hpp"

namespace gpuplan::workload {

/// How a config.json of one model_type is read, beside the keys all classes share.
struct ConfigClass {
  std::string_view model_type;
  std::string_view family;
  /// Dimensions that this class names or derives in a way of its own; runs before the common
  /// reader and wins over it.
  void (*dims)(ConfigKeys& keys, Shape& shape) = nullptr;
  /// The family's rules as the flags of this config change them.
  void (*rules)(ConfigKeys& keys, Shape& shape) = nullptr;
  /// Which family it is, where that depends on the config.
  std::string_view (*choose)(ConfigKeys& keys) = nullptr;
};

/// The classes by source file; `config_classes` joins them.
std::span<const ConfigClass> dense_config_classes();
std::span<const ConfigClass> early_config_classes();
std::span<const ConfigClass> expert_config_classes();
std::span<const ConfigClass> hybrid_config_classes();
std::span<const ConfigClass> encoder_config_classes();

std::vector<ConfigClass> config_classes();

/// The class of a config: by model_type, else (old files have none) by what else it holds, with a
/// note. An unknown model_type is read as the base decoder, with a note.
ConfigClass config_class(ConfigKeys& keys);

} // namespace gpuplan::workload
