#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::cli {

/// The tools whose flags are mapped, comma-separated.
std::string known_tools();

/// A table of one tool's flags and ours, or nothing for another name.
std::optional<std::string> flags_of(std::string_view tool, std::size_t width);

} // namespace gpuplan::cli
