#pragma once

#include <string_view>

namespace gpuplan {

/// The version of the library and the program, `MAJOR.MINOR.PATCH`. The build reads it from here.
inline constexpr std::string_view k_version = "0.1.0";

} // namespace gpuplan
