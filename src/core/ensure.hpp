#pragma once

#include <string_view>

namespace gpuplan::core {

/// Ends the program with a message that names the place. For broken invariants only: a user's
/// mistake is a Diagnostic, an answer of "no" is data.
[[noreturn]] void broken_invariant(const char* expression, const char* file, int line);

} // namespace gpuplan::core

/// An assertion that stays on in release builds.
#define GPUPLAN_ENSURE(expression)                                                                 \
  (static_cast<bool>(expression)                                                                   \
       ? void(0)                                                                                   \
       : ::gpuplan::core::broken_invariant(#expression, __FILE__, __LINE__))
