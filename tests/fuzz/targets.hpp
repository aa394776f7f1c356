#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::fuzz {

/// One reader of untrusted text. `run` takes any bytes and ends the program where the reader breaks
/// a promise; a crash, a sanitizer's finding or a hang is a fault as well.
struct Target {
  std::string_view name; ///< also the folder of its inputs below `corpus`
  void (*run)(const std::string& bytes);
};

std::span<const Target> targets();

/// Null where there is no target of this name.
const Target* find_target(std::string_view name);

} // namespace gpuplan::fuzz
