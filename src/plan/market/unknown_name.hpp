#pragma once

#include "core/diagnostic.hpp"

#include <span>
#include <string_view>

namespace gpuplan::plan {

/// Reports a name that means nothing, as bad input with the nearest valid one; `more`
/// is said where none is near.
void unknown_name(core::DiagnosticSink& sink,
                  std::string_view what,
                  std::string_view name,
                  std::span<const std::string_view> valid,
                  std::string_view more);

} // namespace gpuplan::plan
